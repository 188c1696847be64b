import type { Fragment } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";

/** The residue guard: time words and figures beside what was read must have been read too (TIME-12). */
export function findUnread(
  phrase: Phrase,
  fragments: readonly Fragment[],
  used: readonly Fragment[],
  timeKnown: boolean,
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
    if (taken.has(index) || dropped.has(index) || !touches(phrase, index, taken)) continue;
    if (isUnreadTime(phrase, index, timeKnown)) return [index, index + 1];
  }
  return null;
}

function touches(phrase: Phrase, index: number, taken: ReadonlySet<number>): boolean {
  let before = index - 1;
  while (before >= 0 && !taken.has(before) && isJoint(phrase, before)) before -= 1;
  let after = index + 1;
  while (after < phrase.length && !taken.has(after) && isJoint(phrase, after)) after += 1;
  return taken.has(before) || taken.has(after);
}

function isUnreadTime(phrase: Phrase, index: number, timeKnown: boolean): boolean {
  const counted = phrase.isContent(index + 1) && !phrase.punctuation(index + 1, ",");
  if (phrase.get(index, "number")) {
    // "Read chapter 12 tonight at 8": with a time known, a number in front is the task's.
    if (phrase.punctuation(index + 1, "-–—")) return true;
    if (phrase.get(index, "number")?.ordinal && phrase.is(index + 1, "and")) return true;
    const own = counted || phrase.get(index, "number")?.ordinal || (timeKnown && phrase.isContent(index - 1));
    return !own;
  }
  if (phrase.get(index, "clock") || phrase.get(index, "day") || phrase.get(index, "named-time")) return true;
  if (phrase.get(index, "meridiem") && !phrase.is(index, "a")) return true;
  if (phrase.is(index, "before", "after", "ago", "without", "except") && !phrase.isHan(index)) {
    // "Before 5pm" leaves open when; "tomorrow at 5 before the meeting" does not.
    return !timeKnown || !phrase.isContent(phrase.skip(index + 1, "the", "a"));
  }
  if (phrase.is(index, "half", "quarter")) return true;
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
