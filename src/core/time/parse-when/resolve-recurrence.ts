import { nextRun, shortestDistance } from "../recurrence.ts";
import type { Schedule } from "../schedule.ts";
import type { Reading, WhenNote } from "../when.ts";
import { type Built, unreadable } from "./built.ts";
import { buildCalendar, isOn24Hours } from "./calendar-recurrence.ts";
import { buildElapsed, everyMinutes, otherHours } from "./elapsed-recurrence.ts";
import type { RecurrenceSpec, TimeSpec } from "./fragment.ts";
import type { Intent } from "./intent.ts";
import { type Outcome, type ResolveContext, reading, refuse } from "./outcome.ts";
import { resolveDay, withEnds } from "./recurrence-ends.ts";
import { nightsOfDay, type TimeOption, timeOptions } from "./resolve-time.ts";

/** Resolves a recurrence to a cron pattern, an elapsed interval or an RFC 5545 rule (TIME-1), with its end (TIME-9). */
export function resolveRecurrence(intent: Intent, rule: RecurrenceSpec, context: ResolveContext): Outcome {
  const options = intent.time ? recurringTimes(intent, intent.time, rule, context) : [undefined];
  const readings: Reading[] = [];
  let notes: readonly WhenNote[] = [];
  for (const [index, option] of options.entries()) {
    const built = build(intent, shiftedRule(rule, option?.dayShift ?? 0), option?.time, context);
    const refused = built.ok ? checkRecurrence(built.schedule, context) : built.outcome;
    if (refused && index === 0) return refused;
    if (refused || !built.ok) continue;
    if (index === 0) notes = built.notes;
    readings.push(reading(built.schedule, context.now, options.length > 1 ? option?.convention : undefined));
  }
  if (rule.otherNth) {
    const { otherNth, ...plain } = rule;
    const monthly = { ...plain, unit: "month" as const, n: 1, weekdays: undefined, nth: otherNth };
    const built = build(intent, monthly, options[0]?.time, context);
    const fits = built.ok && checkRecurrence(built.schedule, context) === null;
    if (fits) readings.splice(1, 0, reading(built.schedule, context.now));
  }
  const hours = intent.hours ? otherHours(intent.hours, context) : null;
  if (hours) {
    const built = build({ ...intent, hours }, rule, options[0]?.time, context);
    if (built.ok && checkRecurrence(built.schedule, context) === null)
      readings.push(reading(built.schedule, context.now));
  }
  const [first, ...others] = readings;
  return first ? { ok: true, readings: [first, ...others], notes } : refuse("when_never");
}

/** The times of a recurrence that were perhaps meant; the hours of a list stand for each other's half of the day. */
function recurringTimes(intent: Intent, time: TimeSpec, rule: RecurrenceSpec, { hints }: ResolveContext): TimeOption[] {
  const said = timeOptions(time, intent.part, hints);
  const options = isOn24Hours(intent) ? said.filter((option) => option.time.hour === time.h) : said;
  // "At 9 and 5" has one order only.
  if (intent.moreTimes.some(({ h }) => h % 12 <= time.h % 12)) return options.slice(0, 1);
  return intent.ownNight && rule.weekdays ? nightsOfDay(options) : options;
}

/** The refusal of a recurrence that never fires, has ended, or fires more often than allowed (REM-7); null if it may stand. */
export function checkRecurrence(schedule: Schedule, context: ResolveContext): Outcome | null {
  try {
    if (nextRun(schedule, context.now) === null) {
      const ends = "ends" in schedule ? schedule.ends : undefined;
      return ends ? refuse("when_ended", { until: ends.until }) : refuse("when_never");
    }
  } catch {
    // A rule that matches nothing within the calculator's bound.
    return refuse("when_never");
  }
  const { minimumMinutes } = context.hints;
  if (minimumMinutes === undefined) return null;
  const shortest = shortestDistance(schedule, context.now);
  if (shortest === null || shortest >= minimumMinutes) return null;
  const params = { minutes: minimumMinutes, shortest: Math.round(shortest * 100) / 100 };
  return refuse("when_too_frequent", params, [reading(everyMinutes(minimumMinutes, context), context.now)]);
}

function build(
  intent: Intent,
  rule: RecurrenceSpec,
  time: Temporal.PlainTime | undefined,
  context: ResolveContext,
): Built {
  const kept = exceptDays(rule, intent.except);
  if (!kept) return unreadable();
  const today = context.wall.toPlainDate();
  const start = intent.start ? resolveDay(intent.start, context) : null;
  if (start && !start.ok) return start;
  const from = start && Temporal.PlainDate.compare(start.day, today) > 0 ? start.day : undefined;
  const isShort = rule.unit === "second" || rule.unit === "minute" || rule.unit === "hour";
  const built = isShort
    ? buildElapsed(intent, kept, time, from, context)
    : buildCalendar(intent, kept, time, from ?? today, from, context);
  return built.ok ? withEnds(built, intent, context) : built;
}

/** "Every day except Sunday"; null if no weekday is left or the recurrence has none to leave out. */
function exceptDays(rule: RecurrenceSpec, except: readonly number[] | undefined): RecurrenceSpec | null {
  if (!except) return rule;
  const isMonthly = rule.unit === "month" || rule.unit === "year" || rule.perDay !== undefined;
  const weekdays = (rule.weekdays ?? [1, 2, 3, 4, 5, 6, 7]).filter((day) => !except.includes(day));
  if (isMonthly || weekdays.length === 0) return null;
  if (rule.unit === "day" || rule.unit === "week") return rule.n === 1 ? { ...rule, unit: "week", weekdays } : null;
  return { ...rule, weekdays };
}

/** "Fridays at 12 at night" falls on the next day's first minute. */
function shiftedRule(rule: RecurrenceSpec, dayShift: 0 | 1): RecurrenceSpec {
  if (dayShift === 0 || !rule.weekdays || rule.both) return rule;
  return { ...rule, weekdays: rule.weekdays.map((day) => (day % 7) + 1) };
}
