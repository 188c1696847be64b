/** The times behind "choose" (REM-14); the first ones stand in the reminder's view. */
export const MORE_SNOOZE_CHOICES = ["3h", "tomorrow", "monday", "week"] as const;

const EVENING = "20:00";

/**
 * What a choice means now, as an ISO duration or local time for `planReminder`; undefined for an unknown choice.
 * Hours count from the press. Tonight is 20:00, after that in an hour; days begin at `morning` (`HH:MM`).
 */
export function snoozeWhen(choice: string, now: Temporal.Instant, zone: string, morning: string): string | undefined {
  const local = now.toZonedDateTimeISO(zone);
  const at = (date: Temporal.PlainDate, time: string): string => `${date.toString()}T${time}`;
  const today = local.toPlainDate();
  switch (choice) {
    case "10m":
      return "PT10M";
    case "1h":
      return "PT1H";
    case "3h":
      return "PT3H";
    case "tonight":
      return isBeforeEvening(now, zone) ? at(today, EVENING) : "PT1H";
    case "tomorrow":
      return at(today.add({ days: 1 }), morning);
    case "monday":
      return at(today.add({ days: 8 - today.dayOfWeek }), morning);
    case "week":
      return at(today.add({ weeks: 1 }), morning);
    default:
      return undefined;
  }
}

/** Whether "tonight" is still to come; after that it is not offered. */
export function isBeforeEvening(now: Temporal.Instant, zone: string): boolean {
  return Temporal.PlainTime.compare(now.toZonedDateTimeISO(zone).toPlainTime(), EVENING) < 0;
}
