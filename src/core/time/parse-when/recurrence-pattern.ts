import type { RecurrenceSpec } from "./fragment.ts";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Day, month and weekday fields of a recurrence that cron can say; null for one that it cannot. */
export function cronPattern(rule: RecurrenceSpec, first: Temporal.PlainDate): string | null {
  if (rule.n !== 1 || rule.nth || rule.both) return null;
  switch (rule.unit) {
    case "day":
      return "* * *";
    case "week":
      return `* * ${weekdayField(rule.weekdays ?? [first.dayOfWeek])}`;
    case "month": {
      const days = rule.days ?? [first.day];
      return days.some((day) => day > 28) ? null : `${[...new Set(days)].sort((a, b) => a - b).join(",")} * *`;
    }
    case "year": {
      const month = rule.month ?? first.month;
      const day = rule.days?.[0] ?? first.day;
      return month === 2 && day > 28 ? null : `${day} ${month} *`;
    }
    default:
      return null;
  }
}

export function weekdayField(weekdays: readonly number[]): string {
  // Sunday is 0 in cron; three days in a row or more are a range.
  const days = [...new Set(weekdays)].sort((a, b) => a - b);
  const isRange = days.length > 2 && days.every((day, i) => day === days[0]! + i);
  if (days.length === 7) return "*";
  if (isRange) return days.at(-1) === 7 ? `${days[0]}-7` : `${days[0]}-${days.at(-1)}`;
  return days
    .map((day) => day % 7)
    .sort((a, b) => a - b)
    .join(",");
}

/** The RFC 5545 rule. A day that some months lack stands for their last one (TIME-5). */
export function ruleText(rule: RecurrenceSpec, first: Temporal.PlainDate): string | null {
  const every = rule.n === 1 ? "" : `;INTERVAL=${rule.n}`;
  switch (rule.unit) {
    case "day":
      return `FREQ=DAILY${every}`;
    case "week":
      return `FREQ=WEEKLY${every};BYDAY=${weekdayNames(rule.weekdays ?? [first.dayOfWeek])}`;
    case "month": {
      if (rule.nth) return `FREQ=MONTHLY${every};${nthParts(rule.nth)}`;
      const days = rule.days ?? [first.day];
      if (rule.both)
        return `FREQ=MONTHLY${every};BYMONTHDAY=${days.join(",")};BYDAY=${weekdayNames(rule.weekdays ?? [])}`;
      if (!clampsDay({ ...rule, days })) return `FREQ=MONTHLY${every};BYMONTHDAY=${days.join(",")}`;
      const clamped = clampParts(days);
      return clamped && `FREQ=MONTHLY${every};${clamped}`;
    }
    case "year": {
      const month = rule.month ?? first.month;
      const day = rule.days?.[0] ?? first.day;
      if (rule.nth) return `FREQ=YEARLY${every};BYMONTH=${month};${nthParts(rule.nth)}`;
      return month === 2 && day === 29
        ? `FREQ=YEARLY${every};BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1`
        : `FREQ=YEARLY${every};BYMONTH=${month};BYMONTHDAY=${day}`;
    }
    default:
      return null;
  }
}

function clampsDay(rule: RecurrenceSpec): boolean {
  return rule.unit === "month" && !rule.nth && !rule.both && (rule.days ?? []).some((day) => day > 28);
}

/** Days of which the last gives way to the end of a short month; null if several would. */
function clampParts(days: readonly number[]): string | null {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const last = sorted.pop() ?? 0;
  if (sorted.some((day) => day > 28)) return null;
  const ends = Array.from({ length: last - 27 }, (_, i) => 28 + i);
  const positions = [...sorted.map((_, i) => i + 1), -1];
  return `BYMONTHDAY=${[...new Set([...sorted, ...ends])].join(",")};BYSETPOS=${positions.join(",")}`;
}

function nthParts({ n, what }: NonNullable<RecurrenceSpec["nth"]>): string {
  if (what === "day") return `BYMONTHDAY=${n}`;
  if (what === "workday") return `BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${n}`;
  return `BYDAY=${n}${WEEKDAYS[what - 1]}`;
}

function weekdayNames(weekdays: readonly number[]): string {
  return weekdays.map((day) => WEEKDAYS[day - 1]).join(",");
}

/** DTSTART must be a day of the rule, since weeks and months are counted from it. */
export function firstMatch(rule: RecurrenceSpec, first: Temporal.PlainDate): Temporal.PlainDate {
  if (rule.unit !== "week" || !rule.weekdays) return first;
  for (let i = 0; i < 7; i += 1) {
    const day = first.add({ days: i });
    if (rule.weekdays.includes(day.dayOfWeek)) return day;
  }
  return first;
}
