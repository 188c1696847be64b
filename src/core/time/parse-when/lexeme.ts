/**
 * What a word can mean in a time phrase. The three languages use different scripts, so their words never clash and one
 * grammar reads them all, mixed phrases too.
 */

export type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";
/** `late`: 晚, the evening that runs on into the small hours. */
export type DayPart = "morning" | "noon" | "afternoon" | "evening" | "late" | "night" | "small-hours";

/** Words that only join or point, named by what they do. */
export type FunctionWord =
  | "a"
  | "about"
  | "after"
  | "ago"
  | "and"
  | "at"
  | "before"
  | "by"
  | "coming"
  | "day-number"
  | "decline"
  | "end"
  | "every"
  | "every-gap"
  | "except"
  | "filler"
  | "for"
  | "from"
  | "from-now"
  | "half"
  | "half-unit"
  | "half-more"
  | "if"
  | "in"
  | "ish"
  | "it-is"
  | "last"
  | "later"
  | "lasting"
  | "next"
  | "next-next"
  | "now"
  | "oclock"
  | "of"
  | "on"
  | "or"
  | "other"
  | "past"
  | "point"
  | "quarter"
  | "quarter-more"
  | "start"
  | "the"
  | "this"
  | "three-quarters-more"
  | "time-of"
  | "times"
  | "to"
  | "until"
  | "weekend"
  | "with"
  | "without";

export type Lexeme =
  /** A number: `5`, `five`, `5th`, `пятого`, 五. */
  | { readonly k: "number"; readonly n: number; readonly digits: boolean; readonly ordinal: boolean }
  /** A time with separators. `padded`: written `05:30` or beyond twelve, hence meant on 24 hours. `dot`: `8.30` may be a date. */
  | {
      readonly k: "clock";
      readonly h: number;
      readonly m: number;
      readonly s: number;
      readonly padded: boolean;
      readonly dot: boolean;
    }
  /** A date in figures. Without a year, `y` is undefined; `a` and `b` may be day and month either way. */
  | { readonly k: "ymd"; readonly y: number; readonly m: number; readonly d: number }
  | { readonly k: "figures"; readonly a: number; readonly b: number; readonly y?: number; readonly sep: string }
  /** A full local time or an instant, as ISO 8601 writes it. */
  | { readonly k: "iso"; readonly text: string }
  /** Figures in the form of a time or date that does not exist. */
  | { readonly k: "bad"; readonly what: "time" | "date" }
  | { readonly k: "unit"; readonly unit: Unit; readonly times: number }
  /** A span in one word: полчаса, 半小时. */
  | { readonly k: "span"; readonly unit: Unit; readonly n: number }
  | { readonly k: "day"; readonly offset: number }
  /** A year named by its distance: 明年. */
  | { readonly k: "year"; readonly offset: number }
  | { readonly k: "day-part"; readonly offset: number; readonly part: DayPart }
  | { readonly k: "weekday"; readonly day: number; readonly plural: boolean; readonly short: boolean }
  | { readonly k: "weekdays"; readonly days: readonly number[] }
  | { readonly k: "workday" }
  | { readonly k: "month"; readonly month: number }
  | { readonly k: "part"; readonly part: DayPart }
  | { readonly k: "meridiem"; readonly half: "am" | "pm" | "either" }
  | { readonly k: "named-time"; readonly h: 0 | 12 }
  /** A frequency in one word: daily, ежемесячно. */
  | { readonly k: "frequency"; readonly unit: Unit; readonly n: number }
  /** Once, twice: in front of "a day". */
  | { readonly k: "repeats"; readonly n: number }
  | { readonly k: "holiday"; readonly name: Holiday }
  /** An abbreviation or IANA name of a time zone. */
  | { readonly k: "zone"; readonly name: string }
  | { readonly k: "word"; readonly w: FunctionWord };

export type Holiday =
  | "new-year"
  | "new-year-eve"
  | "christmas"
  | "christmas-eve"
  | "easter"
  | "halloween"
  | "valentine";

export interface Token {
  /** Position in the words, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Lower case. */
  readonly text: string;
  readonly meanings: readonly Lexeme[];
  readonly punctuation: boolean;
  /** No white space between this token and the one before. */
  readonly joined: boolean;
}

/** The words of one language: single ones and short phrases (words joined by one space), lower case. */
export type Lexicon = ReadonlyMap<string, readonly Lexeme[]>;

export const number = (n: number, ordinal = false, digits = false): Lexeme => ({ k: "number", n, digits, ordinal });
export const unit = (name: Unit, times = 1): Lexeme => ({ k: "unit", unit: name, times });
export const word = (w: FunctionWord): Lexeme => ({ k: "word", w });
export const weekday = (day: number, plural = false, short = false): Lexeme => ({ k: "weekday", day, plural, short });

/** Builds a lexicon from lists of words (separated by `|`) and their meanings. A word may stand in several lists. */
export function lexicon(entries: readonly (readonly [words: string, ...meanings: Lexeme[]])[]): Lexicon {
  const map = new Map<string, Lexeme[]>();
  for (const [words, ...meanings] of entries) {
    for (const text of words.split("|")) map.set(text, [...(map.get(text) ?? []), ...meanings]);
  }
  return map;
}
