import type { Read, RecurrenceSpec } from "./fragment.ts";
import type { DayPart, Unit } from "./lexeme.ts";
import type { Phrase } from "./phrase.ts";
import { readMonthTail } from "./read-date.ts";
import { isDay } from "./read-month-day.ts";
import { readHanNthHead, readNthHead } from "./read-nth.ts";
import { readNumber } from "./read-number.ts";
import { readSpan } from "./read-span.ts";
import { type RecurrenceRead, readShortHanDays, readWeekdayRange, readWeekdays } from "./read-weekday-list.ts";

const EVERY_DAY: RecurrenceSpec = { unit: "day", n: 1 };

/** "Every 2 weeks", "weekdays", "monday to friday", "on the 1st of each month", «по средам», 每隔两天. */
export function readRecurrence(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  return (
    readFrequency(phrase, index) ??
    readTimesPer(phrase, index) ??
    readConditional(phrase, index) ??
    readOfEveryMonth(phrase, index) ??
    readEvery(phrase, index) ??
    readWeekdays(phrase, index, false) ??
    readWeekdayRange(phrase, index)
  );
}

function read(rule: RecurrenceSpec, next: number, part?: DayPart): Read<RecurrenceRead> {
  return { value: { rule, part }, next };
}

function readFrequency(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  const frequency = phrase.get(index, "frequency");
  if (!frequency) return null;
  const part = phrase.text(index) === "nightly" ? "evening" : undefined;
  return withNth(phrase, { unit: frequency.unit, n: frequency.n }, index + 1, part);
}

/** "Monthly on the last Friday", «каждый месяц в последний день»: the day without its month, which was said before. */
function withNth(phrase: Phrase, rule: RecurrenceSpec, next: number, part?: DayPart): Read<RecurrenceRead> {
  const nth = rule.unit === "month" ? readNthHead(phrase, phrase.skip(next, "on", "at", "in")) : null;
  return nth ? read({ ...rule, nth: nth.value }, nth.next, part) : read(rule, next, part);
}

/** "Twice a day", "once every 2 weeks", «два раза в день», «раз в 2 часа», 每天两次. */
function readTimesPer(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  if (phrase.isHan(index)) {
    if (!phrase.is(index, "every") || phrase.get(index + 1, "unit")?.unit !== "day") return null;
    const times = readNumber(phrase, index + 2);
    return times && phrase.is(times.next, "times") ? perDay(times.value.n, times.next + 1) : null;
  }
  const repeats = phrase.get(index, "repeats");
  const number = repeats ? null : readNumber(phrase, index);
  const count = repeats?.n ?? number?.value.n;
  if (count === undefined || number?.value.ordinal || !Number.isInteger(count)) return null;
  if (number && !phrase.is(number.next, "times")) return null;
  const at = number ? number.next + 1 : index + 1;
  if (!phrase.is(at, "a", "every", "at") && !/^per$/.test(phrase.text(at))) return null;
  const brokenHours = count === 1 ? readBrokenHours(phrase, at + 1) : null;
  if (brokenHours) return brokenHours;
  const length = readNumber(phrase, at + 1);
  const unit = phrase.get(length?.next ?? at + 1, "unit");
  if (!unit || (length && !Number.isInteger(length.value.n))) return null;
  const next = (length?.next ?? at + 1) + 1;
  const n = (length?.value.n ?? 1) * unit.times;
  if (count === 1) return read({ unit: unit.unit, n }, next);
  return unit.unit === "day" && n === 1 ? perDay(count, next) : null;
}

function perDay(n: number, next: number): Read<RecurrenceRead> | null {
  return n >= 1 && n <= 12 ? read({ ...EVERY_DAY, perDay: n }, next) : null;
}

/** "The 15th if it is a Monday". */
function readConditional(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  const day = readNumber(phrase, phrase.skip(index, "the"));
  if (!day || !isDay(day.value.n)) return null;
  let at = phrase.skip(day.next, "day-number");
  if (at === day.next && !day.value.ordinal) return null;
  const tail = readEachMonth(phrase, at);
  if (tail) at = tail.next;
  at = phrase.skipPunctuation(at, ",");
  if (!phrase.is(at, "if")) return null;
  at = phrase.skip(phrase.skip(at + 1, "on"), "a");
  const weekday = phrase.get(at, "weekday");
  return weekday
    ? read({ unit: "month", n: 1, days: [day.value.n], weekdays: [weekday.day], both: true }, at + 1)
    : null;
}

/** "(The) 1st and 15th of every month", "the last Friday of each month", «1-го числа каждого месяца», 每月1号. */
function readOfEveryMonth(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  const head = readNthHead(phrase, index);
  if (head) {
    const each = readEachMonth(phrase, head.next);
    if (each) return read({ unit: "month", n: each.value, nth: head.value }, each.next);
  }
  const end = phrase.skip(index, "the");
  const ending = phrase.is(end, "end") ? readEachMonth(phrase, end + 1) : null;
  if (ending) return read({ unit: "month", n: ending.value, nth: { n: -1, what: "day" } }, ending.next);
  const days = readDays(phrase, index);
  const each = days ? readEachMonth(phrase, days.next) : null;
  return days && each ? read({ unit: "month", n: each.value, days: days.value }, each.next) : null;
}

function readEachMonth(phrase: Phrase, index: number): Read<number> | null {
  const at = phrase.skip(index, "of", "in");
  if (!phrase.is(at, "every")) return null;
  const number = readNumber(phrase, at + 1);
  const unitAt = number?.next ?? phrase.skip(at + 1, "other");
  const unit = phrase.get(unitAt, "unit");
  if (unit?.unit !== "month") return null;
  return { value: (number?.value.n ?? (unitAt > at + 1 ? 2 : 1)) * unit.times, next: unitAt + 1 };
}

/** Days of the month in a row: "1st and 15th", «1 и 15 числа», 1号和15号. */
function readDays(phrase: Phrase, index: number): Read<number[]> | null {
  const days: number[] = [];
  let marked = false;
  let at = index;
  for (;;) {
    const from = days.length === 0 ? at : phrase.skip(phrase.skipPunctuation(at, ","), "and");
    if (days.length > 0 && from === at) break;
    const day = readNumber(phrase, phrase.skip(phrase.skip(from, "on"), "the"));
    if (!day || !isDay(day.value.n)) break;
    const end = phrase.skip(day.next, "day-number");
    marked ||= day.value.ordinal || end > day.next;
    if (
      !day.value.ordinal &&
      end === day.next &&
      !phrase.isCyrillic(index) &&
      !phrase.is(day.next, "and") &&
      days.length === 0
    )
      break;
    days.push(day.value.n);
    at = end;
    if (phrase.get(at, "unit")?.unit === "day") at += 1;
  }
  return days.length > 0 && marked ? { value: days, next: at } : null;
}

function readEvery(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  const gap = readEveryGap(phrase, index);
  if (gap) return gap;
  // «Через каждые два часа» is "every two hours".
  const start = phrase.is(index, "every-gap") && phrase.is(index + 1, "every") ? index + 1 : index;
  if (!phrase.is(start, "every")) return null;
  let at = start + 1;
  const nth = phrase.isHan(at) ? null : readNthHead(phrase, at);
  const other = phrase.is(at, "other") || /^(второй|вторую|второе|вторая)$/.test(phrase.text(at));
  if (nth && !(other && nth.value.n === 2)) {
    const month = readMonthTail(phrase, nth.next);
    // "Every third day" is a distance, "every third day of the month" is not.
    if (nth.value.what === "day" && nth.value.n > 1 && !month) return read({ unit: "day", n: nth.value.n }, nth.next);
    return read({ unit: "month", n: 1, nth: nth.value }, month?.next ?? nth.next);
  }
  if (nth && typeof nth.value.what === "number") {
    const month = readMonthTail(phrase, nth.next);
    if (month) return read({ unit: "month", n: 1, nth: nth.value }, month.next);
    return read({ unit: "week", n: 2, weekdays: [nth.value.what], otherNth: { n: 2, what: nth.value.what } }, nth.next);
  }
  if (other) {
    const list = readWeekdays(phrase, at + 1, true);
    if (list) return read({ ...list.value.rule, n: 2 }, list.next);
    const unit = phrase.get(at + 1, "unit");
    return unit ? everyUnit(phrase, unit.unit, 2 * unit.times, at + 2) : null;
  }
  const part = phrase.get(at, "part");
  if (part && !isDayWord(phrase, at)) return read(EVERY_DAY, at + 1, part.part);
  const list = readWeekdays(phrase, at, true);
  if (list) return readDatedWeekday(phrase, list) ?? list;
  if (phrase.get(at, "workday") && !phrase.get(at, "weekdays"))
    return read({ unit: "week", n: 1, weekdays: [1, 2, 3, 4, 5] }, at + 1);
  const brokenHours = readBrokenHours(phrase, at);
  if (brokenHours) return brokenHours;
  const number = readNumber(phrase, at);
  if (number && Number.isInteger(number.value.n) && number.value.n > 0) {
    const counted = phrase.skip(number.next, "a");
    const unit = phrase.get(counted, "unit");
    if (
      unit &&
      (!number.value.ordinal || number.value.n > 1) &&
      !(
        phrase.isHan(counted) &&
        phrase.is(counted, "day-number") &&
        !phrase.is(counted, "a") &&
        phrase.text(counted) === "日"
      )
    ) {
      return everyUnit(phrase, unit.unit, number.value.n * unit.times, counted + 1);
    }
    const weekday = phrase.get(number.next, "weekday");
    if (weekday && number.value.ordinal)
      return read({ unit: "week", n: number.value.n, weekdays: [weekday.day] }, number.next + 1);
    return readEveryDate(phrase, at);
  }
  const half = phrase.get(at, "span");
  if (half) return everySpan(half.unit, half.n, at + 1);
  if (phrase.is(at, "half")) {
    const unit = phrase.get(phrase.skip(at + 1, "a"), "unit");
    if (unit?.unit === "hour") return read({ unit: "minute", n: 30 }, phrase.skip(at + 1, "a") + 1);
  }
  if (phrase.is(at, "quarter")) {
    const hour = phrase.skip(phrase.skip(at + 1, "of"), "a");
    return phrase.get(hour, "unit")?.unit === "hour"
      ? read({ unit: "minute", n: 15 }, hour + 1)
      : read({ unit: "month", n: 3 }, at + 1);
  }
  const unit = phrase.get(at, "unit");
  if (unit) return everyUnit(phrase, unit.unit, unit.times, at + 1);
  const month = phrase.get(at, "month");
  if (month) {
    const day = readNumber(phrase, phrase.skip(at + 1, "the"));
    if (day && isDay(day.value.n))
      return read({ unit: "year", n: 1, month: month.month, days: [day.value.n] }, day.next);
  }
  at = phrase.skip(at, "the");
  return at > start + 1 ? readEveryDate(phrase, at) : null;
}

/** "Every 1 hour 30 minutes", "every hour and a half", «каждые полтора часа», 每隔一个半小时: hours that come in minutes. */
function readBrokenHours(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  // A bare "hour" counts only together with its half: "every hour 30" may mean half past.
  const span = readSpan(phrase, index, phrase.is(index + 1, "half-more", "quarter-more"));
  if (!span) return null;
  const { months, days, seconds } = span.value;
  const isBroken = seconds > 3_600 && seconds % 60 === 0 && seconds % 3_600 !== 0;
  return isBroken && months + days === 0 ? read({ unit: "minute", n: seconds / 60 }, span.next) : null;
}

/** "Every Friday the 13th", «каждую пятницу 13-го числа». */
function readDatedWeekday(phrase: Phrase, { value, next }: Read<RecurrenceRead>): Read<RecurrenceRead> | null {
  const day = value.rule.weekdays?.length === 1 ? readNumber(phrase, phrase.skip(next, "the")) : null;
  if (!day?.value.ordinal || !isDay(day.value.n) || phrase.isContent(day.next)) return null;
  const end = phrase.skip(day.next, "day-number");
  return read({ unit: "month", n: 1, days: [day.value.n], weekdays: value.rule.weekdays, both: true }, end);
}

function everySpan(unit: Unit, n: number, next: number): Read<RecurrenceRead> | null {
  return Number.isInteger(n) ? read({ unit, n }, next) : null;
}

/** After "every UNIT" the day may follow at once: 每月1号, 每周一, 每月最后一天, 每年3月8日. */
function everyUnit(phrase: Phrase, unit: Unit, n: number, next: number): Read<RecurrenceRead> | null {
  if (!phrase.isHan(next - 1)) return withNth(phrase, { unit, n }, next);
  const at = phrase.skip(phrase.skip(next, "of"), "on");
  if (unit === "month") {
    if (phrase.is(at, "end")) return read({ unit, n, nth: { n: -1, what: "day" } }, at + 1);
    const nth = readHanNthHead(phrase, at);
    if (nth) return read({ unit, n, nth: nth.value }, nth.next);
    const days = readDays(phrase, at);
    if (days) return read({ unit, n, days: days.value }, days.next);
  }
  if (unit === "year") {
    const month = readNumber(phrase, at);
    const day = month && phrase.text(month.next) === "月" ? readNumber(phrase, month.next + 1) : null;
    if (month && day && isDay(day.value.n)) {
      return read({ unit, n, month: month.value.n, days: [day.value.n] }, phrase.skip(day.next, "day-number"));
    }
  }
  if (unit === "week") {
    const list = readWeekdays(phrase, at, true);
    if (list) return read({ ...list.value.rule, n }, list.next);
    const day = n === 1 ? readShortHanDays(phrase, at) : null;
    if (day) return read({ unit, n, weekdays: day.value }, day.next);
  }
  return read({ unit, n }, next);
}

/** "Every 15th", "every 1st of the month", «каждое 8 марта». */
function readEveryDate(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  const days = readDays(phrase, index);
  const day = readNumber(phrase, index);
  if (day && isDay(day.value.n)) {
    const month = phrase.get(phrase.skip(day.next, "of"), "month");
    if (month)
      return read({ unit: "year", n: 1, month: month.month, days: [day.value.n] }, phrase.skip(day.next, "of") + 1);
  }
  if (!days) return null;
  const month = readMonthTail(phrase, days.next);
  return read({ unit: "month", n: 1, days: days.value }, month?.next ?? days.next);
}

/** 每隔一天, 隔天: a gap of N between, for days and longer; for hours and minutes it is the distance. */
function readEveryGap(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  if (!phrase.isHan(index) || !phrase.is(index, "every-gap")) return null;
  const brokenHours = readBrokenHours(phrase, index + 1);
  if (brokenHours) return brokenHours;
  const number = readNumber(phrase, index + 1);
  const at = phrase.skip(number?.next ?? index + 1, "a");
  const span = phrase.get(at, "span");
  if (span) return everySpan(span.unit, span.n, at + 1);
  const unit = phrase.get(at, "unit");
  if (!unit) return null;
  const n = (number?.value.n ?? 1) * unit.times;
  const short = unit.unit === "hour" || unit.unit === "minute" || unit.unit === "second";
  return everyUnit(phrase, unit.unit, short ? n : n + 1, at + 1);
}

/** «День» and «дня» are a unit here, not the afternoon. */
function isDayWord(phrase: Phrase, index: number): boolean {
  return phrase.get(index, "unit")?.unit === "day";
}
