import type { DateMeaning, DateSpec, Read } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { isDay, plausibleDayAndMonth, readMonthDay } from "./read-month-day.ts";
import { readNumber } from "./read-number.ts";

/** "Friday", "next Friday", "Monday of the following week", "Friday the 13th", «в четверг на следующей неделе», 下下周日. */
export function readWeekday(phrase: Phrase, index: number, prepared: boolean): Read<DateMeaning> | null {
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

function weekdayRead(day: number, more: { week?: number; next?: boolean }, next: number): Read<DateMeaning> {
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
function readDateOfWeekday(phrase: Phrase, index: number, weekday: number): Read<DateMeaning> | null {
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

export function isTimeTail(phrase: Phrase, index: number): boolean {
  return (
    phrase.get(index, "meridiem") !== undefined ||
    phrase.get(index, "part") !== undefined ||
    phrase.get(index, "unit") !== undefined ||
    phrase.is(index, "oclock", "point") ||
    phrase.isContent(index)
  );
}
