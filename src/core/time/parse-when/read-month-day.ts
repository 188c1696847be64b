import type { DateMeaning, Read } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readNumber, readYear } from "./read-number.ts";

export function readFigures(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
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
  const plainly = /^(0\d|\d\d)\.(0\d|1[0-2])$/.test(phrase.text(index));
  if (dotted && !plainly && !isRussianDotDate(phrase, index)) return null;
  if (y === undefined && !plausibleDayAndMonth(a, b)) return null;
  const after = phrase.text(index + 1) === "г" || phrase.text(index + 1) === "года" ? index + 2 : index + 1;
  return { value: { date: { is: "figures", a, b, y, sep } }, next: after };
}

/**
 * Russian writes dates as «5.12» and «1.8», but times as «9.10» as well: a date is what has its time behind it, and what
 * can be neither a time nor a quantity.
 */
export function isRussianDotDate(phrase: Phrase, index: number): boolean {
  if (!phrase.clock24 || !/^([1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])$/.test(phrase.text(index))) return false;
  if (phrase.is(index - 1, "at", "in", "by", "about", "from", "until") || phrase.punctuation(index - 1, "-–—"))
    return false;
  const after = phrase.skip(index + 1, "at");
  if (phrase.get(after, "clock") ?? phrase.get(after, "named-time")) return true;
  if (after > index + 1 && phrase.get(after, "number")) return true;
  return phrase.get(index, "clock") === undefined && index + 1 === phrase.length;
}

/** "On 4-22"; two small numbers are rather a range of hours. */
function readDashed(phrase: Phrase, index: number): Read<DateMeaning> | null {
  const [a, b] = [phrase.get(index, "number"), phrase.get(index + 2, "number")];
  const joined = phrase.punctuation(index + 1, "-") && phrase.joined(index + 1) && phrase.joined(index + 2);
  if (!a?.digits || !b?.digits || a.ordinal || b.ordinal || !joined || phrase.clock24) return null;
  if (Math.max(a.n, b.n) <= 12 || !plausibleDayAndMonth(a.n, b.n)) return null;
  return { value: { date: { is: "figures", a: a.n, b: b.n, sep: "-" } }, next: index + 3 };
}

export function plausibleDayAndMonth(a: number, b: number): boolean {
  return a >= 1 && b >= 1 && Math.max(a, b) <= 31 && Math.min(a, b) <= 12;
}

/** "5 Dec 2026", "December the 5th", "Sep-23-2020", «пятого мая», 3月25日, 明年3月8日. */
export function readMonthDay(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
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

function readAfterMonth(phrase: Phrase, index: number, month: number, prepared: boolean): Read<DateMeaning> | null {
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

function readHanMonthDay(phrase: Phrase, index: number): Read<DateMeaning> | null {
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

function monthDay(m: number, d: number, year: Read<number> | null, next: number): Read<DateMeaning> {
  return { value: { date: { is: "month-day", m, d, y: year?.value } }, next };
}

function skipJoint(phrase: Phrase, index: number): number {
  return phrase.skipPunctuation(index, ".,/-");
}

export function isDay(n: number): boolean {
  return Number.isInteger(n) && n >= 1 && n <= 31;
}
