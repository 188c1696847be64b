import { resolveLocal } from "../resolve-local.ts";
import type { Schedule } from "../schedule.ts";
import { type Built, unreadable } from "./built.ts";
import type { RecurrenceSpec, TimeSpec } from "./fragment.ts";
import type { Intent } from "./intent.ts";
import { type ResolveContext, reading, refuse } from "./outcome.ts";
import { startInstant } from "./recurrence-ends.ts";
import { weekdayField } from "./recurrence-pattern.ts";
import { defaultTime, timeOptions } from "./resolve-time.ts";

/** Ten years; the calendar has an end, and nobody waits for it. */
const MAX_MINUTES = 10 * 366 * 24 * 60;

/** "Every N minutes" (TIME-1): a cron step if it divides the hour, for hours the day, else elapsed time from now. */
export function everyMinutes(minutes: number, { zone, now }: ResolveContext): Schedule {
  if (minutes === 1) return { type: "cron", pattern: "* * * * *", zone };
  if (minutes < 60 && 60 % minutes === 0) return { type: "cron", pattern: `*/${minutes} * * * *`, zone };
  const hours = minutes / 60;
  if (hours === 1) return { type: "cron", pattern: "0 * * * *", zone };
  if (Number.isInteger(hours) && hours < 24 && 24 % hours === 0)
    return { type: "cron", pattern: `0 */${hours} * * *`, zone };
  const every = Temporal.Duration.from({ minutes }).round({ largestUnit: "hours" }).toString();
  return { type: "interval", every, anchor: now.toString(), zone };
}

/** "Every N minutes" or hours, perhaps between two hours or on some weekdays; it runs on elapsed time (TIME-4). */
export function buildElapsed(
  intent: Intent,
  rule: RecurrenceSpec,
  time: Temporal.PlainTime | undefined,
  from: Temporal.PlainDate | undefined,
  context: ResolveContext,
): Built {
  const { zone } = context;
  const minutes = rule.unit === "hour" ? rule.n * 60 : rule.unit === "minute" ? rule.n : rule.n / 60;
  if (!Number.isInteger(minutes) || minutes < 1) return tooFrequent(minutes, context);
  if (minutes > MAX_MINUTES) return unreadable();
  const schedule = everyMinutes(minutes, context);
  if (schedule.type === "cron") {
    const [minute = "*", hour = "*"] = schedule.pattern.split(" ");
    const hours = hoursField(intent, hour, minutes, time, context);
    if (hours === null || intent.moreTimes.length > 0) return unreadable();
    const days = rule.weekdays ? weekdayField(rule.weekdays) : "*";
    const pattern = `${time && minutes >= 60 ? time.minute : minute} ${hours} * * ${days}`;
    return { ok: true, schedule: { type: "cron", pattern, zone, ...startInstant(from, context) }, notes: [] };
  }
  if (intent.hours || rule.weekdays || schedule.type !== "interval") return unreadable();
  if (!time && !from) return { ok: true, schedule, notes: [] };
  // A start was named: it is the first due time.
  const clock = time ?? defaultTime(context.hints);
  const today = context.wall.toPlainDate();
  const isAhead = Temporal.PlainTime.compare(clock, context.wall.toPlainTime()) > 0;
  const day = from ?? (isAhead ? today : today.add({ days: 1 }));
  const anchor = resolveLocal(day.toPlainDateTime(clock), zone).instant.toString();
  return { ok: true, schedule: { ...schedule, anchor }, notes: [] };
}

function tooFrequent(shortest: number, context: ResolveContext): Built {
  const minutes = context.hints.minimumMinutes ?? 1;
  const params = { minutes, shortest: Math.round(shortest * 100) / 100 };
  const allowed = reading(everyMinutes(minutes, context), context.now);
  return { ok: false, outcome: refuse("when_too_frequent", params, [allowed]) };
}

function hoursField(
  intent: Intent,
  field: string,
  minutes: number,
  time: Temporal.PlainTime | undefined,
  context: ResolveContext,
): string | null {
  if (intent.hours) return hourRange(intent.hours, field, minutes >= 60, context);
  if (!time) return field;
  if (minutes < 60) return null;
  // "Every 2 hours starting at 9": the same distance, through that hour.
  const step = minutes / 60;
  const first = time.hour % step;
  return first === 0 ? field : Array.from({ length: 24 / step }, (_, i) => first + i * step).join(",");
}

/** The hours of "from 9 to 18": the last one is included for whole hours, for minutes the last run lies before it. */
function hourRange(
  hours: NonNullable<Intent["hours"]>,
  field: string,
  whole: boolean,
  context: ResolveContext,
): string | null {
  const [from, to] = wholeHours(hours, context);
  const last = whole ? to : to - 1;
  if (hours.from.m + hours.to.m > 0 || from === to) return null;
  const step = field.startsWith("*/") ? field.slice(1) : "";
  if (last < from) return throughMidnight(from, last + 24, Number(step.slice(1) || 1));
  return last === from ? String(from) : `${from}-${last}${step}`;
}

/** "Between 22:00 and 6:00": the hours of both days, in the order of the clock. */
function throughMidnight(from: number, last: number, step: number): string {
  const hours = Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, i) => (from + i * step) % 24);
  return hours.sort((a, b) => a - b).join(",");
}

/** The first and last hour of the day. An end without its half of the day is the next such hour after the start. */
function wholeHours({ from, to }: NonNullable<Intent["hours"]>, context: ResolveContext): [from: number, to: number] {
  const first = hourOf(from, context);
  if (to.mode !== "twelve") return [first, hourOf(to, context)];
  const isLate = to.h <= first && to.h + 12 > first && to.h + 12 <= 23;
  return [first, isLate ? to.h + 12 : to.h];
}

/** "From 6 to 10" may lie in the other half of the day too (TIME-6); null if the words, or the day, leave no choice. */
export function otherHours(
  { from, to }: NonNullable<Intent["hours"]>,
  context: ResolveContext,
): NonNullable<Intent["hours"]> | null {
  if (from.mode !== "twelve" || to.mode !== "twelve") return null;
  const first = (hourOf(from, context) + 12) % 24;
  const last = to.h > first ? to.h : to.h + 12;
  if (last <= first || last > 23) return null;
  return { from: { ...from, h: first, mode: "literal" }, to: { ...to, h: last, mode: "literal" } };
}

function hourOf(spec: TimeSpec, { hints }: ResolveContext): number {
  return timeOptions(spec, undefined, hints)[0]?.time.hour ?? spec.h;
}
