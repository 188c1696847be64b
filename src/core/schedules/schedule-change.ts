import type { TimeCard } from "#core/outbox/payload.ts";
import type { Locale } from "#core/ports.ts";
import type { WhenHints } from "#core/time/parse-when.ts";
import type { Refused } from "./refused.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** What a change of a stored row is decided in. */
export interface ChangeContext {
  readonly now: Temporal.Instant;
  /** The owner's zone. */
  readonly zone: string;
  readonly locale: Locale;
  readonly hints: WhenHints;
}

/** What a change writes over a row, or why it is refused. The card says the row's next times back (TIME-20). */
export type ChangePlan =
  | {
      readonly kind: "change";
      readonly patch: Partial<Pick<ScheduleRow, "text" | "schedule" | "nextRunAt" | "state">>;
      readonly card?: TimeCard;
    }
  | Refused;
