import type { Reading, WhenNote } from "../parse-when.ts";
import { nextRun, nextRuns, shortestDistance } from "../recurrence.ts";
import { resolveLocal } from "../resolve-local.ts";
import type { Schedule } from "../schedule.ts";
import type { DateMeaning, Intent } from "./assemble.ts";
import type { RecurrenceSpec, SpokenSpan, TimeSpec } from "./fragment.ts";
import { localText, type Outcome, type ResolveContext, reading, refuse } from "./outcome.ts";
import { resolveDate } from "./resolve-date.ts";
import { defaultTime, timeOfPart, timeOptions } from "./resolve-time.ts";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** Firings that a count may ask for: each is computed to find the last. */
const MAX_COUNT = 1000;

type Built =
  | { readonly ok: true; readonly schedule: Schedule; readonly notes: WhenNote[] }
  | { readonly ok: false; readonly outcome: Outcome };

/** Resolves a recurrence to a cron pattern, an elapsed interval or an RFC 5545 rule (TIME-1), with its end (TIME-9). */
export function resolveRecurrence(intent: Intent, rule: RecurrenceSpec, context: ResolveContext): Outcome {
  const options = intent.time ? timeOptions(intent.time, intent.part, context.hints) : [undefined];
  const readings: Reading[] = [];
  let notes: readonly WhenNote[] = [];
  for (const [index, option] of options.entries()) {
    const built = build(intent, shiftedRule(rule, option?.dayShift ?? 0), option?.time, context);
    const checked = built.ok ? check(built.schedule, context) : built.outcome;
    if (checked && !checked.ok) {
      if (index === 0) return checked;
      continue;
    }
    if (!built.ok) continue;
    if (index === 0) notes = built.notes;
    readings.push(reading(built.schedule, context.now, options.length > 1 ? option?.convention : undefined));
  }
  if (rule.otherNth) {
    const { otherNth, ...plain } = rule;
    const built = build(
      intent,
      { ...plain, unit: "month", n: 1, weekdays: undefined, nth: otherNth },
      options[0]?.time,
      context,
    );
    if (built.ok && check(built.schedule, context) === null)
      readings.splice(1, 0, reading(built.schedule, context.now));
  }
  const [first, ...others] = readings;
  return first ? { ok: true, readings: [first, ...others], notes } : refuse("when_never");
}

/** Checks a recurrence that is complete: it must fire, not have ended, and keep the shortest distance (REM-7). */
export function check(schedule: Schedule, context: ResolveContext): Outcome | null {
  let next: Temporal.Instant | null;
  try {
    next = nextRun(schedule, context.now);
    if (!next) {
      const ended = "ends" in schedule && schedule.ends !== undefined;
      return refuse(ended ? "when_ended" : "when_never", ended && schedule.ends ? { until: schedule.ends.until } : {});
    }
  } catch {
    return refuse("when_never");
  }
  const { minimumMinutes } = context.hints;
  if (minimumMinutes === undefined) return null;
  const shortest = shortestDistance(schedule, context.now);
  if (shortest === null || shortest >= minimumMinutes) return null;
  const allowed = everyMinutes(minimumMinutes, context);
  return refuse("when_too_frequent", { minutes: minimumMinutes, shortest: Math.round(shortest * 100) / 100 }, [
    reading(allowed, context.now),
  ]);
}

/** "Every N minutes" (TIME-1): a cron step if it divides the hour, else elapsed time from now. */
export function everyMinutes(minutes: number, context: ResolveContext): Schedule {
  const { zone } = context;
  if (minutes === 1) return { type: "cron", pattern: "* * * * *", zone };
  if (minutes < 60 && 60 % minutes === 0) return { type: "cron", pattern: `*/${minutes} * * * *`, zone };
  const hours = minutes / 60;
  if (hours === 1) return { type: "cron", pattern: "0 * * * *", zone };
  if (Number.isInteger(hours) && hours < 24 && 24 % hours === 0)
    return { type: "cron", pattern: `0 */${hours} * * *`, zone };
  const every = Temporal.Duration.from({ minutes }).round({ largestUnit: "hours" }).toString();
  return { type: "interval", every, anchor: context.now.toString(), zone };
}

function build(
  intent: Intent,
  rule: RecurrenceSpec,
  time: Temporal.PlainTime | undefined,
  context: ResolveContext,
): Built {
  const start = intent.start ? resolveStart(intent.start, context) : null;
  if (start && !start.ok) return { ok: false, outcome: start };
  const firstDay = start?.ok ? start.day : context.wall.toPlainDate();
  const from = start?.ok && !start.isPast ? start.day : undefined;
  const short = rule.unit === "second" || rule.unit === "minute" || rule.unit === "hour";
  const built = short
    ? buildElapsed(intent, rule, time, from, context)
    : buildCalendar(intent, exceptDays(rule, intent.except), time, firstDay, from, context);
  if (!built.ok) return built;
  return withEnds(built, intent, context);
}

function unreadable(): Built {
  return { ok: false, outcome: refuse("when_unreadable", { understood: "" }) };
}

function buildElapsed(
  intent: Intent,
  rule: RecurrenceSpec,
  time: Temporal.PlainTime | undefined,
  from: Temporal.PlainDate | undefined,
  context: ResolveContext,
): Built {
  const { zone } = context;
  if (rule.unit === "second") {
    const minutes = rule.n / 60;
    if (!Number.isInteger(minutes) || minutes < 1) {
      return {
        ok: false,
        outcome: refuse(
          "when_too_frequent",
          { minutes: context.hints.minimumMinutes ?? 1, shortest: Math.round((rule.n / 60) * 100) / 100 },
          [reading(everyMinutes(context.hints.minimumMinutes ?? 1, context), context.now)],
        ),
      };
    }
    return buildElapsed(intent, { ...rule, unit: "minute", n: minutes }, time, from, context);
  }
  const minutes = rule.unit === "hour" ? rule.n * 60 : rule.n;
  const schedule = everyMinutes(minutes, context);
  if (schedule.type === "cron") {
    const [minute = "*", hour = "*", , ,] = schedule.pattern.split(" ");
    const hours = intent.hours
      ? hourRange(intent.hours, hour, rule.unit === "hour", context)
      : time
        ? startingHours(time, hour, minutes)
        : hour;
    if (hours === null || intent.moreTimes.length > 0) return unreadable();
    const days = rule.weekdays
      ? weekdayField(rule.weekdays)
      : intent.except
        ? weekdayField(exceptDays({ unit: "day", n: 1 }, intent.except).weekdays ?? [])
        : "*";
    const at = time && minutes >= 60 ? String(time.minute) : minute;
    return {
      ok: true,
      schedule: { type: "cron", pattern: `${at} ${hours} * * ${days}`, zone, ...startInstant(from, context) },
      notes: [],
    };
  }
  if (intent.hours || rule.weekdays || intent.except) return unreadable();
  if (schedule.type !== "interval") return unreadable();
  if (!time && !from) return { ok: true, schedule, notes: [] };
  // A start was named: it is the first due time.
  const clock = time ?? defaultTime(context.hints);
  const today = context.wall.toPlainDate();
  const day =
    from ?? (Temporal.PlainTime.compare(clock, context.wall.toPlainTime()) > 0 ? today : today.add({ days: 1 }));
  const anchor = resolveLocal(day.toPlainDateTime(clock), zone).instant.toString();
  return { ok: true, schedule: { ...schedule, anchor }, notes: [] };
}

/** The hours of "from 9 to 18": the last one is included for whole hours, for minutes the last run lies before it. */
function hourRange(
  hours: NonNullable<Intent["hours"]>,
  field: string,
  whole: boolean,
  context: ResolveContext,
): string | null {
  const from = hourOf(hours.from, context);
  let to = hourOf(hours.to, context);
  if (hours.to.mode === "twelve" && to <= from && to + 12 <= 23) to += 12;
  const last = whole ? to : to - 1;
  if (hours.from.m + hours.to.m > 0 || last < from) return null;
  const step = field.startsWith("*/") ? field.slice(1) : "";
  return last === from ? String(from) : `${from}-${last}${step}`;
}

function hourOf(spec: TimeSpec, { hints }: ResolveContext): number {
  return timeOptions(spec, undefined, hints)[0]?.time.hour ?? spec.h;
}

/** "Every 2 hours at 9": the same distance, through that hour. */
function startingHours(time: Temporal.PlainTime, field: string, minutes: number): string | null {
  if (minutes < 60) return null;
  const step = minutes / 60;
  if (step === 1) return field;
  const first = time.hour % step;
  return first === 0 ? field : Array.from({ length: 24 / step }, (_, i) => first + i * step).join(",");
}

function buildCalendar(
  intent: Intent,
  rule: RecurrenceSpec,
  time: Temporal.PlainTime | undefined,
  firstDay: Temporal.PlainDate,
  from: Temporal.PlainDate | undefined,
  context: ResolveContext,
): Built {
  const { zone, hints, wall } = context;
  if (intent.hours) return unreadable();
  if (rule.n > 1000) return unreadable();
  const notes: WhenNote[] = [];
  if (rule.perDay) return perDay(rule.perDay, intent, from, context);
  let clock = time;
  if (!clock) {
    clock = intent.part === undefined ? defaultTime(hints) : timeOfPart(intent.part, hints);
    notes.push({ code: "default_time", params: { time: clock.toString({ smallestUnit: "minute" }) } });
  }
  // The first day on which this time still lies ahead; what was left open takes its day from it.
  const first = isAhead(firstDay, clock, context) ? firstDay : firstDay.add({ days: 1 });
  const pattern = clock.second === 0 ? cronPattern(rule, first, clock) : null;
  if (assumesDay(rule)) notes.push({ code: "assumed_day", params: { date: first.toString() } });
  if (pattern !== null) {
    const minutes = intent.moreTimes.map((spec) => timeOptions(spec, intent.part, hints)[0]!.time);
    if (minutes.some((other) => other.minute !== clock.minute || other.second !== 0)) return unreadable();
    const hours = [...new Set([clock, ...minutes].map((one) => one.hour))].sort((a, b) => a - b);
    const schedule: Schedule = {
      type: "cron",
      pattern: `${clock.minute} ${hours.join(",")} ${pattern}`,
      zone,
      ...startInstant(from, context),
    };
    return { ok: true, schedule, notes };
  }
  if (intent.moreTimes.length > 0) return unreadable();
  const text = ruleText(rule, first);
  if (text === null) return unreadable();
  const dtstart = localText(firstMatch(rule, first).toPlainDateTime(clock));
  if (clampsDay(rule)) notes.push({ code: "clamped", params: { day: Math.max(...(rule.days ?? [first.day])) } });
  if (wall.year > 2200) return unreadable();
  return { ok: true, schedule: { type: "rrule", rule: text, dtstart, zone }, notes };
}

function isAhead(day: Temporal.PlainDate, clock: Temporal.PlainTime, { zone, now }: ResolveContext): boolean {
  return Temporal.Instant.compare(resolveLocal(day.toPlainDateTime(clock), zone).instant, now) > 0;
}

function assumesDay(rule: RecurrenceSpec): boolean {
  const named = rule.weekdays ?? rule.days ?? rule.nth;
  return !named && rule.unit !== "day";
}

/** Twice a day is morning and evening; more are spread between. */
function perDay(count: number, intent: Intent, from: Temporal.PlainDate | undefined, context: ResolveContext): Built {
  const hours: Readonly<Record<number, string>> = {
    1: "9",
    2: "9,21",
    3: "9,15,21",
    4: "9,13,17,21",
    5: "9,12,15,18,21",
    6: "8,11,14,17,20,23",
  };
  const named = intent.time
    ? [intent.time, ...intent.moreTimes].map((spec) => timeOptions(spec, intent.part, context.hints)[0]!.time)
    : [];
  const same = named.length === count && named.every((time) => time.minute === named[0]!.minute);
  const field = same
    ? named
        .map((time) => time.hour)
        .sort((a, b) => a - b)
        .join(",")
    : hours[count];
  if (!field || (named.length > 0 && !same)) return unreadable();
  const pattern = `${same ? named[0]!.minute : 0} ${field} * * *`;
  const notes = same
    ? []
    : [
        {
          code: "default_times",
          params: {
            times: field
              .split(",")
              .map((hour) => `${hour.padStart(2, "0")}:00`)
              .join(", "),
          },
        },
      ];
  return { ok: true, schedule: { type: "cron", pattern, zone: context.zone, ...startInstant(from, context) }, notes };
}

/** Day, month and weekday fields of a recurrence that cron can say; null for one that it cannot. */
function cronPattern(rule: RecurrenceSpec, first: Temporal.PlainDate, _clock: Temporal.PlainTime): string | null {
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

function weekdayField(weekdays: readonly number[]): string {
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
function ruleText(rule: RecurrenceSpec, first: Temporal.PlainDate): string | null {
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
      return days.length === 1 ? `FREQ=MONTHLY${every};${clampParts(days[0]!)}` : null;
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

function clampParts(day: number): string {
  const days = Array.from({ length: day - 27 }, (_, i) => 28 + i);
  return `BYMONTHDAY=${days.join(",")};BYSETPOS=-1`;
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
function firstMatch(rule: RecurrenceSpec, first: Temporal.PlainDate): Temporal.PlainDate {
  if (rule.unit !== "week" || !rule.weekdays) return first;
  for (let i = 0; i < 7; i += 1) {
    const day = first.add({ days: i });
    if (rule.weekdays.includes(day.dayOfWeek)) return day;
  }
  return first;
}

function exceptDays(rule: RecurrenceSpec, except: readonly number[] | undefined): RecurrenceSpec {
  if (!except || (rule.unit !== "day" && rule.unit !== "week") || rule.n !== 1) return rule;
  const days = (rule.weekdays ?? [1, 2, 3, 4, 5, 6, 7]).filter((day) => !except.includes(day));
  return { ...rule, unit: "week", weekdays: days };
}

/** "Every Friday at 12 at night" ends on the next day's first minute. */
function shiftedRule(rule: RecurrenceSpec, dayShift: 0 | 1): RecurrenceSpec {
  if (dayShift === 0 || !rule.weekdays || rule.both) return rule;
  return { ...rule, weekdays: rule.weekdays.map((day) => (day % 7) + 1) };
}

type Start =
  | { readonly ok: true; readonly day: Temporal.PlainDate; readonly isPast: boolean }
  | (Outcome & { readonly ok: false });

function resolveStart(meaning: DateMeaning, context: ResolveContext): Start {
  const day = firstDayOf(meaning, context);
  if (!day.ok) return day;
  return { ok: true, day: day.day, isPast: Temporal.PlainDate.compare(day.day, context.wall.toPlainDate()) <= 0 };
}

function firstDayOf(
  meaning: DateMeaning,
  context: ResolveContext,
): { readonly ok: true; readonly day: Temporal.PlainDate } | (Outcome & { readonly ok: false }) {
  const { wall, hints, locale } = context;
  const resolved = resolveDate(meaning, { today: wall.toPlainDate(), locale, conventions: hints.conventions ?? {} });
  const day = resolved.ok ? resolved.options[0]?.days[0] : undefined;
  if (day) return { ok: true, day };
  const said = resolved.ok ? "" : resolved.said;
  return { ok: false, code: "when_no_such_date", params: { when: said }, alternatives: [] };
}

function startInstant(from: Temporal.PlainDate | undefined, { zone }: ResolveContext): { from?: string } {
  return from ? { from: resolveLocal(from.toPlainDateTime(), zone).instant.toString() } : {};
}

/** Turns "for two weeks", "5 times", "until 1 March" into the last allowed instant. */
function withEnds(built: Built & { ok: true }, intent: Intent, context: ResolveContext): Built {
  const { schedule } = built;
  if (schedule.type === "once" || schedule.type === "instant") return built;
  if (intent.until) {
    const day = firstDayOf(intent.until, context);
    if (!day.ok) return { ok: false, outcome: day };
    const time = intent.until.time
      ? timeOptions(intent.until.time, undefined, context.hints)[0]!.time
      : new Temporal.PlainTime(23, 59, 59);
    const until = resolveLocal(day.day.toPlainDateTime(time), context.zone).instant;
    return { ...built, schedule: { ...schedule, ends: { until: until.toString() } } };
  }
  if (intent.count !== undefined) return withCount(built, intent.count, context);
  if (intent.lasting) {
    const until = afterSpan(schedule, intent.lasting, context);
    if (!until) return { ok: false, outcome: refuse("when_never") };
    return { ...built, schedule: { ...schedule, ends: { until: until.toString() } } };
  }
  return built;
}

/** The schedule with an end after `count` due times from now. */
export function withCount(built: Built & { ok: true }, count: number, context: ResolveContext): Built {
  const { schedule } = built;
  if (schedule.type === "once" || schedule.type === "instant") return built;
  if (count < 1 || count > MAX_COUNT) return unreadable();
  const last = nextRuns(schedule, context.now, count).at(-1);
  if (!last) return { ok: false, outcome: refuse("when_never") };
  return { ...built, schedule: { ...schedule, ends: { until: last.toString(), count } } };
}

/** "For 8 weeks" from the first due time; the one that begins the ninth is outside. */
function afterSpan(schedule: Schedule, span: SpokenSpan, { now, zone }: ResolveContext): Temporal.Instant | null {
  const first = nextRun(schedule, now);
  if (!first || span.months > 12 * 150 || span.days > 366 * 150) return null;
  const end = first.toZonedDateTimeISO(zone).add({ months: span.months }).add({ days: span.days });
  return end.toInstant().add({ seconds: span.seconds - 1 });
}
