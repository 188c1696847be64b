import { nextRun } from "#core/time/recurrence.ts";
import { isOnce } from "#core/time/schedule.ts";
import { refuse } from "./refused.ts";
import { cardOfSchedule } from "./schedule-card.ts";
import type { ChangePlan } from "./schedule-change.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** Decides a pause: the schedule stays, nothing is due until it is resumed. */
export function planPause(row: ScheduleRow): ChangePlan {
  switch (row.state) {
    case "pending":
      return { kind: "change", patch: { state: "paused", nextRunAt: null } };
    case "paused":
      return refuse("already_paused");
    case "fired":
      return refuse("already_fired");
    case "unconfirmed":
      return refuse("not_confirmed");
  }
}

/** Decides the end of a pause: the next time counts from `now`, what passed meanwhile is not made up for. */
export function planResume(row: ScheduleRow, now: Temporal.Instant): ChangePlan {
  return row.state === "paused" ? planWaiting(row, now) : refuse("not_paused");
}

/** Decides the owner's tap on a row that waits for it. */
export function planConfirm(row: ScheduleRow, now: Temporal.Instant): ChangePlan {
  return row.state === "unconfirmed" ? planWaiting(row, now) : refuse("already_confirmed");
}

function planWaiting(row: ScheduleRow, now: Temporal.Instant): ChangePlan {
  const next = nextRun(row.schedule, now);
  if (next === null) return refuse(isOnce(row.schedule) ? "when_in_past" : "when_ended");
  return {
    kind: "change",
    patch: { state: "pending", nextRunAt: next.epochMilliseconds },
    card: cardOfSchedule(row.id, row.text, row.schedule, now),
  };
}
