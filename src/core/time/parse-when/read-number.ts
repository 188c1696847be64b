import type { Read } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";

export interface NumberRead {
  readonly n: number;
  readonly ordinal: boolean;
  readonly digits: boolean;
}

/** A number in figures or words: 25, twenty-five, двадцать пятого, 二十五. "Six forty" stays two numbers: it is a time. */
export function readNumber(phrase: Phrase, index: number): Read<NumberRead> | null {
  const first = phrase.get(index, "number");
  if (!first) return null;
  if (first.digits || phrase.isHan(index) || first.ordinal) {
    return { value: { n: first.n, ordinal: first.ordinal, digits: first.digits }, next: index + 1 };
  }
  let total = 0;
  let current = 0;
  let ordinal = false;
  let at = index;
  for (;;) {
    // "Two thousand and thirty", "thirty-two".
    const joint = at > index && (phrase.punctuation(at, "-") || (phrase.is(at, "and") && current === 0)) ? at + 1 : at;
    const part = phrase.get(joint, "number");
    if (!part || part.digits || phrase.isHan(joint) || !follows(current, part.n, at === index)) break;
    if (part.n === 100 || part.n === 1000) {
      total += (current || 1) * part.n;
      current = 0;
    } else {
      current += part.n;
    }
    at = joint + 1;
    ordinal = part.ordinal;
    if (ordinal) break;
  }
  return { value: { n: total + current, ordinal, digits: false }, next: at };
}

/** A year from 1900 to 2199: 2027, 2027 года, 2027年, two thousand and thirty-two, twenty twenty-seven. */
export function readYear(phrase: Phrase, index: number): Read<number> | null {
  const read = readNumber(phrase, index);
  if (!read || read.value.ordinal) return null;
  let { n } = read.value;
  let { next } = read;
  if (n === 20 && !read.value.digits) {
    const second = readNumber(phrase, next);
    if (second && second.value.n >= 10 && second.value.n < 100 && !second.value.digits) {
      n = 2000 + second.value.n;
      next = second.next;
    }
  }
  if (n < 1900 || n > 2199) return null;
  // "г" and "г." stand for "года".
  if (/^(года?|г|году)$/.test(phrase.text(next))) next = phrase.skipPunctuation(next + 1, ".");
  else if (phrase.text(next) === "年") next += 1;
  return { value: n, next };
}

function follows(current: number, n: number, first: boolean): boolean {
  if (first) return true;
  if (n === 100) return current > 0 && current < 10;
  if (n === 1000) return current > 0;
  if (current === 0) return true;
  if (current >= 20 && current < 100 && current % 10 === 0) return n > 0 && n < 10;
  return current >= 100 && n < 100;
}
