import type { Fragment, TimeSpec } from "./fragment.ts";
import type { DayPart } from "./lexeme.ts";

/**
 * "At 9 in the morning and 9 in the evening", 早上9点和晚上9点: with two parts of the day each hour takes its own, since
 * one part cannot speak for them all.
 */
export function bindParts(fragments: readonly Fragment[]): readonly Fragment[] {
  const bound: Fragment[] = [];
  const parts = new Set<DayPart>();
  for (const fragment of fragments) {
    const previous = bound.at(-1);
    const ahead = previous?.meaning.f === "part" && previous.next === fragment.start ? previous.meaning : undefined;
    const part = fragment.meaning.f === "time" ? (fragment.meaning.part ?? partOf(ahead)) : undefined;
    const time = fragment.meaning.f === "time" && part !== undefined ? inHalf(fragment.meaning.time, part) : null;
    if (!time || part === undefined) {
      bound.push(fragment);
      continue;
    }
    parts.add(part);
    const takesPart = fragment.meaning.f === "time" && fragment.meaning.part === undefined;
    const start = takesPart && previous ? previous.start : fragment.start;
    if (takesPart) bound.pop();
    bound.push({ ...fragment, start, meaning: { f: "time", time } });
  }
  return parts.size > 1 ? bound : fragments;
}

/** The part alone; that of "tonight" has a day of its own. */
function partOf(
  meaning: { readonly part: DayPart; readonly offset?: number | undefined } | undefined,
): DayPart | undefined {
  return meaning?.offset === undefined ? meaning?.part : undefined;
}

/** The hour in its half of the day; null where the part does not tell it for certain. */
function inHalf(time: TimeSpec, part: DayPart): TimeSpec | null {
  if (time.mode !== "twelve") return time.mode === "literal" ? time : null;
  if (part === "morning" || part === "small-hours") return { ...time, mode: "am" };
  if (part === "night" || time.h === 12 || time.h < 4) return part === "afternoon" ? { ...time, mode: "pm" } : null;
  return part === "noon" ? null : { ...time, mode: "pm" };
}
