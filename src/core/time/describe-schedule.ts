import { cronFields, isDayOrWeekday } from "./cron.ts";
import { ruleParts } from "./rrule.ts";
import type { Schedule } from "./schedule.ts";

/** Days on which a recurrence falls, by kind; weekdays are 1 (Monday) to 7. */
export type DescribedDays =
  | { readonly code: "daily"; readonly n: number }
  | { readonly code: "weekly"; readonly n: number; readonly weekdays: readonly number[] }
  | { readonly code: "monthly"; readonly n: number; readonly days: readonly number[] }
  /** The last day of months that are too short stands for the day (TIME-5). */
  | { readonly code: "monthly-clamped"; readonly n: number; readonly day: number }
  /** `position` counts from the end if negative. */
  | {
      readonly code: "monthly-nth";
      readonly n: number;
      readonly position: number;
      readonly what: number | "day" | "workday";
    }
  | { readonly code: "monthly-if"; readonly n: number; readonly day: number; readonly weekdays: readonly number[] }
  | { readonly code: "yearly"; readonly n: number; readonly month: number; readonly day: number }
  /** Cron's "or": on these days of the month and on these weekdays (TIME-14). */
  | { readonly code: "days-or-weekdays"; readonly days: readonly number[]; readonly weekdays: readonly number[] };

export type ScheduleDescription =
  | { readonly code: "once" }
  /** `times` are `HH:MM`, in order. */
  | { readonly code: "at-times"; readonly on: DescribedDays; readonly times: readonly string[] }
  /** Steps through the hours; `hours` if they run only between two, the second included for hours and not for minutes. */
  | {
      readonly code: "every-minutes" | "every-hours";
      readonly n: number;
      /** The minute of the hour, for hours. */
      readonly minute: number;
      readonly hours?: { readonly from: number; readonly to: number } | undefined;
      readonly on: DescribedDays;
    }
  | { readonly code: "interval"; readonly minutes: number; readonly seconds: number }
  /** Beyond what words say shorter: the pattern or rule itself. */
  | { readonly code: "pattern"; readonly pattern: string };

const CRON_WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const RULE_WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const EVERY_DAY: DescribedDays = { code: "daily", n: 1 };

/** What a schedule does, as data for words (TIME-20); the end stands in the schedule itself. */
export function describeSchedule(schedule: Schedule): ScheduleDescription {
  switch (schedule.type) {
    case "once":
    case "instant":
      return { code: "once" };
    case "interval": {
      const seconds = Temporal.Duration.from(schedule.every).total("seconds");
      return { code: "interval", minutes: Math.floor(seconds / 60), seconds: Math.round(seconds % 60) };
    }
    case "cron":
      return describeCron(schedule.pattern) ?? { code: "pattern", pattern: schedule.pattern };
    case "rrule":
      return describeRule(schedule.rule, schedule.dtstart) ?? { code: "pattern", pattern: schedule.rule };
  }
}

function describeCron(pattern: string): ScheduleDescription | null {
  const { minute, hour } = cronFields(pattern);
  const on = cronDays(pattern);
  if (!on) return null;
  const minutes = values(minute, 0, 59);
  const hours = values(hour, 0, 23);
  if (minutes && hours && minutes.length * hours.length <= 6) {
    const times = hours.flatMap((h) => minutes.map((m) => timeText(h, m)));
    return { code: "at-times", on, times };
  }
  const step = minute === "*" ? 1 : stepOf(minute);
  const range = /^(\d+)-(\d+)$/.exec(hour);
  if (step !== null && (hour === "*" || range)) {
    const hours = hourRange(range);
    return { code: "every-minutes", n: step, minute: 0, hours: hours && { from: hours.from, to: hours.to + 1 }, on };
  }
  const hourStep = /^(?:\*|(\d+)-(\d+))(?:\/(\d+))?$/.exec(hour);
  if (minutes?.length === 1 && hourStep) {
    return {
      code: "every-hours",
      n: Number(hourStep[3] ?? 1),
      minute: minutes[0] ?? 0,
      hours: hourRange(hourStep),
      on,
    };
  }
  return null;
}

function hourRange(match: RegExpExecArray | null): { from: number; to: number } | undefined {
  return match?.[1] === undefined ? undefined : { from: Number(match[1]), to: Number(match[2]) };
}

function stepOf(field: string): number | null {
  const match = /^\*\/(\d+)$/.exec(field);
  // A step that does not divide the hour starts anew at each: "every N minutes" would be untrue.
  return match && 60 % Number(match[1]) === 0 ? Number(match[1]) : null;
}

function cronDays(pattern: string): DescribedDays | null {
  const { day, month, weekday } = cronFields(pattern);
  if (weekday.startsWith("+")) return null;
  const days = day === "*" ? [] : values(day, 1, 31);
  const weekdays = weekday === "*" ? [] : cronWeekdays(weekday);
  if (!days || !weekdays) return null;
  if (month !== "*") {
    const months = values(month, 1, 12);
    if (months?.length !== 1 || days.length !== 1 || weekdays.length > 0) return null;
    return { code: "yearly", n: 1, month: months[0] ?? 1, day: days[0] ?? 1 };
  }
  if (isDayOrWeekday(pattern)) return { code: "days-or-weekdays", days, weekdays };
  if (days.length > 0) return { code: "monthly", n: 1, days };
  return weekdays.length > 0 ? { code: "weekly", n: 1, weekdays } : EVERY_DAY;
}

function cronWeekdays(field: string): number[] | null {
  const numeric = field.replace(/[A-Z]{3}/g, (name) => String(CRON_WEEKDAYS.indexOf(name)));
  const days = values(numeric, 0, 7);
  return days && [...new Set(days.map((day) => (day === 0 ? 7 : day)))].sort((a, b) => a - b);
}

/** The values of a field of numbers, lists and ranges; null for anything else. */
function values(field: string, least: number, most: number): number[] | null {
  const all: number[] = [];
  for (const part of field.split(",")) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!match) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (from < least || to > most) return null;
    for (let n = from; n <= to; n += 1) all.push(n);
  }
  return all.sort((a, b) => a - b);
}

function describeRule(rule: string, dtstart: string): ScheduleDescription | null {
  const parts = ruleParts(rule);
  if (!parts || ["BYHOUR", "BYMINUTE", "BYWEEKNO", "BYYEARDAY"].some((name) => parts.has(name))) return null;
  const on = ruleDays(parts, Temporal.PlainDate.from(dtstart.slice(0, 10)));
  return on && { code: "at-times", on, times: [dtstart.slice(11, 16)] };
}

function ruleDays(parts: ReadonlyMap<string, string>, start: Temporal.PlainDate): DescribedDays | null {
  const n = Number(parts.get("INTERVAL") ?? 1);
  const days = parts.get("BYMONTHDAY")?.split(",").map(Number);
  const byDay = parts.get("BYDAY")?.split(",");
  const position = parts.has("BYSETPOS") ? Number(parts.get("BYSETPOS")) : undefined;
  switch (parts.get("FREQ")) {
    case "DAILY":
      return days || byDay ? null : { code: "daily", n };
    case "WEEKLY":
      return { code: "weekly", n, weekdays: byDay ? byDay.map(ruleWeekday) : [start.dayOfWeek] };
    case "YEARLY": {
      const month = Number(parts.get("BYMONTH") ?? start.month);
      if (byDay || !Number.isInteger(month)) return null;
      return { code: "yearly", n, month, day: days?.at(-1) ?? start.day };
    }
    case "MONTHLY":
      if (parts.has("BYMONTH")) return null;
      if (parts.get("BYSETPOS")?.includes(","))
        return byDay ? null : severalClamped(n, days ?? [], parts.get("BYSETPOS"));
      return monthlyDays(n, days, byDay, position, start);
    default:
      return null;
  }
}

/** "The 15th and the 30th", of which the last gives way to the end of a short month. */
function severalClamped(n: number, days: readonly number[], positions: string | undefined): DescribedDays | null {
  const last = days.at(-1) ?? 0;
  const fixed = days.filter((day) => day < 28);
  const ends = Array.from({ length: Math.max(0, last - 27) }, (_, i) => 28 + i);
  const isClamp = days.join(",") === [...fixed, ...ends].join(",") && last > 28;
  const said = [...fixed.map((_, i) => i + 1), -1].join(",");
  return isClamp && positions === said ? { code: "monthly", n, days: [...fixed, last] } : null;
}

function monthlyDays(
  n: number,
  days: readonly number[] | undefined,
  byDay: readonly string[] | undefined,
  position: number | undefined,
  start: Temporal.PlainDate,
): DescribedDays | null {
  // Words know first to fifth and last.
  if (position !== undefined && (position < -1 || position > 5)) return null;
  if (byDay?.join(",") === "MO,TU,WE,TH,FR" && position !== undefined) {
    return { code: "monthly-nth", n, position, what: "workday" };
  }
  if (byDay && days?.length === 1)
    return { code: "monthly-if", n, day: days[0] ?? 1, weekdays: byDay.map(ruleWeekday) };
  const nth = byDay?.length === 1 ? /^(-1|[1-5])([A-Z]{2})$/.exec(byDay[0] ?? "") : null;
  if (nth && !days) return { code: "monthly-nth", n, position: Number(nth[1]), what: ruleWeekday(nth[2] ?? "") };
  if (byDay) return null;
  if (days?.[0] === 28 && position === -1) return { code: "monthly-clamped", n, day: days.at(-1) ?? 31 };
  if (position !== undefined) return null;
  if (days?.length === 1 && days[0] === -1) return { code: "monthly-nth", n, position: days[0] ?? -1, what: "day" };
  return days?.some((day) => day < 0) ? null : { code: "monthly", n, days: days ?? [start.day] };
}

function ruleWeekday(name: string): number {
  return RULE_WEEKDAYS.indexOf(name.slice(-2)) + 1;
}

function timeText(hour: number, minute: number): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
