import type { Holiday } from "./lexeme.ts";

/** The date, or null if the month has no such day. */
export function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const first = new Temporal.PlainDate(year, month, 1);
  return day <= first.daysInMonth ? first.with({ day }) : null;
}

/** The n-th day, working day or weekday of the month that `first` opens, from the end if negative; null if it has none. */
export function nthOfMonth(
  first: Temporal.PlainDate,
  n: number,
  what: number | "day" | "workday",
): Temporal.PlainDate | null {
  const matches: Temporal.PlainDate[] = [];
  for (let day = 1; day <= first.daysInMonth; day += 1) {
    const date = first.with({ day });
    if (what === "day" || (what === "workday" ? date.dayOfWeek <= 5 : date.dayOfWeek === what)) matches.push(date);
  }
  return matches.at(n > 0 ? n - 1 : n) ?? null;
}

/** The n-th working day, Monday to Friday, after the date. */
export function workdaysAfter(date: Temporal.PlainDate, n: number): Temporal.PlainDate {
  let day = date;
  for (let left = n; left > 0; ) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek <= 5) left -= 1;
  }
  return day;
}

/** The day of a holiday in a year, Gregorian calendar. */
export function holidayDate(name: Holiday, year: number): Temporal.PlainDate {
  const on = (month: number, day: number): Temporal.PlainDate => new Temporal.PlainDate(year, month, day);
  switch (name) {
    case "new-year":
      return on(1, 1);
    case "new-year-eve":
      return on(12, 31);
    case "christmas":
      return on(12, 25);
    case "christmas-eve":
      return on(12, 24);
    case "halloween":
      return on(10, 31);
    case "valentine":
      return on(2, 14);
    case "easter":
      return easter(year);
  }
}

/** Western Easter by the anonymous Gregorian computus. */
function easter(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Temporal.PlainDate(year, Math.floor(f / 31), (f % 31) + 1);
}

/** Monday of the date's week. */
export function mondayOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}
