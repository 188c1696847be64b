import type { Locale, Words } from "#core/ports.ts";
import type { Schedule } from "#core/time/schedule.ts";

export interface TimeWords {
  instant(locale: Locale, zone: string, at: Temporal.Instant, now: Temporal.Instant): string;
  distance(locale: Locale, from: Temporal.Instant, to: Temporal.Instant): string;
  schedule(locale: Locale, schedule: Schedule): string;
  note(
    locale: Locale,
    note: { code: string; params?: Readonly<Record<string, string | number>> },
    zone: string,
  ): string;
}

export function createTimeWords(_words: Words): TimeWords {
  return {
    instant: (_l, zone, at) => at.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "minute" }),
    distance: (_l, from, to) => from.until(to).toString(),
    schedule: (_l, s) => s.type,
    note: (_l, n) => n.code,
  };
}
