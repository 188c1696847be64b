import { refuse } from "#core/schedules/refused.ts";
import { cardOfSchedule } from "#core/schedules/schedule-card.ts";
import { nextRun } from "#core/time/recurrence.ts";
import { isOnce, type Schedule } from "#core/time/schedule.ts";
import type { Stores } from "#stores/stores.ts";
import type { ChangeResult } from "./change-schedule.ts";

/**
 * Gives a row the schedule that its owner has seen and confirmed, as `moveSchedule` does with words (REM-6): id and text
 * stay, a row that has fired or was paused waits again, one that is not confirmed still has to be. Refused if its time
 * has passed since it was shown.
 */
export function takeSchedule(
  stores: Stores,
  id: string,
  schedule: Schedule,
  { now, maxLive }: { readonly now: Temporal.Instant; readonly maxLive: number },
): ChangeResult {
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    if (!row) return refuse("unknown_id", { id });
    const next = nextRun(schedule, now);
    if (next === null) return refuse(isOnce(schedule) ? "when_in_past" : "when_ended");
    if (row.state === "fired" && stores.schedules.countLive() >= maxLive) return refuse("too_many", { most: maxLive });
    const state = row.state === "unconfirmed" ? "unconfirmed" : "pending";
    stores.schedules.change(id, { schedule, nextRunAt: next.epochMilliseconds, state });
    return {
      kind: "done",
      row: stores.schedules.get(id) ?? row,
      card: cardOfSchedule(id, row.text, schedule, now),
      afterRunning: stores.firings.open(id).length > 0,
    };
  });
}
