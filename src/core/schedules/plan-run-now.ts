import { asItWas, type Claim } from "./decide-claim.ts";
import { type Refused, refuse } from "./refused.ts";
import type { ScheduleRow } from "./schedule-row.ts";

export type RunNowPlan = { readonly kind: "run"; readonly firing: Claim["firing"] } | Refused;

/**
 * Decides a firing out of turn, due at `now`; the schedule is left alone, and a paused row stays paused (REM-6).
 * `waiting` says that an earlier one has been asked for and has not begun.
 */
export function planRunNow(row: ScheduleRow, waiting: boolean, now: Temporal.Instant): RunNowPlan {
  if (row.state === "unconfirmed") return refuse("not_confirmed");
  if (waiting) return refuse("already_running");
  return {
    kind: "run",
    firing: {
      ...asItWas(row),
      dueAt: now.epochMilliseconds,
      origin: "run_now",
      skippedEarlier: 0,
      last: false,
      state: "claimed",
      error: null,
    },
  };
}
