import type { Read, SpokenSpan } from "./fragment.ts";
import type { Unit } from "./lexeme.ts";
import type { Phrase } from "./phrase.ts";
import { readNumber } from "./read-number.ts";

const UNITS: readonly Unit[] = ["second", "minute", "hour", "day", "week", "month", "year"];
const SECONDS: Readonly<Record<"second" | "minute" | "hour", number>> = { second: 1, minute: 60, hour: 3600 };

interface Term {
  readonly unit: Unit;
  readonly n: number;
}

/**
 * A length of time: "an hour and a half", "2h30m", «полтора часа», 一个半小时. `bare` allows a unit without a number
 * («через час», "every hour").
 */
export function readSpan(phrase: Phrase, index: number, bare = false): Read<SpokenSpan> | null {
  const terms: Term[] = [];
  let at = index;
  for (;;) {
    let from = at;
    if (terms.length > 0) from = phrase.skip(phrase.skipPunctuation(from, ","), "and");
    const term = readTerm(phrase, from, bare && terms.length === 0);
    const previous = terms.at(-1);
    if (!term || (previous && UNITS.indexOf(term.value.unit) >= UNITS.indexOf(previous.unit))) break;
    terms.push(term.value);
    at = term.next;
  }
  const last = terms.at(-1);
  if (!last) return null;
  const minutes = last.unit === "hour" ? readNumber(phrase, at) : null;
  // "2 hours 30", «через час двадцать»: minutes go without their name only at the end of the phrase.
  if (
    minutes &&
    minutes.value.n < 60 &&
    minutes.value.n >= 1 &&
    !minutes.value.ordinal &&
    endsHere(phrase, minutes.next)
  ) {
    terms.push({ unit: "minute", n: minutes.value.n });
    at = minutes.next;
  }
  return { value: sum(terms), next: at };
}

function endsHere(phrase: Phrase, index: number): boolean {
  return index >= phrase.length || phrase.punctuation(index, ".,;!?") || phrase.is(index, "later", "from-now");
}

function readTerm(phrase: Phrase, index: number, bare: boolean): Read<Term> | null {
  const span = phrase.get(index, "span");
  if (span) return { value: { unit: span.unit, n: span.n }, next: index + 1 };
  const article = phrase.is(index, "a") ? index + 1 : index;
  const fraction = readFraction(phrase, article);
  if (fraction) return fraction;
  const number = readNumber(phrase, index);
  if (number && !number.value.ordinal) return readCounted(phrase, number.value.n, number.next);
  if (article > index || bare) {
    const unit = phrase.get(article, "unit");
    if (unit && (unit.unit !== "second" || article > index || phrase.isCyrillic(article))) {
      return withHalf(phrase, unit.unit, unit.times, article + 1);
    }
  }
  return null;
}

/** Half an hour, a quarter of an hour. */
function readFraction(phrase: Phrase, index: number): Read<Term> | null {
  const part = phrase.is(index, "half") ? 0.5 : phrase.is(index, "quarter") ? 0.25 : 0;
  if (part === 0) return null;
  const at = phrase.skip(phrase.skip(index + 1, "of"), "a");
  const unit = phrase.get(at, "unit");
  return unit ? { value: { unit: unit.unit, n: part * unit.times }, next: at + 1 } : null;
}

function readCounted(phrase: Phrase, count: number, index: number): Read<Term> | null {
  let n = count;
  let at = index;
  if (phrase.is(at, "half-more")) {
    n += 0.5;
    at += 1;
  } else if (phrase.is(at, "a") && phrase.isHan(at)) {
    at += 1;
    // 一个半小时 is an hour and a half: the measure word stands inside.
    const inside = phrase.get(at, "span");
    if (inside && (inside.unit === "minute" || inside.unit === "month")) {
      const whole: Term =
        inside.unit === "minute" ? { unit: "hour", n: n + inside.n / 60 } : { unit: "year", n: n + inside.n / 12 };
      return { value: whole, next: at + 1 };
    }
    if (phrase.is(at, "half")) {
      n += 0.5;
      at += 1;
    }
  } else if (phrase.punctuation(at, "-") && phrase.get(at + 1, "unit")) {
    at += 1;
  } else if (phrase.is(at, "quarter") && phrase.is(at + 1, "of")) {
    // Three quarters of an hour.
    return readQuarters(phrase, n, at);
  }
  const unit = phrase.get(at, "unit");
  if (!unit) return null;
  const dotted =
    phrase.punctuation(at + 1, ".") && phrase.joined(at + 1) && phrase.text(at).length <= 3 ? at + 2 : at + 1;
  return withHalf(phrase, unit.unit, n * unit.times, dotted);
}

function readQuarters(phrase: Phrase, n: number, index: number): Read<Term> | null {
  const at = phrase.skip(index + 2, "a");
  const unit = phrase.get(at, "unit");
  return unit ? { value: { unit: unit.unit, n: (n / 4) * unit.times }, next: at + 1 } : null;
}

/** "… and a half", «… с половиной», 两天半. */
function withHalf(phrase: Phrase, unit: Unit, n: number, index: number): Read<Term> {
  if (phrase.is(index, "half-more")) return { value: { unit, n: n + 0.5 }, next: index + 1 };
  if (phrase.is(index, "quarter-more")) return { value: { unit, n: n + 0.25 }, next: index + 1 };
  if (phrase.isHan(index) && phrase.is(index, "half")) return { value: { unit, n: n + 0.5 }, next: index + 1 };
  return { value: { unit, n }, next: index };
}

/** So many of the unit. */
export function spanOf(unit: Unit, n: number): SpokenSpan {
  return sum([{ unit, n }]);
}

/** Fractions of calendar units become the next smaller ones: half a year is six months, half a day twelve hours. */
function sum(terms: readonly Term[]): SpokenSpan {
  let months = 0;
  let days = 0;
  let seconds = 0;
  const addDays = (n: number): void => {
    days += Math.trunc(n);
    seconds += Math.round((n - Math.trunc(n)) * 86_400);
  };
  for (const { unit, n } of terms) {
    if (unit === "year") months += Math.round(n * 12);
    else if (unit === "month") {
      months += Math.trunc(n);
      days += Math.round((n - Math.trunc(n)) * 30);
    } else if (unit === "week") addDays(n * 7);
    else if (unit === "day") addDays(n);
    else seconds += Math.round(n * SECONDS[unit]);
  }
  return { months, days, seconds };
}
