import type { WhenOptions } from "#core/time/parse-when.ts";
import { parseWhen } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";

/** Words before the time in "/pause until Monday", «до понедельника», 到周一; "for" and «на» stand before a length. */
const UNTIL = /^(?:until|till|til|to|up to|for|до|на|直到|到)(?=\s|\d|[\p{Script=Han}])\s*/iu;
const AFTER_HAN = /(?:为止|止)$/u;

/**
 * Until when the owner wants silence: a time ("Monday at 9") or a length ("2 hours"); `past` for a time that is over, null if
 * the words say neither, or a recurrence. The instant is later than `now`.
 */
export function readPauseEnd(words: string, options: WhenOptions): Temporal.Instant | "past" | null {
  const said = words.trim().replace(UNTIL, "").replace(AFTER_HAN, "").trim();
  if (said === "") return null;
  // A bare length is read as one in each language: "2 hours" is "in 2 hours".
  for (const phrase of [said, `in ${said}`, `через ${said}`, `${said}后`]) {
    const when = parseWhen(phrase, options);
    if (when.ok && when.rest === "" && isOnce(when.schedule)) return when.next[0] ?? null;
    if (!when.ok && when.error.code === "when_in_past") return "past";
  }
  return null;
}
