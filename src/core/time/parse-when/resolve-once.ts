import type { Reading, WhenNote } from "../when.ts";
import { workdaysAfter } from "./calendar.ts";
import { type Candidate, finish, isAhead } from "./finish-once.ts";
import type { DateMeaning } from "./fragment.ts";
import type { Intent } from "./intent.ts";
import { localText, type Outcome, onceAt, type ResolveContext, reading, refuse } from "./outcome.ts";
import { type DateOption, noSuchDate, resolveDate } from "./resolve-date.ts";
import { defaultTime, nightsOfDay, type TimeOption, timeOfPart, timeOptions, todaySlots } from "./resolve-time.ts";

/** Until this hour "tomorrow" may mean the day that has just begun (TIME-6). */
const NIGHT_ENDS = 4;

/** Resolves a single time. Nothing at or before now is ever an answer (TIME-7). */
export function resolveOnce(intent: Intent, context: ResolveContext): Outcome {
  if (intent.iso !== undefined) return resolveIso(intent.iso, context);
  if (intent.span) return resolveSpan(intent, intent.span, context);
  const date = intent.date?.date;
  // Like "in 5 days", "in 5 working days" keeps the wall clock; "the next working day" is a day.
  if (date?.is === "workdays" && date.n > 1 && !intent.time && intent.part === undefined)
    return finish(
      [{ local: workdaysAfter(context.wall.toPlainDate(), date.n).toPlainDateTime(clockOf(context)) }],
      [],
      context,
    );
  if (intent.date) return withOrDay(resolveDated(intent, intent.date, context), intent, context);
  if (intent.partOffset !== undefined) {
    return resolveDated(intent, { date: { is: "day", offset: intent.partOffset } }, context);
  }
  return withOrFigures(resolveUndated(intent, context), intent, context);
}

/** Adds the reading of «5.12» as the 5th of December. */
function withOrFigures(outcome: Outcome, { orFigures }: Intent, context: ResolveContext): Outcome {
  if (!outcome.ok || !orFigures) return outcome;
  const other = resolveDated({ moreTimes: [] }, { date: { is: "figures", ...orFigures, sep: "." } }, context);
  const [first, ...others] = outcome.readings;
  return other.ok ? { ...outcome, readings: [first, other.readings[0], ...others] } : outcome;
}

function clockOf({ wall }: ResolveContext): Temporal.PlainTime {
  return wall.toPlainTime().round({ smallestUnit: "second", roundingMode: "floor" });
}

/** Adds the reading of "Tuesday 11" as the Tuesday that is an 11th. */
function withOrDay(outcome: Outcome, intent: Intent, context: ResolveContext): Outcome {
  const date = intent.date?.date;
  if (!outcome.ok || intent.orDay === undefined || date?.is !== "weekday") return outcome;
  const meaning: DateMeaning = { date: { is: "day-of-month", d: intent.orDay }, weekday: date.day };
  const other = resolveDated({ moreTimes: [] }, meaning, context);
  return other.ok ? { ...outcome, readings: [...outcome.readings, other.readings[0]] } : outcome;
}

function resolveIso(text: string, context: ResolveContext): Outcome {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text)) {
    let at: Temporal.Instant;
    try {
      at = Temporal.Instant.from(text);
    } catch {
      return refuse("when_no_such_date", { when: text });
    }
    if (Temporal.Instant.compare(at, context.now) <= 0) return refuse("when_in_past", { when: text });
    return {
      ok: true,
      readings: [reading({ type: "instant", at: at.toString(), zone: context.zone }, context.now)],
      notes: [],
    };
  }
  try {
    return finish([{ local: Temporal.PlainDateTime.from(text, { overflow: "reject" }).round("second") }], [], context);
  } catch {
    return refuse("when_no_such_date", { when: text });
  }
}

function resolveSpan(intent: Intent, { span, sign }: NonNullable<Intent["span"]>, context: ResolveContext): Outcome {
  const { now, zone, wall } = context;
  if (sign < 0 || span.months + span.days + span.seconds === 0)
    return refuse("when_in_past", { when: localText(wall.round("second")) });
  if (span.months > 12 * 150 || span.days > 366 * 150 || span.seconds > 86_400 * 366 * 150)
    return refuse("when_unreadable", { understood: "" });
  if (span.months + span.days === 0) {
    const at = now.add({ seconds: span.seconds });
    return { ok: true, readings: [reading({ type: "instant", at: at.toString(), zone }, now)], notes: [] };
  }
  const moved = now.toZonedDateTimeISO(zone).add({ months: span.months }).add({ days: span.days });
  const clamped = span.months > 0 && span.days === 0 && moved.day < wall.day;
  const notes: WhenNote[] = clamped ? [{ code: "clamped", params: { day: wall.day } }] : [];
  if (intent.time || intent.part !== undefined || intent.date) {
    const date: DateMeaning = {
      date: { is: "offset", span: { ...span, seconds: 0 }, sign: 1, from: null },
      weekday: intent.date?.date.is === "weekday" ? intent.date.date.day : undefined,
    };
    const dated = resolveDated(intent, date, context);
    return dated.ok ? { ...dated, notes: [...notes, ...dated.notes] } : dated;
  }
  if (span.seconds > 0) {
    const at = moved.toInstant().add({ seconds: span.seconds });
    return { ok: true, readings: [reading({ type: "instant", at: at.toString(), zone }, now)], notes };
  }
  return finish(
    [{ local: moved.toPlainDateTime().round({ smallestUnit: "second", roundingMode: "floor" }) }],
    notes,
    context,
  );
}

function resolveDated(intent: Intent, meaning: DateMeaning, context: ResolveContext): Outcome {
  const { wall, hints } = context;
  const today = wall.toPlainDate();
  const resolved = resolveDate(meaning, { today, locale: context.locale, conventions: hints.conventions ?? {} });
  if (!resolved.ok) {
    const days = resolved.nearest.map((day) => day.toPlainDateTime(firstTime(intent, context)));
    return refuse("when_no_such_date", noSuchDate(resolved), asReadings(days, context));
  }
  const notes: WhenNote[] = [];
  const candidates: Candidate[] = [];
  if (meaning.endOfDay) {
    for (const option of resolved.options) {
      const days = option.days.map((day) => day.toPlainDateTime(new Temporal.PlainTime(23, 59, 59)));
      pushFirstAhead(candidates, days, option, undefined, context);
    }
  } else if (intent.time) {
    const said = timeOptions(intent.time, intent.part, hints);
    const isToday = meaning.date.is === "day" && meaning.date.offset === 0;
    const times = intent.ownNight && !isToday ? nightsOfDay(said) : said;
    // Midnight of a day that was named is its beginning or its end.
    const midnight =
      intent.time.mode === "literal" &&
      !intent.time.endOfDay &&
      intent.time.h + intent.time.m === 0 &&
      resolved.options.length === 1;
    for (const option of resolved.options) {
      for (const time of times) pushFirstAhead(candidates, atTime(option, time, context), option, time, context);
    }
    if (midnight && intent.part === undefined) {
      const ends: TimeOption = { ...times[0]!, dayShift: 1 };
      for (const option of resolved.options)
        pushFirstAhead(candidates, atTime(option, ends, context), option, undefined, context);
    }
    if (resolved.options.length > 1) interleave(candidates, times.length);
    // "14 October at 9", said at ten that day, is nine in the evening rather than next year.
    else if (hasNoYear(meaning) && times.every(({ awake }) => awake) && !intent.ownNight)
      candidates.sort((a, b) => Temporal.PlainDateTime.compare(a.local, b.local));
  } else {
    for (const option of resolved.options) {
      const found = withoutTime(intent, option, resolved.rolls, context);
      if (found) candidates.push({ local: found, convention: option.convention });
    }
    // "Tomorrow morning" has said when.
    if (intent.part === undefined) notes.push(defaultNote(candidates[0]?.local));
  }
  const named = resolved.options[0]?.days[0];
  if (candidates.length === 0) return refusePast(intent, named, context);
  if (meaning.date.is === "day" && meaning.date.offset === 1 && wall.hour < NIGHT_ENDS) {
    for (const { local } of candidates.slice(0, 1)) {
      const sooner = local.subtract({ days: 1 });
      if (isAhead(sooner, context)) candidates.splice(1, 0, { local: sooner });
    }
  }
  if (hasNoYear(meaning) && candidates[0] && candidates[0].local.year !== wall.year) {
    notes.push({ code: "assumed_year", params: { year: candidates[0].local.year } });
  }
  if (meaning.date.is === "period")
    notes.push({ code: "assumed_day", params: { date: candidates[0]!.local.toPlainDate().toString() } });
  return finish(candidates, notes, context);
}

/** Two days with two times each: the same time on the other day is the nearer second reading. */
function interleave(candidates: Candidate[], times: number): void {
  if (candidates.length !== 2 * times || times < 2) return;
  const [a, b, c, d] = candidates;
  if (a && b && c && d) candidates.splice(0, 4, a, c, b, d);
}

function hasNoYear({ date }: DateMeaning): boolean {
  return (
    (date.is === "month-day" && date.y === undefined && date.yearShift === undefined) ||
    (date.is === "figures" && date.y === undefined)
  );
}

/** The option's days at the time. "Tonight at 3", said at one o'clock, is the night that is on. */
function atTime(option: DateOption, time: TimeOption, { wall }: ResolveContext): Temporal.PlainDateTime[] {
  return option.days.flatMap((day) => {
    const at = day.add({ days: time.dayShift }).toPlainDateTime(time.time);
    const inThisNight = time.dayShift === 1 && wall.hour < NIGHT_ENDS && day.equals(wall.toPlainDate());
    return inThisNight ? [day.toPlainDateTime(time.time), at] : [at];
  });
}

function pushFirstAhead(
  into: Candidate[],
  days: readonly Temporal.PlainDateTime[],
  option: DateOption,
  time: TimeOption | undefined,
  context: ResolveContext,
): void {
  const local = days.find((day) => isAhead(day, context));
  if (local && !into.some((other) => other.local.equals(local))) {
    into.push({ local, convention: option.convention ?? time?.convention });
  }
}

/** A day without a time: the default hour; today has its own hours (TIME-7). */
function withoutTime(
  intent: Intent,
  option: DateOption,
  rolls: boolean,
  context: ResolveContext,
): Temporal.PlainDateTime | null {
  const { hints, wall } = context;
  const usual = intent.part === undefined ? defaultTime(hints) : timeOfPart(intent.part, hints);
  for (const day of option.days) {
    const isToday = day.equals(wall.toPlainDate());
    const weekly = rolls && option.days.length > 1 && option.days[1]!.since(day).days === 7;
    if (isToday && !weekly) {
      const slots = intent.part === undefined ? todaySlots(undefined, hints) : todaySlots(intent.part, hints);
      const slot = slots.map((time) => day.toPlainDateTime(time)).find((at) => isAhead(at, context));
      if (slot) return slot;
      const over =
        intent.part !== undefined && intent.part !== "evening" && intent.part !== "late" && intent.part !== "night";
      if (!over) return wall.add({ hours: 1 }).round({ smallestUnit: "minute", roundingMode: "floor" });
    } else {
      const at = day.toPlainDateTime(usual);
      if (isAhead(at, context)) return at;
    }
  }
  return null;
}

function resolveUndated(intent: Intent, context: ResolveContext): Outcome {
  const { wall, hints } = context;
  const today = wall.toPlainDate();
  const days = [today, today.add({ days: 1 }), today.add({ days: 2 })];
  if (!intent.time) {
    const at = days
      .map((day) => day.toPlainDateTime(timeOfPart(intent.part ?? "morning", hints)))
      .find((local) => isAhead(local, context));
    const notes = intent.part === undefined ? [defaultNote(at)] : [];
    return at ? finish([{ local: at }], notes, context) : refuse("when_unreadable", { understood: "" });
  }
  const options = timeOptions(intent.time, intent.part, hints);
  // Without a day the next such time is meant, so the night's own day does not matter.
  const ahead = options.flatMap((option) => {
    const local = days.map((day) => day.toPlainDateTime(option.time)).find((at) => isAhead(at, context));
    return local ? [{ local, option }] : [];
  });
  ahead.sort(
    (a, b) => Number(b.option.awake) - Number(a.option.awake) || Temporal.PlainDateTime.compare(a.local, b.local),
  );
  return finish(
    ahead.map(({ local, option }) => ({ local, convention: option.convention })),
    [],
    context,
  );
}

/** The refusal of a time that has passed, with the same time tomorrow, or that date next year. */
function refusePast(intent: Intent, day: Temporal.PlainDate | undefined, context: ResolveContext): Outcome {
  const { wall } = context;
  const time = firstTime(intent, context);
  const local = (day ?? wall.toPlainDate()).toPlainDateTime(time);
  const tomorrow = wall.toPlainDate().add({ days: 1 }).toPlainDateTime(time);
  const nextYear = local.with({ year: wall.year });
  const sameDate = isAhead(nextYear, context) ? nextYear : nextYear.add({ years: 1 });
  const isToday = local.toPlainDate().equals(wall.toPlainDate());
  const alternatives = isToday
    ? [tomorrow]
    : Math.abs(local.since(wall, { largestUnit: "days" }).days) < 7
      ? [tomorrow]
      : [sameDate];
  return refuse("when_in_past", { when: localText(local) }, asReadings(alternatives, context));
}

function firstTime(intent: Intent, { hints }: ResolveContext): Temporal.PlainTime {
  if (intent.time) return timeOptions(intent.time, intent.part, hints)[0]!.time;
  return intent.part === undefined ? defaultTime(hints) : timeOfPart(intent.part, hints);
}

function asReadings(locals: readonly Temporal.PlainDateTime[], context: ResolveContext): Reading[] {
  return locals
    .filter((local) => isAhead(local, context))
    .map((local) => reading(onceAt(local, context.zone), context.now));
}

function defaultNote(local: Temporal.PlainDateTime | undefined): WhenNote {
  const time = local?.toPlainTime() ?? new Temporal.PlainTime(9);
  return { code: "default_time", params: { time: time.toString({ smallestUnit: "minute" }) } };
}
