import type { Locale } from "#core/ports.ts";
import { nextRuns } from "../recurrence.ts";
import { resolveLocal } from "../resolve-local.ts";
import { isOnce, type Schedule } from "../schedule.ts";
import type { Reading, WhenErrorCode, WhenHints, WhenNote } from "../when.ts";

/** What the words resolve against. */
export interface ResolveContext {
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly locale: Locale;
  readonly hints: WhenHints;
  /** Now on the owner's wall clock. */
  readonly wall: Temporal.PlainDateTime;
}

export type Outcome =
  /** The first reading is the one taken. */
  | { readonly ok: true; readonly readings: readonly [Reading, ...Reading[]]; readonly notes: readonly WhenNote[] }
  | {
      readonly ok: false;
      readonly code: WhenErrorCode;
      readonly params: Readonly<Record<string, string | number>>;
      readonly alternatives: readonly Reading[];
    };

export function refuse(
  code: WhenErrorCode,
  params: Readonly<Record<string, string | number>> = {},
  alternatives: readonly Reading[] = [],
): Outcome {
  return { ok: false, code, params, alternatives };
}

/** A schedule with its next instants. */
export function reading(
  schedule: Schedule,
  now: Temporal.Instant,
  convention?: { readonly name: string; readonly value: string },
): Reading {
  const next = nextRuns(schedule, now, isOnce(schedule) ? 1 : 3);
  return convention ? { schedule, next, convention } : { schedule, next };
}

export function onceAt(local: Temporal.PlainDateTime, zone: string): Schedule {
  return { type: "once", local: localText(local), zone };
}

/** `2026-12-05T18:30`, with seconds only if there are any. */
export function localText(local: Temporal.PlainDateTime): string {
  return local.second === 0 ? local.toString({ smallestUnit: "minute" }) : local.toString({ smallestUnit: "second" });
}

/** The note that a once schedule's local time is skipped or repeated by its zone (TIME-2, TIME-3). */
export function clockChangeNotes(schedule: Schedule): WhenNote[] {
  if (schedule.type !== "once") return [];
  const local = Temporal.PlainDateTime.from(schedule.local);
  const { kind, instant } = resolveLocal(local, schedule.zone);
  if (kind === "exact") return [];
  const said = local.toPlainTime().toString({ smallestUnit: "minute" });
  if (kind === "fold") return [{ code: "first_of_two", params: { time: said } }];
  const moved = instant.toZonedDateTimeISO(schedule.zone).toPlainTime().toString({ smallestUnit: "minute" });
  return [{ code: "moved_from_gap", params: { time: said, moved } }];
}
