import type { TimeCard } from "#core/outbox/payload.ts";
import type { NewApproval } from "#stores/sessions/approvals.ts";
import type { TurnUsage } from "#stores/sessions/turns.ts";
import type { Fault } from "./faults.ts";

/**
 * What became of a turn. `cards` are the times that were set in it: they are stored whatever became of the answer,
 * so a turn that failed or was stopped names them too.
 */
export type TurnResult =
  | {
      readonly outcome: "done";
      readonly text: string;
      readonly cards: TimeCard[];
      /** The text promises a reminder, and none was set (AGT-17). */
      readonly unscheduled?: boolean;
      /** The text ends at the model's limit of length, not where it should. */
      readonly cut?: boolean;
      /** A helper's step called tools: there is more to do (REM-40). */
      readonly unfinished?: boolean;
      readonly usage?: TurnUsage;
    }
  | { readonly outcome: "failed"; readonly fault: Fault; readonly cards?: TimeCard[]; readonly usage?: TurnUsage }
  | { readonly outcome: "stopped"; readonly cards?: TimeCard[]; readonly usage?: TurnUsage }
  /**
   * A reminder's turn asked the owner: a normal end (AGT-7). `text` is what it has so far, possibly nothing; the caller
   * stores `approval` together with the turn's end.
   */
  | {
      readonly outcome: "waiting";
      readonly text: string;
      readonly approval: NewApproval;
      readonly cards: TimeCard[];
      readonly usage?: TurnUsage;
    };

/** Time limits of a turn in seconds (AGT-10), the setting `turns.limits`. */
export interface TurnLimits {
  /** Until the provider answers with headers. */
  readonly connect: number;
  /** From the headers to the first token; reasoning counts, keep-alives do not. */
  readonly firstToken: number;
  /** Between two tokens. */
  readonly stall: number;
  readonly tool: number;
  readonly chatTurn: number;
  readonly reminderTurn: number;
}
