import { parseWhen, type WhenOptions } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";

/** A new time in the words and the field that tools take. */
export type NewTime = { readonly when: string } | { readonly every: string };

/** Words that join what is moved to its new time. */
const JOINT = /^(?:to|until|till|for|by|на|до|к|到|至)(?:\s+|(?<=[到至]))/iu;
const LOOSE_JOINT = /(?:^|\s+)(?:to|until|till|for|by|back|на|до|к)$|[到至]$/iu;

/** A number of the list rather than an hour: it stands alone, or its new time is joined to it. */
const NUMBER = /^[#№]?\s*\d{1,3}(?:个|条|项)?(?:$|\s*[到至]|\s+(?:to|until|till|for|by|на|до|к)\s)/iu;

/** The time that `words` are, if they are nothing else. */
export function readNewTime(words: string, options: WhenOptions): NewTime | undefined {
  const bare = words.trim().replace(JOINT, "");
  // Without its preposition Russian has no evening and no hour: «до вечера» is a part of the day, «на час» a length.
  for (const time of options.locale === "ru" ? [bare, `на ${bare}`, `через ${bare}`] : [bare]) {
    const read = parseWhen(time, options);
    if (read.ok && read.rest === "") return isOnce(read.schedule) ? { when: time } : { every: time };
  }
  return undefined;
}

/** Tells what is moved from the time it is moved to: "1 to tomorrow at 9", «на час молоко». Either may be missing. */
export function splitMove(words: string, options: WhenOptions): { what: string; time: NewTime | undefined } {
  const text = words.trim();
  const pieces = options.locale === "zh" ? [...text] : text.split(/(?<=\s)/);
  const cut = (from: number, to?: number) => pieces.slice(from, to).join("");
  // The earliest place from which all is a time leaves the most to the time: "the tea to tomorrow at 9".
  for (let at = NUMBER.test(text) ? 1 : 0; at < pieces.length; at++) {
    const time = readNewTime(cut(at), options);
    if (time) return { what: cut(0, at).trim().replace(LOOSE_JOINT, ""), time };
  }
  for (let at = pieces.length - 1; at > 0; at--) {
    const time = readNewTime(cut(0, at), options);
    if (time) return { what: cut(at).trim(), time };
  }
  return { what: text, time: undefined };
}

/** "In 2 hours" and 2小时后 name a point in time; "by 2 hours" does not. */
const FROM_NOW = /^in\s|后$/i;

/** The words for a new time of what is due at `due`: a length such as "for an hour" counts from there. */
export function countedFrom(due: Temporal.Instant | undefined, time: NewTime, options: WhenOptions): NewTime {
  if (!("when" in time) || due === undefined || FROM_NOW.test(time.when)) return time;
  const readAt = (now: Temporal.Instant) => {
    const read = parseWhen(time.when, { ...options, now });
    return read.ok ? read.next[0] : undefined;
  };
  // Only a length follows the clock by the second.
  const [first, later] = [readAt(options.now), readAt(options.now.add({ seconds: 1 }))];
  const isLength = first !== undefined && later?.equals(first.add({ seconds: 1 })) === true;
  const at = isLength ? readAt(due)?.toZonedDateTimeISO(options.zone) : undefined;
  return at === undefined ? time : { when: at.toPlainDateTime().toString({ smallestUnit: "second" }) };
}
