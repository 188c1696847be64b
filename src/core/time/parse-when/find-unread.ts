import type { Fragment } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readHanNthHead, readNthHead } from "./read-nth.ts";
import { isUnknownTime, skipUnknownDay } from "./unknown-day.ts";

/** What is known of when without the words that stayed unread. */
export interface Known {
  readonly time: boolean;
  /** A certain day, or days that recur. */
  readonly day: boolean;
  /** "In 10 minutes": no hour or day can be meant beside it. */
  readonly isElapsed: boolean;
}

/** The residue guard: time words and figures beside what was read must have been read too (TIME-12). */
export function findUnread(
  phrase: Phrase,
  fragments: readonly Fragment[],
  used: readonly Fragment[],
  known: Known,
): readonly [number, number] | null {
  const taken = new Set<number>();
  for (const fragment of used) for (let index = fragment.start; index < fragment.next; index += 1) taken.add(index);
  const dropped = new Set<number>();
  for (const fragment of fragments) {
    if (used.includes(fragment)) continue;
    const bare = fragment.meaning.f === "time" && fragment.meaning.bare;
    if (!bare) for (let index = fragment.start; index < fragment.next; index += 1) dropped.add(index);
  }
  for (let index = 0; index < phrase.length; index += 1) {
    if (phrase.get(index, "bad")) return [index, index + 1];
    if (taken.has(index) || dropped.has(index)) continue;
    const unread = findUnreadDay(phrase, index, taken, known);
    if (unread !== null) return [index, unread];
    if (!touches(phrase, index, index + 1, taken)) continue;
    if (isUnreadTime(phrase, index, known)) return [index, index + 1];
  }
  return null;
}

/** The index after several words that name a day and were not read as one: "the first Monday", "last day", "Mother's Day". */
function findUnreadDay(phrase: Phrase, index: number, taken: ReadonlySet<number>, known: Known): number | null {
  const head = readNthHead(phrase, index) ?? readHanNthHead(phrase, index);
  if (head) {
    // "The first Monday" of which only Monday was read.
    for (let inside = index; inside < head.next; inside += 1) if (taken.has(inside)) return head.next;
    const isTasks = head.value.what === "day" && phrase.isContent(phrase.skip(phrase.skip(head.next, "of"), "the"));
    if (!isTasks && touches(phrase, index, head.next, taken)) return head.next;
  }
  if (isUnreadLink(phrase, index, taken)) return index + 1;
  const past = isPastPeriod(phrase, index) ? index + 2 : index;
  if (past > index && (taken.has(index + 1) || touches(phrase, index, past, taken))) return past;
  if (!known.time && isUnknownTime(phrase, index) && touches(phrase, index, index + 1, taken)) return index + 1;
  const unknown = skipUnknownDay(phrase, index);
  return unknown > index && isUnreadUnknown(phrase, index, unknown, taken, known.day) ? unknown : null;
}

/** A day that cannot be computed says when if no other day does, if it recurs, or if it stands amid the time words. */
function isUnreadUnknown(
  phrase: Phrase,
  index: number,
  next: number,
  taken: ReadonlySet<number>,
  dayKnown: boolean,
): boolean {
  const start = phrase.isContent(index - 1) && !phrase.isHan(index) ? index - 2 : index - 1;
  const isPointed = phrase.is(start, "on", "at", "in");
  if (phrase.is(start, "every") || phrase.get(start, "year")) return true;
  if (dayKnown) return isPointed && isAmid(phrase, index, next, taken);
  return isPointed || (!phrase.isContent(next) && touches(phrase, index, next, taken));
}

/** A word that would have moved, counted or doubled what was read behind it or in front: "or 10", "week on Friday", 两个周一. */
function isUnreadLink(phrase: Phrase, index: number, taken: ReadonlySet<number>): boolean {
  const next = phrase.skip(index + 1, "at", "on");
  const names =
    phrase.get(next, "number") ?? phrase.get(next, "clock") ?? phrase.get(next, "weekday") ?? phrase.get(next, "day");
  if (phrase.is(index, "or") && taken.has(index - 1) && names) return true;
  if (/^(week|fortnight)$/.test(phrase.text(index)) && phrase.text(index + 1) === "on" && taken.has(next))
    return !phrase.isContent(index - 1);
  if (/^(eve|накануне)$/.test(phrase.text(index))) return taken.has(phrase.skip(index + 1, "of"));
  const isCounted = phrase.isHan(index + 1) && phrase.is(index + 1, "a") && phrase.get(index, "number") !== undefined;
  return isCounted && phrase.get(index + 2, "weekday") !== undefined;
}

/** "Last week", «прошлая пятница», 上周五, 上个月. */
function isPastPeriod(phrase: Phrase, index: number): boolean {
  const points =
    phrase.is(index, "last") ||
    (phrase.is(index, "ago") && /^(上|上个|上個|прошл|позапрошл|минувш)/.test(phrase.text(index)));
  const unit = phrase.get(index + 1, "unit")?.unit;
  const isPart = phrase.is(index, "last") && phrase.get(index + 1, "part") !== undefined;
  const period = unit === "week" || unit === "month" || unit === "year" || isPart;
  const names =
    period || phrase.get(index + 1, "weekday") !== undefined || phrase.get(index + 1, "month") !== undefined;
  return points && names && !phrase.is(index + 2, "time-of");
}

/** A word that was read stands beside, with nothing but joints between. */
function touches(phrase: Phrase, index: number, next: number, taken: ReadonlySet<number>): boolean {
  return followsUsed(phrase, index, taken) || precedesUsed(phrase, next, taken);
}

function isAmid(phrase: Phrase, index: number, next: number, taken: ReadonlySet<number>): boolean {
  return followsUsed(phrase, index, taken) && precedesUsed(phrase, next, taken);
}

function followsUsed(phrase: Phrase, index: number, taken: ReadonlySet<number>): boolean {
  let before = index - 1;
  while (before >= 0 && !taken.has(before) && isJoint(phrase, before)) before -= 1;
  return taken.has(before);
}

function precedesUsed(phrase: Phrase, next: number, taken: ReadonlySet<number>): boolean {
  let after = next;
  while (after < phrase.length && !taken.has(after) && isJoint(phrase, after)) after += 1;
  return taken.has(after);
}

function isUnreadTime(phrase: Phrase, index: number, { time: timeKnown, isElapsed }: Known): boolean {
  // 5个人 is a number of people.
  const measured = phrase.isHan(index + 1) ? phrase.skip(index + 1, "a") : index + 1;
  const counted = phrase.isContent(measured) && !phrase.punctuation(index + 1, ",");
  if (phrase.get(index, "number")) {
    // "Read chapter 12 tonight at 8": with a time known, a number in front is the task's.
    if (phrase.punctuation(index + 1, "-–—")) return true;
    if (phrase.get(index, "number")?.ordinal && phrase.is(index + 1, "and")) return true;
    if (isElapsed && (phrase.isContent(index - 1) || (phrase.get(index, "number")?.n ?? 0) >= 100)) return false;
    const own = counted || phrase.get(index, "number")?.ordinal || (timeKnown && phrase.isContent(index - 1));
    return !own;
  }
  // "Hourly at :15".
  if (phrase.punctuation(index, ":") && !phrase.joined(index) && phrase.joined(index + 1)) {
    return phrase.get(index + 1, "number") !== undefined;
  }
  // "At 9:5" is no time that one could be sure of, "1:1 with Bob" none at all.
  if (/^\d+:\d$/.test(phrase.text(index))) return phrase.is(index - 1, "at");
  if (phrase.is(index, "half-more", "quarter-more")) return true;
  // "Friday week" in front of a task may name it: "week planning".
  if (/^(week|fortnight)$/.test(phrase.text(index))) {
    if (phrase.get(index - 1, "weekday") ?? phrase.get(index - 1, "day")) return true;
  }
  // "On Tuesday last".
  if (phrase.is(index, "last") && phrase.get(index - 1, "weekday") && !phrase.isContent(index + 1)) return true;
  if (phrase.get(index, "clock") || phrase.get(index, "day") || phrase.get(index, "named-time")) return true;
  if (phrase.get(index, "meridiem") && !phrase.is(index, "a")) return true;
  if (phrase.is(index, "before", "after", "ago", "without", "except") && !phrase.isHan(index)) {
    // "Before 5pm" leaves open when; "tomorrow at 5 before the meeting" does not.
    return !timeKnown || !phrase.isContent(phrase.skip(index + 1, "the", "a"));
  }
  if (phrase.is(index, "half", "quarter")) return true;
  if (phrase.get(index, "weekdays") ?? phrase.get(index, "workday")) {
    if (!phrase.isHan(index) && phrase.is(index - 1, "every-gap", "a")) return true;
  }
  // "This time tomorrow", «в это же время», 同一时间: the phrase, not the word.
  if (phrase.is(index, "times") && /[ 时時]/.test(phrase.text(index))) return true;
  // "End" alone is a verb as well: "it will end tomorrow".
  if (phrase.is(index, "end") && phrase.text(index) !== "end") return true;
  if (phrase.is(index, "last") && (phrase.get(index + 1, "unit") || phrase.get(index + 1, "weekday"))) return true;
  const counts = phrase.get(index - 1, "number") ?? phrase.is(index - 1, "a");
  if (phrase.get(index, "unit") && counts && !phrase.isContent(index + 1)) return true;
  if (phrase.is(index, "from", "until") && !phrase.isHan(index)) return true;
  if (phrase.is(index, "every") || phrase.is(index, "every-gap")) return !phrase.is(index, "at");
  return false;
}

/** A word or sign that only joins two parts of a time phrase. */
export function isJoint(phrase: Phrase, index: number): boolean {
  if (phrase.punctuation(index, ",、-–—")) return true;
  return phrase.is(index, "at", "on", "in", "by", "the", "of", "for", "about", "and", "filler", "ish");
}
