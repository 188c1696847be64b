import { resolveLocal } from "../resolve-local.ts";
import type { WhenNote } from "../when.ts";
import { type Built, unreadable } from "./built.ts";
import type { RecurrenceSpec } from "./fragment.ts";
import type { Intent } from "./intent.ts";
import { localText, type ResolveContext } from "./outcome.ts";
import { startInstant } from "./recurrence-ends.ts";
import { cronPattern, firstMatch, ruleText } from "./recurrence-pattern.ts";
import { defaultTime, timeOfPart, timeOptions } from "./resolve-time.ts";

/** Longer distances than these many units are nothing that anybody means. */
const MAX_DISTANCE = 1000;
/** The hours of "N times a day": morning and evening, more are spread between. */
const HOURS_OF_DAY: Readonly<Record<number, readonly number[]>> = {
  1: [9],
  2: [9, 21],
  3: [9, 15, 21],
  4: [9, 13, 17, 21],
  5: [9, 12, 15, 18, 21],
  6: [8, 11, 14, 17, 20, 23],
};

/** A recurrence of days or longer: a cron pattern where it can say it, else an RFC 5545 rule (TIME-1). */
export function buildCalendar(
  intent: Intent,
  rule: RecurrenceSpec,
  time: Temporal.PlainTime | undefined,
  firstDay: Temporal.PlainDate,
  from: Temporal.PlainDate | undefined,
  context: ResolveContext,
): Built {
  const { zone, hints } = context;
  if (intent.hours || rule.n > MAX_DISTANCE) return unreadable();
  if (rule.perDay) return buildPerDay(rule.perDay, intent, from, context);
  const notes: WhenNote[] = [];
  let clock = time;
  if (!clock) {
    clock = intent.part === undefined ? defaultTime(hints) : timeOfPart(intent.part, hints);
    // "Every morning" has said when.
    if (intent.part === undefined)
      notes.push({ code: "default_time", params: { time: clock.toString({ smallestUnit: "minute" }) } });
  }
  // The first day on which this time still lies ahead; what was left open takes its day from it.
  const first = isAhead(firstDay, clock, context) ? firstDay : firstDay.add({ days: 1 });
  if (assumesDay(rule)) notes.push({ code: "assumed_day", params: { date: first.toString() } });
  const days = clock.second === 0 ? cronPattern(rule, first) : null;
  if (days !== null) {
    const times = [clock, ...furtherTimes(intent, clock, context)];
    if (times.some((other) => other.minute !== clock.minute || other.second !== 0)) return unreadable();
    const pattern = `${clock.minute} ${hourList(times)} ${days}`;
    return { ok: true, schedule: { type: "cron", pattern, zone, ...startInstant(from, context) }, notes };
  }
  const text = intent.moreTimes.length > 0 ? null : ruleText(rule, first);
  if (text === null) return unreadable();
  const dtstart = localText(firstMatch(rule, first).toPlainDateTime(clock));
  return { ok: true, schedule: { type: "rrule", rule: text, dtstart, zone }, notes };
}

function buildPerDay(
  count: number,
  intent: Intent,
  from: Temporal.PlainDate | undefined,
  context: ResolveContext,
): Built {
  const { zone, hints } = context;
  const start = startInstant(from, context);
  if (intent.time) {
    const first = timeOptions(intent.time, intent.part, hints)[0]!.time;
    const times = [first, ...furtherTimes(intent, first, context)];
    if (times.length !== count || times.some((time) => time.minute !== first.minute)) return unreadable();
    const pattern = `${first.minute} ${hourList(times)} * * *`;
    return { ok: true, schedule: { type: "cron", pattern, zone, ...start }, notes: [] };
  }
  const hours = HOURS_OF_DAY[count];
  if (!hours) return unreadable();
  const times = hours.map((hour) => `${String(hour).padStart(2, "0")}:00`).join(", ");
  const schedule = { type: "cron" as const, pattern: `0 ${hours.join(",")} * * *`, zone, ...start };
  return { ok: true, schedule, notes: [{ code: "default_times", params: { times } }] };
}

/** Further times of a list: an hour without its half of the day is the next such after the first ("at 9 and 5"). */
function furtherTimes(intent: Intent, first: Temporal.PlainTime, { hints }: ResolveContext): Temporal.PlainTime[] {
  return intent.moreTimes.map((spec) => {
    if (isOn24Hours(intent)) return new Temporal.PlainTime(spec.h, spec.m, spec.s);
    const times = timeOptions(spec, intent.part, hints).map(({ time }) => time);
    const after = times.filter((time) => Temporal.PlainTime.compare(time, first) > 0);
    return after.sort(Temporal.PlainTime.compare)[0] ?? times[0]!;
  });
}

/** True for a list with an hour that only 24 hours have: "at 6 and 18". */
export function isOn24Hours({ time, moreTimes, part }: Intent): boolean {
  const specs = time && moreTimes.length > 0 ? [time, ...moreTimes] : [];
  const isPlain = specs.every(({ mode }) => mode === "literal" || mode === "twelve");
  return part === undefined && isPlain && specs.some(({ mode, h }) => mode === "literal" && h > 12);
}

function hourList(times: readonly Temporal.PlainTime[]): string {
  return [...new Set(times.map((time) => time.hour))].sort((a, b) => a - b).join(",");
}

function isAhead(day: Temporal.PlainDate, clock: Temporal.PlainTime, { zone, now }: ResolveContext): boolean {
  return Temporal.Instant.compare(resolveLocal(day.toPlainDateTime(clock), zone).instant, now) > 0;
}

function assumesDay(rule: RecurrenceSpec): boolean {
  return !(rule.weekdays ?? rule.days ?? rule.nth) && rule.unit !== "day";
}
