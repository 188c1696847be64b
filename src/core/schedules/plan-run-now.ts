import { asItWas, type Claim } from "./decide-claim.ts";
import { type ChangeRefused, refuseChange } from "./schedule-change.ts";
import type { ScheduleRow } from "./schedule-row.ts";

export type RunNowPlan = { readonly kind: "run"; readonly firing: Claim["firing"] } | ChangeRefused;

/**
 * Decides a firing out of turn, due at `now`; the schedule is left alone, and a paused row stays paused (REM-6).
 * `waiting` says that an earlier one has been asked for and has not begun.
 */
export function planRunNow(row: ScheduleRow, waiting: boolean, now: Temporal.Instant): RunNowPlan {
  if (row.state === "unconfirmed") return refuseChange("not_confirmed");
  if (waiting) return refuseChange("already_running");
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
