import type { Schedule } from "#core/time/schedule.ts";

/**
 * The schedule whose first due time is `at` instead, as a reading button offers it (TIME-6): the same day or rule at
 * another wall-clock time. Null where the rule itself would have to be read anew.
 */
export function otherSchedule(schedule: Schedule, at: Temporal.Instant): Schedule | null {
  const local = at.toZonedDateTimeISO(schedule.zone).toPlainDateTime();
  switch (schedule.type) {
    case "once":
    case "instant":
      return { type: "once", local: local.toString({ smallestUnit: "minute" }), zone: schedule.zone };
    case "cron": {
      const [minute, hour, ...rest] = schedule.pattern.split(" ");
      const fixed = /^\d+$/.test(`${minute}${hour}`);
      return fixed ? { ...schedule, pattern: [local.minute, local.hour, ...rest].join(" ") } : null;
    }
    case "rrule":
      return { ...schedule, dtstart: local.toString({ smallestUnit: "minute" }) };
    case "interval":
      return null;
    default:
      return schedule satisfies never;
  }
}
