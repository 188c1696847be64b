import type { Read, TimeSpec } from "./fragment.ts";
import type { DayPart } from "./lexeme.ts";
import type { Phrase } from "./phrase.ts";
import { isRussianDotDate } from "./read-month-day.ts";
import { readNumber } from "./read-number.ts";

export interface TimeRead {
  readonly time: TimeSpec;
  /** A part of the day that belongs to it: "in the evening". */
  readonly part?: DayPart | undefined;
  /** Only a number: it is a time if it stands next to a date or a part of the day. */
  readonly bare?: boolean | undefined;
}

/** A time of day. `prepared`: "at", «в» or the like stands before `index`. */
export function readTime(phrase: Phrase, index: number, prepared: boolean): Read<TimeRead> | null {
  const spoken = readClock(phrase, index) ?? readNamed(phrase, index) ?? readSpokenClock(phrase, index, prepared);
  if (spoken) return withPart(phrase, spoken);
  return readPlainTime(phrase, index, prepared);
}

/** A time without "to" and "past": in "from 9 to 18" the "to" belongs to the range. */
export function readPlainTime(phrase: Phrase, index: number, prepared: boolean): Read<TimeRead> | null {
  const clock = readClock(phrase, index) ?? readNamed(phrase, index) ?? readHanClock(phrase, index);
  if (clock) return withPart(phrase, clock);
  const number = readHourNumber(phrase, index, prepared);
  return number ? withPart(phrase, number) : null;
}

function read(time: TimeSpec, next: number, bare = false): Read<TimeRead> {
  return { value: bare ? { time, bare } : { time }, next };
}

/** An hour as said: beyond twelve, or with a zero in front, it can only be meant on 24 hours. */
function spec(h: number, m = 0, s = 0, literal = false): TimeSpec {
  if (h === 24) return { h: 0, m, s, mode: "literal", endOfDay: true };
  return { h, m, s, mode: literal || h === 0 || h > 12 ? "literal" : "twelve" };
}

function readClock(phrase: Phrase, index: number): Read<TimeRead> | null {
  const clock = phrase.get(index, "clock");
  if (!clock) return null;
  // "25.03" is the 25th of March unless a time can follow from what stands around it; 24 hours are how Russian writes times.
  if (clock.dot && !phrase.get(index + 1, "meridiem") && isDotDate(phrase, index)) return null;
  let next = phrase.skip(index + 1, "oclock");
  if (phrase.get(next, "unit")?.unit === "hour" && !phrase.isHan(next)) next += 1;
  const literal = clock.padded || (phrase.clock24 && /^\d/.test(phrase.text(index)));
  return withMeridiem(phrase, spec(clock.h, clock.m, clock.s, literal), next);
}

function isDotDate(phrase: Phrase, index: number): boolean {
  if (isRussianDotDate(phrase, index)) return true;
  return /^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])$/.test(phrase.text(index)) && !phrase.is(index - 1, "at");
}

function withMeridiem(phrase: Phrase, time: TimeSpec, index: number, bare = false): Read<TimeRead> {
  const meridiem = phrase.get(index, "meridiem");
  if (!meridiem) return read(time, index, bare);
  // "12:30 am" is half past midnight; "13:00 pm" says the same thing twice.
  const mode = meridiem.half === "either" || time.h > 12 ? (time.h > 12 ? "literal" : "twelve") : meridiem.half;
  return read({ ...time, mode }, phrase.skip(index + 1, "oclock"));
}

function readNamed(phrase: Phrase, index: number): Read<TimeRead> | null {
  // "12 noon" says it twice.
  const at = phrase.get(index, "number")?.n === 12 && phrase.get(index + 1, "named-time") ? index + 1 : index;
  const named = phrase.get(at, "named-time");
  if (!named) return null;
  const next = phrase.skip(at + 1, "ish");
  return read({ h: named.h, m: 0, s: 0, mode: "literal" }, next);
}

/** "Half past five", "ten past 9", «без четверти шесть», «в половине шестого», 差一刻六点, 八点一刻. */
function readSpokenClock(phrase: Phrase, index: number, prepared: boolean): Read<TimeRead> | null {
  return readPastOrTo(phrase, index) ?? readRussianClock(phrase, index, prepared) ?? readHanClock(phrase, index);
}

function readPastOrTo(phrase: Phrase, index: number): Read<TimeRead> | null {
  const start = phrase.skip(index, "a");
  const named = phrase.is(start, "half") ? 30 : phrase.is(start, "quarter") ? 15 : null;
  const count = named === null ? readNumber(phrase, start) : null;
  const minutes = named ?? count?.value.n;
  if (minutes === undefined || minutes < 1 || minutes > 59 || count?.value.ordinal) return null;
  let at = count?.next ?? start + 1;
  if (count && phrase.get(at, "unit")?.unit === "minute") at += 1;
  const sign =
    phrase.is(at, "past") || (phrase.is(at, "after") && named !== 30)
      ? 1
      : phrase.text(at) === "to" || phrase.text(at) === "till"
        ? -1
        : 0;
  if (sign === 0) return null;
  const hour = readNumber(phrase, at + 1);
  const h = hour?.value.n ?? phrase.get(at + 1, "named-time")?.h;
  if (h === undefined || h > 23 || hour?.value.ordinal) return null;
  const next = phrase.skip(hour?.next ?? at + 2, "oclock");
  return withMeridiem(phrase, shifted(h, sign * minutes), next);
}

/** The hour with minutes past it, or before it. */
function shifted(h: number, minutes: number): TimeSpec {
  if (minutes >= 0) return spec(h, minutes);
  const before = h === 1 ? 12 : h === 0 ? 23 : h - 1;
  return spec(before, 60 + minutes);
}

function readRussianClock(phrase: Phrase, index: number, prepared: boolean): Read<TimeRead> | null {
  if (!phrase.isCyrillic(index) && !/^\d/.test(phrase.text(index))) return null;
  if (phrase.is(index, "without")) {
    const quarter = phrase.is(index + 1, "quarter");
    const count = quarter ? null : readNumber(phrase, index + 1);
    const minutes = quarter ? 15 : count?.value.n;
    if (!minutes || minutes > 30) return null;
    let at = count?.next ?? index + 2;
    if (phrase.get(at, "unit")?.unit === "minute") at += 1;
    const hour = readRussianHour(phrase, at);
    return hour ? read(shifted(hour.value, -minutes), hour.next) : null;
  }
  const named = phrase.is(index, "half") ? 30 : phrase.is(index, "quarter") ? 15 : null;
  const count = named === null ? readNumber(phrase, index) : null;
  let at = count?.next ?? index + 1;
  if (count) {
    if (count.value.ordinal || phrase.get(at, "unit")?.unit !== "minute") return null;
    at += 1;
  } else if (named === null) {
    return null;
  }
  // «Пять минут шестого»: the hour that has begun is named by the one it leads to.
  const hour = readNumber(phrase, at);
  const minutes = named ?? count?.value.n ?? 0;
  if (!hour?.value.ordinal || hour.value.n > 12 || minutes > 59 || (!prepared && phrase.get(hour.next, "month")))
    return null;
  return read(spec(hour.value.n === 1 ? 12 : hour.value.n - 1, minutes), hour.next);
}

function readRussianHour(phrase: Phrase, index: number): Read<number> | null {
  const hour = readNumber(phrase, index);
  if (hour && !hour.value.ordinal && hour.value.n <= 23) {
    const tail = phrase.get(hour.next, "unit")?.unit === "hour" ? hour.next + 1 : hour.next;
    return { value: hour.value.n, next: tail };
  }
  return phrase.get(index, "unit")?.unit === "hour" ? { value: 1, next: index + 1 } : null;
}

function readHanClock(phrase: Phrase, index: number): Read<TimeRead> | null {
  if (phrase.isHan(index) && phrase.is(index, "without")) {
    const before = readHanMinutes(phrase, index + 1);
    const hour = before ? readNumber(phrase, before.next) : null;
    if (!before || !hour || !phrase.is(hour.next, "point")) return null;
    return read(shifted(hour.value.n, -before.value), hour.next + 1);
  }
  const hour = readNumber(phrase, index);
  if (!hour || !phrase.is(hour.next, "point") || hour.value.n > 24 || !Number.isInteger(hour.value.n)) return null;
  // 三点过五分 is five past three.
  const passed = /^[过過]$/.test(phrase.text(hour.next + 1)) ? readHanMinutes(phrase, hour.next + 2) : null;
  if (passed) return read(spec(hour.value.n, passed.value), passed.next);
  const at = hour.next + 1;
  const literal =
    /^[时時]$/.test(phrase.text(hour.next)) && phrase.get(at, "number") !== undefined && hour.value.n > 12;
  if (phrase.is(at, "half")) return read(spec(hour.value.n, 30, 0, literal), at + 1);
  if (phrase.is(at, "without")) {
    const before = readHanMinutes(phrase, at + 1);
    return before ? read(shifted(hour.value.n, -before.value), before.next) : null;
  }
  if (phrase.is(at, "oclock")) return read(spec(hour.value.n, 0, 0, literal), at + 1);
  const minutes = readHanMinutes(phrase, at);
  if (!minutes) return withMeridiem(phrase, spec(hour.value.n, 0, 0, literal), at);
  const seconds = readNumber(phrase, minutes.next);
  if (seconds && seconds.value.n < 60 && phrase.get(seconds.next, "unit")?.unit === "second") {
    return read(spec(hour.value.n, minutes.value, seconds.value.n, literal), seconds.next + 1);
  }
  return withMeridiem(phrase, spec(hour.value.n, minutes.value, 0, literal), minutes.next);
}

function readHanMinutes(phrase: Phrase, index: number): Read<number> | null {
  const number = readNumber(phrase, index);
  if (!number || number.value.n > 59 || !Number.isInteger(number.value.n)) return null;
  if (phrase.is(number.next, "quarter")) return { value: number.value.n * 15, next: number.next + 1 };
  const unit = phrase.get(number.next, "unit");
  if (unit?.unit === "minute") return { value: number.value.n * unit.times, next: number.next + 1 };
  return unit || phrase.is(number.next, "day-number", "a") || phrase.isHan(number.next)
    ? null
    : { value: number.value.n, next: number.next };
}

/** "Five", "at 5", "5pm", "1140 a.m.", "six forty-three", "five o'clock", «в 9 часов 15 минут», «в час». */
function readHourNumber(phrase: Phrase, index: number, prepared: boolean): Read<TimeRead> | null {
  if (
    prepared &&
    phrase.isCyrillic(index) &&
    phrase.get(index, "unit")?.unit === "hour" &&
    phrase.text(index) === "час"
  ) {
    return read(spec(1), index + 1);
  }
  const number = readNumber(phrase, index);
  // A numeral in characters is an hour only with 点.
  if (!number || number.value.ordinal || !Number.isInteger(number.value.n) || phrase.isHan(index)) return null;
  const { n, digits } = number.value;
  let at = number.next;
  // "In two Mondays", "5 times": a number of things.
  const pointed = phrase.is(index - 1, "in", "after") && !phrase.is(index - 1, "at");
  const counts = pointed || phrase.text(index - 1) === "within";
  if (phrase.is(at, "times") || (counts && (phrase.get(at, "weekday") ?? phrase.get(at, "weekdays")))) return null;
  if (n > 24 || /^\d{4}$/.test(phrase.text(index))) return readRunTogether(phrase, index, n, at, prepared);
  const minutes = readMinutesAfter(phrase, at, digits, prepared);
  if (minutes) {
    const tail = phrase.get(minutes.next, "unit")?.unit === "minute" ? minutes.next + 1 : minutes.next;
    return withMeridiem(phrase, spec(n, minutes.value), phrase.skip(tail, "oclock"), !prepared && digits);
  }
  if (phrase.is(at, "oclock")) return withMeridiem(phrase, spec(n), at + 1);
  const hourWord =
    phrase.get(at, "unit")?.unit === "hour" && (phrase.isCyrillic(at) || /^hours?|h$/.test(phrase.text(at)));
  if (hourWord && prepared) {
    at += 1;
    const rest = readNumber(phrase, at);
    if (rest && rest.value.n < 60 && phrase.get(rest.next, "unit")?.unit === "minute")
      return read(spec(n, rest.value.n), rest.next + 1);
    return read(spec(n, 0, 0, !phrase.isCyrillic(at - 1)), at);
  }
  at = phrase.skip(at, "ish");
  if (phrase.get(at, "meridiem")) return withMeridiem(phrase, spec(n), at);
  const unit = phrase.get(at, "unit");
  if (unit && !(phrase.isCyrillic(at) && phrase.get(at, "part"))) return null;
  const ish = at > number.next;
  return read(spec(n), at, !prepared && !ish);
}

/** "1140 a.m.", "at 1430". */
function readRunTogether(
  phrase: Phrase,
  index: number,
  n: number,
  next: number,
  prepared: boolean,
): Read<TimeRead> | null {
  const h = Math.floor(n / 100);
  const m = n % 100;
  const meridiem = phrase.get(next, "meridiem") !== undefined;
  const hours = phrase.get(next, "unit")?.unit === "hour" && phrase.text(index).length === 4;
  const text = phrase.text(index);
  const padded = text.length === 4 && text.startsWith("0");
  if (text.length < 3 || h > 23 || m > 59) return null;
  if (!meridiem && !hours && !padded && !(prepared && text.length === 4)) return null;
  const time = spec(h, m, 0, padded);
  return hours ? read(time, next + 1) : withMeridiem(phrase, time, next, padded && !prepared);
}

/** Minutes said after the hour: "six forty-three", "seven oh five", "five-thirty", «17-30», "at 9 30". */
function readMinutesAfter(phrase: Phrase, index: number, digits: boolean, prepared: boolean): Read<number> | null {
  const dash = phrase.punctuation(index, "-");
  let at = dash ? index + 1 : index;
  if (/^(oh|o)$/.test(phrase.text(at)) && phrase.get(at + 1, "number")) at += 1;
  const number = readNumber(phrase, at);
  if (!number || number.value.ordinal || number.value.digits !== digits || number.value.n > 59) return null;
  if (number.value.n < 10 && at === index) return null;
  if (phrase.isHan(at)) return null;
  if (digits && phrase.text(at).length !== 2) return null;
  if (digits && !prepared) return null;
  // «17-30» is how Russian writes it; elsewhere a dash of figures is a range.
  if (digits && dash && (!phrase.joined(at) || !phrase.clock24)) return null;
  const unit = phrase.get(number.next, "unit")?.unit;
  // "At 9 15 min" may name how long it takes.
  if (unit && (unit !== "minute" || digits)) return null;
  if (phrase.get(number.next, "month") && !digits) return null;
  return { value: number.value.n, next: number.next };
}

/** A part of the day right after the time: "7 in the evening", "9 at night", «2 часа ночи». */
function withPart(phrase: Phrase, time: Read<TimeRead>): Read<TimeRead> {
  const end = phrase.skip(time.next, "ish");
  const pointed = !phrase.isCyrillic(end) && phrase.is(end, "in", "at", "on");
  const at = pointed ? phrase.skip(end + 1, "the") : end;
  const part = phrase.get(at, "part");
  if (!part || phrase.isHan(at) || (!pointed && !phrase.isCyrillic(at))) return { value: time.value, next: end };
  return { value: { time: time.value.time, part: part.part }, next: at + 1 };
}
