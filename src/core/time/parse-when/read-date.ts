import type { DateSpec, Read, SpokenSpan } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readNth } from "./read-nth.ts";
import { readNumber, readYear } from "./read-number.ts";
import { readSpan } from "./read-span.ts";

export interface DateRead {
  readonly date: DateSpec;
  /** A weekday said with the date: it must fit, or it chooses the day. */
  readonly weekday?: number | undefined;
  /** "The end of Sunday": its last second. */
  readonly endOfDay?: boolean | undefined;
}

/** A day as people name it, with or without a preposition before it (which the caller has skipped: `prepared`). */
export function readDate(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  return readOffsetDate(phrase, index) ?? readEndOf(phrase, index, prepared) ?? readPlainDate(phrase, index, prepared);
}

/** "Three weeks from tomorrow", «за 5 дней до нового года», 新年前5天. */
function readOffsetDate(phrase: Phrase, index: number): Read<DateRead> | null {
  const span = readSpan(phrase, index, phrase.isCyrillic(index) || phrase.is(index + 1, "from", "after", "before"));
  if (span) {
    const sign = phrase.is(span.next, "before") ? -1 : phrase.is(span.next, "after", "from") ? 1 : 0;
    if (sign !== 0) {
      const from = readPlainDate(phrase, phrase.skip(span.next + 1, "the"), true);
      if (from) return offset(span.value, sign, from.value, from.next);
    }
    return null;
  }
  if (!phrase.isHan(index)) return null;
  const anchor = readPlainDate(phrase, index, true);
  if (!anchor || anchor.value.date.is === "weekday") return null;
  const link = phrase.skip(anchor.next, "of");
  const sign = phrase.is(link, "before", "ago") ? -1 : phrase.is(link, "later") ? 1 : 0;
  const length = sign === 0 ? null : readSpan(phrase, phrase.skip(link + 1, "of"));
  return length ? offset(length.value, sign === 1 ? 1 : -1, anchor.value, length.next) : null;
}

function offset(span: SpokenSpan, sign: 1 | -1, from: DateRead, next: number): Read<DateRead> {
  return { value: { date: { is: "offset", span, sign, from: from.date } }, next };
}

/** "The end of tomorrow", "end of the month", «в конце недели», 月底. */
function readEndOf(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  const start = phrase.skip(index, "the");
  if (phrase.is(start, "end")) {
    const day = phrase.get(start, "day");
    if (day) return { value: { date: { is: "day", offset: day.offset }, endOfDay: true }, next: start + 1 };
    const at = phrase.skip(phrase.skip(start + 1, "of"), "the");
    const period = readPeriodEnd(phrase, at);
    if (period) return period;
    const inner = readPlainDate(phrase, at, prepared);
    if (inner) return { value: { ...inner.value, endOfDay: true }, next: inner.next };
    return null;
  }
  if (!phrase.isHan(index)) return null;
  // 月底, 下个月末.
  const shift = phrase.is(index, "next") ? 1 : 0;
  const at = phrase.is(index, "next", "this") ? index + 1 : index;
  const unit = phrase.get(at, "unit");
  if (unit && (unit.unit === "month" || unit.unit === "year") && phrase.is(at + 1, "end")) {
    return { value: lastDay(unit.unit, shift), next: at + 2 };
  }
  return null;
}

function readPeriodEnd(phrase: Phrase, index: number): Read<DateRead> | null {
  const shift = phrase.is(index, "next") ? 1 : 0;
  const at = phrase.is(index, "next", "this") ? index + 1 : index;
  const unit = phrase.get(at, "unit");
  if (unit?.unit === "week" && unit.times === 1) {
    return { value: { date: { is: "weekday", day: 7, week: shift } }, next: at + 1 };
  }
  if (unit?.unit === "month" || unit?.unit === "year") return { value: lastDay(unit.unit, shift), next: at + 1 };
  if (unit?.unit === "day" && shift === 0)
    return { value: { date: { is: "day", offset: 0 }, endOfDay: true }, next: at + 1 };
  const month = phrase.get(at, "month");
  return month ? { value: { date: { is: "nth", n: -1, what: "day", m: month.month } }, next: at + 1 } : null;
}

function lastDay(unit: "month" | "year", shift: number): DateRead {
  if (unit === "month") return { date: { is: "nth", n: -1, what: "day", shift } };
  return { date: { is: "month-day", m: 12, d: 31, yearShift: shift } };
}

function readPlainDate(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  const day = phrase.get(index, "day");
  if (day && !phrase.is(index, "end")) return { value: { date: { is: "day", offset: day.offset } }, next: index + 1 };
  return (
    readFigures(phrase, index, prepared) ??
    readNth(phrase, index) ??
    readMonthDay(phrase, index, prepared) ??
    readWeekday(phrase, index, prepared) ??
    readHoliday(phrase, index) ??
    readDayOfMonth(phrase, index, prepared) ??
    readPeriod(phrase, index, prepared)
  );
}

function readFigures(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  const ymd = phrase.get(index, "ymd");
  if (ymd) return { value: { date: { is: "ymd", y: ymd.y, m: ymd.m, d: ymd.d } }, next: index + 1 };
  const figures = phrase.get(index, "figures");
  // "7.6" and "8.30" are dates only if they cannot be a time or a quantity: with a year, a zero in front, or a weekday before.
  if (!figures) return prepared ? readDashed(phrase, index) : null;
  const { a, b, y, sep } = figures;
  // "On 4.22" is a date, "at 4.22" a time.
  const pointed =
    /^(on|in)$/.test(phrase.text(index - 1)) && !phrase.get(index + 1, "meridiem") && !phrase.get(index + 1, "unit");
  const dotted = sep === "." && y === undefined && !pointed;
  if (dotted && !/^(0\d|\d\d)\.(0\d|1[0-2])$/.test(phrase.text(index))) return null;
  if (y === undefined && !plausibleDayAndMonth(a, b)) return null;
  const after = phrase.text(index + 1) === "г" || phrase.text(index + 1) === "года" ? index + 2 : index + 1;
  return { value: { date: { is: "figures", a, b, y, sep } }, next: after };
}

/** "On 4-22"; two small numbers are rather a range of hours. */
function readDashed(phrase: Phrase, index: number): Read<DateRead> | null {
  const [a, b] = [phrase.get(index, "number"), phrase.get(index + 2, "number")];
  const joined = phrase.punctuation(index + 1, "-") && phrase.joined(index + 1) && phrase.joined(index + 2);
  if (!a?.digits || !b?.digits || a.ordinal || b.ordinal || !joined || phrase.clock24) return null;
  if (Math.max(a.n, b.n) <= 12 || !plausibleDayAndMonth(a.n, b.n)) return null;
  return { value: { date: { is: "figures", a: a.n, b: b.n, sep: "-" } }, next: index + 3 };
}

function plausibleDayAndMonth(a: number, b: number): boolean {
  return a >= 1 && b >= 1 && Math.max(a, b) <= 31 && Math.min(a, b) <= 12;
}

/** "5 Dec 2026", "December the 5th", "Sep-23-2020", «пятого мая», 3月25日, 明年3月8日. */
function readMonthDay(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  if (phrase.isHan(index) || phrase.isHan(index + 1)) {
    const han = readHanMonthDay(phrase, index);
    if (han) return han;
  }
  const start = phrase.skip(phrase.skip(index, "next"), "the");
  const month = phrase.get(start, "month");
  if (month) return readAfterMonth(phrase, start, month.month, prepared);
  const day = readNumber(phrase, start);
  if (!day || !isDay(day.value.n)) return null;
  let at = day.next;
  if (phrase.is(at, "day-number")) at += 1;
  else if (day.value.ordinal && phrase.text(at) === "day") at += 1;
  at = phrase.skip(skipJoint(phrase, at), "of");
  const yearBetween = phrase.joined(at) ? readYear(phrase, at) : null;
  const monthAt = yearBetween ? skipJoint(phrase, yearBetween.next) : at;
  const named = phrase.get(monthAt, "month");
  if (!named) return null;
  // "5 may" reads as a date, "may 5" too; but «5 мар» only as a month's short name.
  const after = phrase.skipPunctuation(monthAt + 1, phrase.joined(monthAt + 1) ? ".,/-" : ",");
  const year = yearBetween ?? readYear(phrase, phrase.skip(after, "of"));
  return monthDay(named.month, day.value.n, year, year && !yearBetween ? year.next : monthAt + 1);
}

function readAfterMonth(phrase: Phrase, index: number, month: number, prepared: boolean): Read<DateRead> | null {
  let at = skipJoint(phrase, index + 1);
  at = phrase.skip(at, "the");
  // "September-2020-23".
  const yearFirst = readYear(phrase, at);
  if (yearFirst) {
    const day = readNumber(phrase, skipJoint(phrase, yearFirst.next));
    if (day && isDay(day.value.n) && phrase.punctuation(yearFirst.next, "-/")) {
      return monthDay(month, day.value.n, { value: yearFirst.value, next: day.next }, day.next);
    }
  }
  const day = readNumber(phrase, at);
  if (day && isDay(day.value.n) && !phrase.get(day.next, "meridiem") && !phrase.is(day.next, "oclock")) {
    const tail = phrase.skip(phrase.skipPunctuation(day.next, ",-/"), "of");
    const year = readYear(phrase, tail);
    return monthDay(month, day.value.n, year, year ? year.next : day.next);
  }
  if (!prepared && !phrase.is(index - 1, "next", "this")) return null;
  return { value: { date: { is: "period", unit: "month", shift: 0, m: month } }, next: index + 1 };
}

function readHanMonthDay(phrase: Phrase, index: number): Read<DateRead> | null {
  let at = index;
  let yearShift: number | undefined;
  let y: number | undefined;
  const year = readYear(phrase, at);
  if (year && phrase.text(year.next - 1) === "年") {
    y = year.value;
    at = year.next;
  } else if (phrase.get(at, "year")) {
    yearShift = phrase.get(at, "year")?.offset;
    at = phrase.skip(at + 1, "of");
  }
  const named = phrase.get(at, "month");
  const month = named ? null : readNumber(phrase, at);
  const m = named?.month ?? month?.value.n ?? 0;
  if (month && !(phrase.text(month.next) === "月" && m >= 1 && m <= 12)) return null;
  if (m === 0) return null;
  const dayAt = named ? at + 1 : (month?.next ?? at) + 1;
  const day = readNumber(phrase, dayAt);
  if (!day || !isDay(day.value.n)) return null;
  return {
    value: { date: { is: "month-day", m, d: day.value.n, y, yearShift } },
    next: phrase.skip(day.next, "day-number"),
  };
}

function monthDay(m: number, d: number, year: Read<number> | null, next: number): Read<DateRead> {
  return { value: { date: { is: "month-day", m, d, y: year?.value } }, next };
}

/** "Friday", "next Friday", "Monday of the following week", "Friday the 13th", «в четверг на следующей неделе», 下下周日. */
function readWeekday(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  const week = readWeek(phrase, index);
  if (week) {
    const at = phrase.skip(phrase.skipPunctuation(week.next, ","), "on", "of");
    const day = phrase.get(at, "weekday");
    return day ? weekdayRead(day.day, { week: week.value }, at + 1) : null;
  }
  let at = index;
  let next = false;
  let hanWeek: number | undefined;
  const han = phrase.isHan(at);
  const start = at;
  if (phrase.is(at, "next-next")) {
    hanWeek = 2;
    at += 1;
  } else if (phrase.is(at, "next")) {
    next = true;
    if (han) hanWeek = 1;
    at += 1;
  } else if (phrase.is(at, "this")) {
    if (han) hanWeek = 0;
    at += 1;
  } else if (phrase.is(at, "coming", "the")) at += 1;
  if (at > start) at = phrase.skip(at, "coming", "next");
  const day = phrase.get(at, "weekday");
  if (!day) return null;
  // "Sun cream", "the mon amour": a short name in front of a noun is a word of its own.
  if (
    !prepared &&
    at === index &&
    /^(sun|sat|wed|mon)$/.test(phrase.text(at)) &&
    (phrase.isContent(at + 1) || phrase.text(at - 1) === "the")
  )
    return null;
  if (hanWeek !== undefined) return weekdayRead(day.day, { week: hanWeek }, at + 1);
  let after = at + 1;
  if (day.short && phrase.punctuation(after, ".") && phrase.joined(after)) after += 1;
  const weekAfter = readWeek(phrase, phrase.skip(phrase.skipPunctuation(after, ","), "on", "of", "for", "in"));
  if (weekAfter) return weekdayRead(day.day, { week: weekAfter.value }, weekAfter.next);
  return readDateOfWeekday(phrase, after, day.day) ?? weekdayRead(day.day, next ? { next } : {}, after);
}

function weekdayRead(day: number, more: { week?: number; next?: boolean }, next: number): Read<DateRead> {
  return { value: { date: { is: "weekday", day, ...more } }, next };
}

/** "This week", "the following week": the distance in weeks. */
function readWeek(phrase: Phrase, index: number): Read<number> | null {
  const start = phrase.skip(index, "the");
  const shift = phrase.is(start, "next", "coming") ? 1 : phrase.is(start, "this") ? 0 : null;
  if (shift === null || phrase.get(start + 1, "unit")?.unit !== "week" || phrase.isHan(start)) return null;
  return { value: shift, next: start + 2 };
}

/** The date that follows a weekday: "Mon 13th", "Friday the 26th", "Tue May 9", "friday 5/12". */
function readDateOfWeekday(phrase: Phrase, index: number, weekday: number): Read<DateRead> | null {
  let at = phrase.skipPunctuation(index, ",(");
  const pointed = phrase.is(at, "the");
  at = phrase.skip(at, "the");
  const figures = phrase.get(at, "figures") ?? phrase.get(at, "ymd");
  if (figures) {
    const clock = phrase.get(at, "clock");
    const timed =
      clock &&
      (phrase.get(at + 1, "meridiem") || (figures.k === "figures" && !plausibleDayAndMonth(figures.a, figures.b)));
    if (!timed && !(clock && figures.k === "figures" && figures.b > 12)) {
      const date: DateSpec =
        figures.k === "ymd"
          ? { is: "ymd", y: figures.y, m: figures.m, d: figures.d }
          : { is: "figures", a: figures.a, b: figures.b, y: figures.y, sep: figures.sep };
      return { value: { date, weekday }, next: at + 1 };
    }
    return null;
  }
  const full = readMonthDay(phrase, at, false);
  if (full && full.value.date.is === "month-day") return { value: { ...full.value, weekday }, next: full.next };
  const day = readNumber(phrase, at);
  if (!day || !isDay(day.value.n)) return null;
  const surely =
    day.value.ordinal || (day.value.digits && (day.value.n > 12 || pointed) && !isTimeTail(phrase, day.next));
  if (!surely || phrase.get(day.next, "weekday")) return null;
  return {
    value: { date: { is: "day-of-month", d: day.value.n }, weekday },
    next: phrase.skip(day.next, "day-number"),
  };
}

function isTimeTail(phrase: Phrase, index: number): boolean {
  return (
    phrase.get(index, "meridiem") !== undefined ||
    phrase.get(index, "part") !== undefined ||
    phrase.get(index, "unit") !== undefined ||
    phrase.is(index, "oclock", "point") ||
    phrase.isContent(index)
  );
}

function readHoliday(phrase: Phrase, index: number): Read<DateRead> | null {
  const at = phrase.skip(phrase.skip(phrase.skip(index, "the"), "next", "this"), "coming");
  const holiday = phrase.get(at, "holiday");
  if (!holiday) return null;
  const year = readYear(phrase, at + 1);
  return { value: { date: { is: "holiday", name: holiday.name, y: year?.value } }, next: year?.next ?? at + 1 };
}

/** "The 5th", "on 15,", «5-го числа», 29日, 下个月5号, "the 3rd of next month". */
function readDayOfMonth(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  let at = index;
  let shift: number | undefined;
  if (phrase.isHan(at) && phrase.is(at, "next", "this", "next-next") && phrase.get(at + 1, "unit")?.unit === "month") {
    shift = phrase.is(at, "next-next") ? 2 : phrase.is(at, "next") ? 1 : 0;
    at = phrase.skip(at + 2, "of");
  }
  const article = phrase.is(at, "the") && !phrase.isHan(at);
  if (article) at += 1;
  const day = readNumber(phrase, at);
  if (!day || !isDay(day.value.n)) return null;
  let next = day.next;
  const marked = phrase.is(next, "day-number");
  if (marked) next += 1;
  else if (day.value.ordinal && phrase.text(next) === "day") next += 1;
  else if (!day.value.ordinal) {
    // "On 15", but not "on 15 pages" or "on 15 May".
    if (!prepared || !day.value.digits || phrase.text(index - 1) !== "on" || isTimeTail(phrase, next)) return null;
  } else if (!day.value.digits && !article && !prepared) return null;
  const month = readMonthTail(phrase, next);
  if (month && shift === undefined)
    return { value: { date: { is: "day-of-month", d: day.value.n, shift: month.value } }, next: month.next };
  return { value: { date: { is: "day-of-month", d: day.value.n, shift } }, next };
}

/** "… of next month", «… следующего месяца», "of the month" (which says nothing more). */
export function readMonthTail(phrase: Phrase, index: number): Read<number | undefined> | null {
  const of = phrase.skip(index, "of", "in");
  const at = phrase.skip(of, "the");
  const shift = phrase.is(at, "next", "coming") ? 1 : phrase.is(at, "this") ? 0 : undefined;
  const unitAt = shift === undefined ? at : at + 1;
  if (phrase.get(unitAt, "unit")?.unit !== "month") return null;
  if (shift === undefined && of === index && !/^месяца$/.test(phrase.text(unitAt))) return null;
  return { value: shift, next: unitAt + 1 };
}

/** "Next week", "in March", "on the weekend", «в следующем месяце», 下个月. */
function readPeriod(phrase: Phrase, index: number, prepared: boolean): Read<DateRead> | null {
  const year = phrase.get(index, "year");
  if (year) return { value: { date: { is: "period", unit: "year", shift: year.offset } }, next: index + 1 };
  const start = phrase.skip(index, "the");
  const shifted = phrase.is(start, "next", "coming");
  const at = phrase.is(start, "next", "coming", "this") ? start + 1 : start;
  if (phrase.is(at, "weekend")) {
    if (at === index && !prepared && !phrase.isHan(at)) return null;
    return {
      value: { date: { is: "period", unit: "weekend", shift: shifted && phrase.is(start, "next") ? 1 : 0 } },
      next: at + 1,
    };
  }
  const unit = phrase.get(at, "unit");
  if (!shifted || !unit || unit.times !== 1) return null;
  if (unit.unit !== "week" && unit.unit !== "month" && unit.unit !== "year") return null;
  return { value: { date: { is: "period", unit: unit.unit, shift: 1 } }, next: at + 1 };
}

function skipJoint(phrase: Phrase, index: number): number {
  return phrase.skipPunctuation(index, ".,/-");
}

function isDay(n: number): boolean {
  return Number.isInteger(n) && n >= 1 && n <= 31;
}
