import type { DayPart, Holiday, Unit } from "./lexeme.ts";

/** A length of time as people say it: months and days follow the calendar, seconds are elapsed (TIME-5). */
export interface SpokenSpan {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

/** A day as it was said. Which day it is depends on now and is decided in `resolve-date.ts`. */
export type DateSpec =
  | { readonly is: "day"; readonly offset: number }
  /** `week`: counted from this one, Monday first; without it the next such day. `next`: "next Friday", which has two readings. */
  | { readonly is: "weekday"; readonly day: number; readonly week?: number; readonly next?: boolean }
  | { readonly is: "ymd"; readonly y: number; readonly m: number; readonly d: number }
  | {
      readonly is: "figures";
      readonly a: number;
      readonly b: number;
      readonly y?: number | undefined;
      readonly sep: string;
    }
  | {
      readonly is: "month-day";
      readonly m: number;
      readonly d: number;
      readonly y?: number | undefined;
      readonly yearShift?: number | undefined;
    }
  | { readonly is: "day-of-month"; readonly d: number; readonly shift?: number | undefined }
  /** `n` counts from the end if negative. `in`: a named month, or months from this one; neither is the next that fits. */
  | {
      readonly is: "nth";
      readonly n: number;
      readonly what: number | "day" | "workday";
      readonly m?: number | undefined;
      readonly y?: number | undefined;
      readonly shift?: number | undefined;
    }
  /** The n-th working day after today. */
  | { readonly is: "workdays"; readonly n: number }
  | { readonly is: "holiday"; readonly name: Holiday; readonly y?: number | undefined }
  | {
      readonly is: "period";
      readonly unit: "week" | "month" | "year" | "weekend";
      readonly shift: number;
      readonly m?: number | undefined;
    }
  | { readonly is: "offset"; readonly span: SpokenSpan; readonly sign: 1 | -1; readonly from: DateSpec | null };

/** A day with what was said beside it. */
export interface DateMeaning {
  readonly date: DateSpec;
  /** A weekday said with the date: it must fit, or it chooses the day. */
  readonly weekday?: number | undefined;
  /** "The end of Sunday": its last second. */
  readonly endOfDay?: boolean | undefined;
}

export interface TimeSpec {
  readonly h: number;
  readonly m: number;
  readonly s: number;
  /** `literal`: on 24 hours. `twelve`: could be either half of the day (TIME-6). */
  readonly mode: "literal" | "twelve" | "am" | "pm";
  /** Said as 24 o'clock: the midnight that ends the day. */
  readonly endOfDay?: true | undefined;
}

export interface RecurrenceSpec {
  readonly unit: Unit;
  readonly n: number;
  readonly weekdays?: readonly number[] | undefined;
  readonly days?: readonly number[] | undefined;
  readonly nth?: { readonly n: number; readonly what: number | "day" | "workday" } | undefined;
  readonly month?: number | undefined;
  /** Only if the day of the month is one of `weekdays` too. */
  readonly both?: boolean | undefined;
  /** Firings a day: "twice a day". */
  readonly perDay?: number | undefined;
  /** Another distance that was perhaps meant: "every second Tuesday". */
  readonly otherNth?: { readonly n: number; readonly what: number } | undefined;
}

/** What a run of words says about when. */
export type Meaning =
  | ({ readonly f: "date" } & DateMeaning)
  | {
      readonly f: "time";
      readonly time: TimeSpec;
      readonly part?: DayPart | undefined;
      readonly bare?: boolean | undefined;
    }
  | { readonly f: "moment"; readonly iso: string }
  | { readonly f: "part"; readonly part: DayPart; readonly offset?: number | undefined }
  | { readonly f: "span"; readonly span: SpokenSpan; readonly sign: 1 | -1 }
  | { readonly f: "recurrence"; readonly rule: RecurrenceSpec; readonly part?: DayPart | undefined }
  | { readonly f: "hours"; readonly from: TimeSpec; readonly to: TimeSpec }
  | ({ readonly f: "start" } & DateMeaning)
  | ({ readonly f: "until"; readonly time?: TimeSpec | undefined } & DateMeaning)
  | { readonly f: "lasting"; readonly span: SpokenSpan }
  | { readonly f: "count"; readonly n: number }
  | { readonly f: "except"; readonly weekdays: readonly number[] }
  | { readonly f: "zone"; readonly name: string };

export interface Fragment {
  /** Token indexes, `next` outside. */
  readonly start: number;
  readonly next: number;
  readonly meaning: Meaning;
  /** A preposition of time stands in front: it is surely about when. */
  readonly prepared: boolean;
}

/** What a reader of the grammar found, and the index of the token after it. */
export interface Read<Value> {
  readonly value: Value;
  readonly next: number;
}
