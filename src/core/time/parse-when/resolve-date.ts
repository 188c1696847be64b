import type { Locale } from "#core/ports.ts";
import { dateOf, holidayDate, mondayOf, nthOfMonth, workdaysAfter } from "./calendar.ts";
import type { DateMeaning, DateSpec } from "./fragment.ts";

/** Days that were perhaps meant, in order: for "Friday" the next ones, for "tomorrow" one. */
export interface DateOption {
  readonly days: readonly Temporal.PlainDate[];
  readonly convention?: { readonly name: string; readonly value: string } | undefined;
}

export type DateResolution =
  /** `rolls`: a day whose time has passed gives way to the next of the list. Two options are two readings (TIME-6). */
  | { readonly ok: true; readonly options: readonly DateOption[]; readonly rolls: boolean }
  /** `fallsOn`: the date exists and is another weekday than the one that was said with it; Monday is 1. */
  | {
      readonly ok: false;
      readonly nearest: readonly Temporal.PlainDate[];
      readonly said: string;
      readonly fallsOn?: number;
    };

export interface DateContext {
  readonly today: Temporal.PlainDate;
  readonly locale: Locale;
  readonly conventions: Readonly<Record<string, string>>;
}

/** Years looked ahead for a date without a year; 29 February is never further than eight. */
const YEARS_AHEAD = 9;
const MONTHS_AHEAD = 60;

/** The days that the words can mean, today and later only where they leave it open. Explicit days may lie in the past. */
export function resolveDate(meaning: DateMeaning, context: DateContext): DateResolution {
  const { weekday } = meaning;
  const { date } = meaning;
  if (weekday !== undefined && date.is === "offset") return resolveWeekdayNear(date, weekday, context);
  const plain = resolveSpec(date, context);
  if (!plain.ok || weekday === undefined) return plain;
  const options = plain.options
    .map((option) => ({ ...option, days: option.days.filter((day) => day.dayOfWeek === weekday) }))
    .filter((option) => option.days.length > 0);
  // A date without a year that fits its weekday only years ahead was a slip of the tongue.
  const soon = options.filter(
    (option) => (date.is !== "month-day" && date.is !== "figures") || option.days[0]!.since(context.today).days < 366,
  );
  if (soon.length > 0) return { ok: true, options: soon, rolls: plain.rolls };
  const nextWeekday = context.today.add({ days: (weekday - context.today.dayOfWeek + 7) % 7 || 7 });
  const named = plain.options[0]?.days[0];
  return named
    ? { ok: false, nearest: [named, nextWeekday], said: named.toString(), fallsOn: named.dayOfWeek }
    : { ok: false, nearest: [nextWeekday], said: "" };
}

const WEEKDAY_CODES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** What the refusal of such a date names: the date, and the weekday that it is if another one was said with it. */
export function noSuchDate({ said, fallsOn }: DateResolution & { ok: false }): Record<string, string> {
  const weekday = fallsOn === undefined ? undefined : WEEKDAY_CODES[fallsOn - 1];
  return { when: said, ...(weekday !== undefined && { weekday }) };
}

function resolveSpec(spec: DateSpec, context: DateContext): DateResolution {
  const { today } = context;
  switch (spec.is) {
    case "day":
      return fixed(today.add({ days: spec.offset }));
    case "weekday":
      return resolveWeekday(spec, context);
    case "ymd":
      return fixedOr(dateOf(spec.y, spec.m, spec.d), spec.y, spec.m, spec.d);
    case "figures":
      return resolveFigures(spec, context);
    case "month-day":
      return resolveMonthDay(spec, today);
    case "day-of-month":
      return resolveDayOfMonth(spec, today);
    case "nth":
      return resolveNth(spec, today);
    case "workdays":
      return fixed(workdaysAfter(today, spec.n));
    case "holiday": {
      if (spec.y !== undefined) return fixed(holidayDate(spec.name, spec.y));
      return rolling(
        yearsFrom(today).map((year) => holidayDate(spec.name, year)),
        today,
      );
    }
    case "period":
      return resolvePeriod(spec, today);
    case "offset": {
      const base = spec.from ? resolveSpec(spec.from, context) : fixed(today);
      if (!base.ok) return base;
      const days = base.options.flatMap((option) => option.days.slice(0, 1)).map((day) => moved(day, spec));
      return {
        ok: true,
        options: days.map((day, i) => ({ days: [day], convention: base.options[i]?.convention })),
        rolls: false,
      };
    }
  }
}

function moved(day: Temporal.PlainDate, { span, sign }: DateSpec & { is: "offset" }): Temporal.PlainDate {
  return day.add({ months: sign * span.months }).add({ days: sign * span.days });
}

function fixed(day: Temporal.PlainDate): DateResolution {
  return { ok: true, options: [{ days: [day] }], rolls: false };
}

function fixedOr(day: Temporal.PlainDate | null, y: number, m: number, d: number): DateResolution {
  return day ? fixed(day) : missing(y, m, d);
}

/** The date does not exist; the nearest that does is the last day of its month. */
function missing(y: number, m: number, d: number): DateResolution {
  const month = m >= 1 && m <= 12 ? new Temporal.PlainDate(y, m, 1) : null;
  const said = `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
  return { ok: false, nearest: month ? [month.with({ day: month.daysInMonth })] : [], said };
}

function rolling(days: readonly (Temporal.PlainDate | null)[], today: Temporal.PlainDate): DateResolution {
  const ahead = days.filter((day) => day !== null).filter((day) => Temporal.PlainDate.compare(day, today) >= 0);
  return { ok: true, options: [{ days: ahead }], rolls: true };
}

function yearsFrom(today: Temporal.PlainDate): number[] {
  return Array.from({ length: YEARS_AHEAD }, (_, i) => today.year + i);
}

function monthsFrom(today: Temporal.PlainDate): Temporal.PlainDate[] {
  const first = today.with({ day: 1 });
  return Array.from({ length: MONTHS_AHEAD }, (_, i) => first.add({ months: i }));
}

function resolveWeekday(spec: DateSpec & { is: "weekday" }, { today, conventions }: DateContext): DateResolution {
  if (spec.week !== undefined) return fixed(mondayOf(today).add({ weeks: spec.week, days: spec.day - 1 }));
  const ahead = (spec.day - today.dayOfWeek + 7) % 7;
  const first = today.add({ days: ahead });
  if (!spec.next) return { ok: true, options: [{ days: [first, first.add({ weeks: 1 })] }], rolls: true };
  // "Next Friday" on a Monday: the coming one, or that of next week. On a Saturday both are the same day.
  const nearest = ahead === 0 ? first.add({ weeks: 1 }) : first;
  const following = mondayOf(today).add({ weeks: 1, days: spec.day - 1 });
  if (nearest.equals(following)) return fixed(nearest);
  const earlier = [nearest, following].sort(Temporal.PlainDate.compare)[0]!;
  const options: DateOption[] = [nearest, following].sort(Temporal.PlainDate.compare).map((day) => ({
    days: [day],
    convention: { name: "next_weekday", value: day.equals(earlier) ? "nearest" : "following" },
  }));
  return { ok: true, options: preferred(options, conventions), rolls: false };
}

/** The owner's remembered choice goes first. */
function preferred(options: readonly DateOption[], conventions: Readonly<Record<string, string>>): DateOption[] {
  const isChosen = ({ convention }: DateOption): boolean =>
    convention !== undefined && conventions[convention.name] === convention.value;
  return [...options].sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
}

/** 1/8: Russian writes the day first, Chinese the month; in English both are in use and the earlier future one is taken. */
function resolveFigures(spec: DateSpec & { is: "figures" }, context: DateContext): DateResolution {
  const { a, b, y, sep } = spec;
  const dayFirst = { m: b, d: a, order: "day_first" };
  const monthFirst = { m: a, d: b, order: "month_first" };
  const orders = sep === "." || context.locale === "ru" ? [dayFirst, monthFirst] : [monthFirst, dayFirst];
  const open = context.locale === "en" && sep !== "." && a <= 12 && b <= 12 && a !== b;
  const valid = orders.filter(({ m }) => m >= 1 && m <= 12);
  const read = (open ? valid : valid.slice(0, 1)).map(({ m, d, order }) => ({
    order,
    resolution:
      y === undefined ? resolveMonthDay({ is: "month-day", m, d }, context.today) : fixedOr(dateOf(y, m, d), y, m, d),
  }));
  const first = read[0]?.resolution;
  if (!first) return { ok: false, nearest: [], said: `${a}${sep}${b}` };
  const options = read.flatMap(({ order, resolution }) =>
    resolution.ok
      ? resolution.options.map(
          (option): DateOption => (open ? { ...option, convention: { name: "date_order", value: order } } : option),
        )
      : [],
  );
  if (options.length === 0) return first;
  const ahead = options.filter(({ days }) => days[0] && Temporal.PlainDate.compare(days[0], context.today) >= 0);
  const sorted = (ahead.length > 0 ? ahead : options).sort((one, other) =>
    Temporal.PlainDate.compare(one.days[0]!, other.days[0]!),
  );
  return { ok: true, options: preferred(sorted, context.conventions), rolls: y === undefined };
}

function resolveMonthDay(spec: DateSpec & { is: "month-day" }, today: Temporal.PlainDate): DateResolution {
  const { m, d } = spec;
  const y = spec.y ?? (spec.yearShift === undefined ? undefined : today.year + spec.yearShift);
  if (y !== undefined) return fixedOr(dateOf(y, m, d), y, m, d);
  const days = yearsFrom(today).map((year) => dateOf(year, m, d));
  if (days.some((day) => day !== null)) return rolling(days, today);
  const isBehind = m < today.month;
  return missing(isBehind ? today.year + 1 : today.year, m, d);
}

function resolveDayOfMonth(spec: DateSpec & { is: "day-of-month" }, today: Temporal.PlainDate): DateResolution {
  if (spec.shift !== undefined) {
    const month = today.with({ day: 1 }).add({ months: spec.shift });
    return fixedOr(dateOf(month.year, month.month, spec.d), month.year, month.month, spec.d);
  }
  return rolling(
    monthsFrom(today).map((month) => dateOf(month.year, month.month, spec.d)),
    today,
  );
}

function resolveNth(spec: DateSpec & { is: "nth" }, today: Temporal.PlainDate): DateResolution {
  const { n, what, m, y, shift } = spec;
  if (m !== undefined) {
    const years = y === undefined ? yearsFrom(today) : [y];
    const days = years.map((year) => nthOfMonth(new Temporal.PlainDate(year, m, 1), n, what));
    const day = days[0];
    return y === undefined ? rolling(days, today) : day ? fixed(day) : missing(y, m, 31);
  }
  if (shift !== undefined) {
    const month = today.with({ day: 1 }).add({ months: shift });
    const day = nthOfMonth(month, n, what);
    return day ? fixed(day) : missing(month.year, month.month, 31);
  }
  return rolling(
    monthsFrom(today).map((month) => nthOfMonth(month, n, what)),
    today,
  );
}

function resolvePeriod(spec: DateSpec & { is: "period" }, today: Temporal.PlainDate): DateResolution {
  if (spec.m !== undefined) return resolveMonthDay({ is: "month-day", m: spec.m, d: 1 }, today);
  switch (spec.unit) {
    case "week":
      return fixed(mondayOf(today).add({ weeks: spec.shift }));
    case "month":
      return fixed(today.with({ day: 1 }).add({ months: spec.shift }));
    case "year":
      return fixed(new Temporal.PlainDate(today.year + spec.shift, 1, 1));
    case "weekend": {
      if (spec.shift > 0) return fixed(mondayOf(today).add({ weeks: spec.shift, days: 5 }));
      const saturday = today.add({ days: (6 - today.dayOfWeek + 7) % 7 });
      return { ok: true, options: [{ days: [saturday, saturday.add({ weeks: 1 })] }], rolls: true };
    }
  }
}

/** "Monday two weeks from now" is the Monday of that week; "two months from today on Tuesday" the first Tuesday from there. */
function resolveWeekdayNear(spec: DateSpec & { is: "offset" }, weekday: number, context: DateContext): DateResolution {
  const plain = resolveSpec(spec, context);
  const day = plain.ok ? plain.options[0]?.days[0] : undefined;
  if (!day) return plain;
  if (spec.span.months > 0) return fixed(day.add({ days: (weekday - day.dayOfWeek + 7) % 7 }));
  if (spec.span.days % 7 === 0) return fixed(mondayOf(day).add({ days: weekday - 1 }));
  return day.dayOfWeek === weekday ? fixed(day) : { ok: false, nearest: [day], said: day.toString() };
}
