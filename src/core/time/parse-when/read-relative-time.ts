import type { Read, TimeSpec } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readSpan } from "./read-span.ts";
import { readPlainTime } from "./read-time.ts";

/** "10 minutes before 5pm", «за час до полуночи», "an hour after noon"; never over midnight, whose day would be open. */
export function readRelativeTime(phrase: Phrase, index: number): Read<TimeSpec> | null {
  const span = phrase.isHan(index) ? null : readSpan(phrase, index, phrase.isCyrillic(index));
  if (!span || span.value.days + span.value.months > 0 || span.value.seconds % 60 !== 0) return null;
  const sign = phrase.is(span.next, "before") ? -1 : phrase.is(span.next, "after") ? 1 : 0;
  const time = sign === 0 ? null : readPlainTime(phrase, span.next + 1, true);
  if (!time || time.value.part !== undefined || time.value.time.s > 0) return null;
  const { h, m, mode } = time.value.time;
  const hour = mode === "pm" ? (h % 12) + 12 : mode === "am" ? h % 12 : h;
  // Midnight counted back from is the end of the day.
  const from = hour === 0 && m === 0 && sign < 0 ? 24 * 60 : hour * 60 + m;
  const minutes = from + (sign * span.value.seconds) / 60;
  const least = mode === "twelve" ? 60 : 0;
  const most = mode === "twelve" ? 13 * 60 : 24 * 60;
  if (minutes < least || minutes >= most) return null;
  const value: TimeSpec = {
    h: Math.floor(minutes / 60),
    m: minutes % 60,
    s: 0,
    mode: mode === "twelve" ? "twelve" : "literal",
  };
  return { value, next: time.next };
}
