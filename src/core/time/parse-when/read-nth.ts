import type { DateMeaning, DateSpec, Read } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readNumber, readYear } from "./read-number.ts";

type Nth = DateSpec & { readonly is: "nth" };

/** "The last Friday of the month", "first Monday in May", «последний рабочий день месяца», 这个月最后一天. */
export function readNth(phrase: Phrase, index: number): Read<DateMeaning> | null {
  return readHanNth(phrase, index) ?? readWesternNth(phrase, index);
}

/** The part without its month: "the last Friday"; what follows says which month. */
export function readNthHead(
  phrase: Phrase,
  index: number,
): Read<{ readonly n: number; readonly what: Nth["what"] }> | null {
  let at = phrase.skip(index, "the");
  let n: number;
  if (phrase.is(at, "last")) {
    n = -1;
    at += 1;
  } else {
    const ordinal = readNumber(phrase, at);
    if (!ordinal?.value.ordinal || ordinal.value.n > 5) return null;
    n = ordinal.value.n;
    at = ordinal.next;
  }
  const workday = phrase.get(at, "workday");
  if (workday) return { value: { n, what: "workday" }, next: at + 1 };
  const weekday = phrase.get(at, "weekday");
  if (weekday) return { value: { n, what: weekday.day }, next: at + 1 };
  if (phrase.get(at, "unit")?.unit === "day" && phrase.get(at, "unit")?.times === 1)
    return { value: { n, what: "day" }, next: at + 1 };
  // "The first week of October on Friday" is its first Friday.
  if (phrase.get(at, "unit")?.unit === "week") {
    const month = readMonth(phrase, at + 1);
    const day = month ? phrase.get(phrase.skip(phrase.skipPunctuation(month.next, ",."), "on"), "weekday") : undefined;
    if (day) return { value: { n, what: day.day }, next: at + 1 };
  }
  return null;
}

function readWesternNth(phrase: Phrase, index: number): Read<DateMeaning> | null {
  const head = readNthHead(phrase, index);
  if (!head) return null;
  const month = readMonth(phrase, head.next);
  if (!month) return null;
  let { next } = month;
  if (phrase.get(head.next - 1, "unit")?.unit === "week")
    next = phrase.skip(phrase.skipPunctuation(next, ",."), "on") + 1;
  return { value: { date: { is: "nth", ...head.value, ...month.value } }, next };
}

interface MonthRead {
  readonly m?: number | undefined;
  readonly y?: number | undefined;
  readonly shift?: number | undefined;
}

/** "… of the month", "… of next month", "… in May 2027", "… of month". */
function readMonth(phrase: Phrase, index: number): Read<MonthRead> | null {
  const of = phrase.skip(index, "of", "in");
  const at = phrase.skip(of, "the");
  const named = phrase.get(at, "month");
  if (named) {
    const dotted = phrase.skipPunctuation(at + 1, phrase.joined(at + 1) ? "." : "");
    const year = readYear(phrase, dotted);
    return { value: { m: named.month, y: year?.value }, next: year?.next ?? dotted };
  }
  const shift = phrase.is(at, "next", "coming") ? 1 : phrase.is(at, "this") ? 0 : undefined;
  const unitAt = shift === undefined ? at : at + 1;
  if (phrase.get(unitAt, "unit")?.unit !== "month") return null;
  return { value: { shift }, next: unitAt + 1 };
}

function readHanNth(phrase: Phrase, index: number): Read<DateMeaning> | null {
  let at = index;
  const month: { m?: number; shift?: number } = {};
  const number = readNumber(phrase, at);
  if (number && phrase.text(number.next) === "月" && number.value.n <= 12) {
    month.m = number.value.n;
    at = number.next + 1;
  } else if (phrase.isHan(at) && phrase.get(at, "unit")?.unit === "month") {
    at += 1;
  } else if (phrase.isHan(at) && phrase.is(at, "this", "next") && phrase.get(at + 1, "unit")?.unit === "month") {
    month.shift = phrase.is(at, "next") ? 1 : 0;
    at += 2;
  } else {
    return null;
  }
  const head = readHanNthHead(phrase, phrase.skip(at, "of"));
  return head ? { value: { date: { is: "nth", ...head.value, ...month } }, next: head.next } : null;
}

/** 最后一天, 第二个周二, 最后一个工作日. */
export function readHanNthHead(
  phrase: Phrase,
  index: number,
): Read<{ readonly n: number; readonly what: Nth["what"] }> | null {
  let n: number;
  let at: number;
  if (phrase.isHan(index) && phrase.is(index, "last")) {
    n = -1;
    at = index + 1;
    const one = readNumber(phrase, at);
    if (one?.value.n === 1) at = one.next;
  } else if (phrase.isHan(index) && phrase.is(index, "the")) {
    const ordinal = readNumber(phrase, index + 1);
    if (!ordinal || ordinal.value.n > 5) return null;
    n = ordinal.value.n;
    at = ordinal.next;
  } else {
    return null;
  }
  at = phrase.skip(at, "a");
  const weekday = phrase.get(at, "weekday");
  if (weekday) return { value: { n, what: weekday.day }, next: at + 1 };
  if (phrase.get(at, "workday")) return { value: { n, what: "workday" }, next: at + 1 };
  if (phrase.get(at, "unit")?.unit === "day") return { value: { n, what: "day" }, next: at + 1 };
  return null;
}
