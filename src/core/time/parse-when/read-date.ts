import type { DateMeaning, Read, SpokenSpan } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { isDay, readFigures, readMonthDay } from "./read-month-day.ts";
import { readNth } from "./read-nth.ts";
import { readNumber, readYear } from "./read-number.ts";
import { readSpan } from "./read-span.ts";
import { isTimeTail, readWeekday } from "./read-weekday.ts";
import { readNextWorkday } from "./read-workdays.ts";

/** A day as people name it, with or without a preposition before it (which the caller has skipped: `prepared`). */
export function readDate(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
  const plain =
    readOffsetDate(phrase, index) ?? readEndOf(phrase, index, prepared) ?? readPlainDate(phrase, index, prepared);
  return plain ? (readWeekFrom(phrase, plain) ?? plain) : null;
}

/** "Friday week", "tomorrow fortnight": so long after that day. */
function readWeekFrom(phrase: Phrase, { value, next }: Read<DateMeaning>): Read<DateMeaning> | null {
  const { date } = value;
  const isPlain = date.is === "day" || (date.is === "weekday" && !date.next && date.week === undefined);
  const unit = phrase.get(next, "unit");
  if (!isPlain || !unit || !/^(week|fortnight)$/.test(phrase.text(next)) || phrase.isContent(next + 1)) return null;
  return offset({ months: 0, days: 7 * unit.times, seconds: 0 }, 1, value, next + 1);
}

/** "Three weeks from tomorrow", «за 5 дней до нового года», 新年前5天. */
function readOffsetDate(phrase: Phrase, index: number): Read<DateMeaning> | null {
  const start = phrase.isHan(index) ? index : phrase.skip(index, "the");
  const span = readSpan(phrase, start, phrase.isCyrillic(start) || phrase.is(start + 1, "from", "after", "before"));
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

function offset(span: SpokenSpan, sign: 1 | -1, from: DateMeaning, next: number): Read<DateMeaning> {
  return { value: { date: { is: "offset", span, sign, from: from.date } }, next };
}

/** "The end of tomorrow", "end of the month", «в конце недели», 月底. */
function readEndOf(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
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

function readPeriodEnd(phrase: Phrase, index: number): Read<DateMeaning> | null {
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

function lastDay(unit: "month" | "year", shift: number): DateMeaning {
  if (unit === "month") return { date: { is: "nth", n: -1, what: "day", shift } };
  return { date: { is: "month-day", m: 12, d: 31, yearShift: shift } };
}

function readPlainDate(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
  const day = phrase.get(index, "day");
  if (day && !phrase.is(index, "end")) return { value: { date: { is: "day", offset: day.offset } }, next: index + 1 };
  return (
    readFigures(phrase, index, prepared) ??
    readNth(phrase, index) ??
    readMonthDay(phrase, index, prepared) ??
    readNextWorkday(phrase, index) ??
    readWeekday(phrase, index, prepared) ??
    readHoliday(phrase, index) ??
    readDayOfMonth(phrase, index, prepared) ??
    readPeriod(phrase, index, prepared)
  );
}

function readHoliday(phrase: Phrase, index: number): Read<DateMeaning> | null {
  const at = phrase.skip(phrase.skip(phrase.skip(index, "the"), "next", "this"), "coming");
  const holiday = phrase.get(at, "holiday");
  if (!holiday) return null;
  const year = readYear(phrase, at + 1);
  return { value: { date: { is: "holiday", name: holiday.name, y: year?.value } }, next: year?.next ?? at + 1 };
}

/** "The 5th", "on 15,", «5-го числа», 29日, 下个月5号, "the 3rd of next month". */
function readDayOfMonth(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
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
function readPeriod(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
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
