import type { MessageKey } from "#core/message-keys.ts";
import type { Schedule } from "#core/time/schedule.ts";
import type { BotParts } from "./bot-context.ts";

/** The words of the bot in the owner's language and zone as they are at this moment: a change counts at once (I18N-1). */
export interface OwnerWords {
  t(key: MessageKey, params?: Readonly<Record<string, string | number>>): string;
  /** An instant (epoch milliseconds) as weekday, date and time in the owner's zone. */
  moment(at: number): string;
  /** The day of an instant in the owner's zone, with its weekday. */
  day(at: number): string;
  /** The time of day of an instant in the owner's zone: `09:05`. */
  clockTime(at: number): string;
  /** How far away an instant is. */
  distance(at: number): string;
  schedule(schedule: Schedule): string;
}

export function ownerWords({
  words,
  time,
  preferences,
  clock,
}: Pick<BotParts, "words" | "time" | "preferences" | "clock">): OwnerWords {
  return {
    t: (key, params) => words.t(preferences.locale(), key, params),
    moment: (at) =>
      time.moment(preferences.locale(), preferences.zone(), Temporal.Instant.fromEpochMilliseconds(at), clock.now()),
    day: (at) =>
      new Intl.DateTimeFormat(preferences.locale() === "en" ? "en-GB" : preferences.locale(), {
        weekday: "long",
        day: "numeric",
        month: "long",
        timeZone: preferences.zone(),
      }).format(at),
    clockTime: (at) =>
      Temporal.Instant.fromEpochMilliseconds(at)
        .toZonedDateTimeISO(preferences.zone())
        .toPlainTime()
        .toString({ smallestUnit: "minute" }),
    distance: (at) => time.distance(preferences.locale(), clock.now(), Temporal.Instant.fromEpochMilliseconds(at)),
    schedule: (schedule) => time.schedule(preferences.locale(), schedule),
  };
}
