import type { Card } from "#core/outbox/payload.ts";
import type { Locale } from "#core/ports.ts";
import type { Reading, WhenErrorCode, WhenHints } from "#core/time/parse-when.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** What a change of a stored row is decided in. */
export interface ChangeContext {
  readonly now: Temporal.Instant;
  /** The owner's zone. */
  readonly zone: string;
  readonly locale: Locale;
  readonly hints: WhenHints;
}

/** Why a stored row was not changed. */
export type ChangeRefusalCode =
  | WhenErrorCode
  | "when_missing"
  | "unknown_id"
  | "text_empty"
  | "text_too_long"
  | "too_many"
  | "already_paused"
  | "not_paused"
  | "already_fired"
  | "already_running"
  | "not_confirmed"
  | "already_confirmed"
  | "undo_over";

export interface ChangeRefused {
  readonly kind: "refused";
  readonly code: ChangeRefusalCode;
  readonly params: Readonly<Record<string, string | number>>;
  /** The nearest valid alternatives of a time that was refused (TIME-7). */
  readonly alternatives: readonly Reading[];
}

/** What a change writes over a row, or why it is refused. The card says the row's next times back (TIME-20). */
export type ChangePlan =
  | {
      readonly kind: "change";
      readonly patch: Partial<Pick<ScheduleRow, "text" | "schedule" | "nextRunAt" | "state">>;
      readonly card?: Card;
    }
  | ChangeRefused;

/** A refusal, with the values that its words name. */
export function refuseChange(
  code: ChangeRefusalCode,
  params: Record<string, string | number> = {},
  alternatives: readonly Reading[] = [],
): ChangeRefused {
  return { kind: "refused", code, params, alternatives };
}
