import type { NoteCode } from "#core/message-codes.ts";
import type { Locale } from "#core/ports.ts";
import type { Schedule } from "./schedule.ts";

/** What shapes a reading beside the words themselves. */
export interface WhenHints {
  /** Default time of day, `HH:MM` (TIME-7). */
  readonly defaultHour: string;
  /** The owner's waking window, `HH:MM-HH:MM`: a bare hour means the reading inside it (TIME-6). */
  readonly waking: string;
  /** The owner's remembered choices between two readings, by convention name (TIME-6). */
  readonly conventions?: Readonly<Record<string, string>>;
  /** The words stand in an `every` field: a bare time or weekday is a recurrence. */
  readonly recurring?: boolean;
  /** The shortest allowed distance between two firings of a recurrence, in minutes (REM-7); none is checked without it. */
  readonly minimumMinutes?: number;
}

export interface WhenOptions {
  readonly now: Temporal.Instant;
  /** The owner's IANA zone. */
  readonly zone: string;
  readonly locale: Locale;
  readonly hints: WhenHints;
}

/** One way to understand the words. */
export interface Reading {
  readonly schedule: Schedule;
  /** The first three instants, one for a once schedule. */
  readonly next: readonly Temporal.Instant[];
  /** The convention that this reading would teach (TIME-6). */
  readonly convention?: { readonly name: string; readonly value: string };
}

/** A fact about a reading that the answer says: `default_time`, `moved_from_gap`, `assumed_year`, … */
export interface WhenNote {
  readonly code: NoteCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type WhenErrorCode =
  | "when_empty"
  | "when_unreadable"
  | "when_in_past"
  | "when_no_such_date"
  | "when_never"
  | "when_ended"
  | "when_too_frequent"
  | "when_unknown_zone"
  | "when_ambiguous_zone";

export type WhenResult =
  | {
      readonly ok: true;
      readonly schedule: Schedule;
      readonly next: readonly Temporal.Instant[];
      /** The text without the time words; empty if nothing else was said. */
      readonly rest: string;
      /** The time words themselves, as they stood. */
      readonly matched: string;
      /** Other readings, best first; the one taken is not among them. */
      readonly readings: readonly Reading[];
      readonly notes: readonly WhenNote[];
    }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: WhenErrorCode;
        readonly params: Readonly<Record<string, string | number>>;
        /** The nearest valid alternatives, if any (TIME-7). */
        readonly alternatives: readonly Reading[];
      };
    };
