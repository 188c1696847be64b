import type { TimeCard } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { type Refused, refuse } from "#core/schedules/refused.ts";
import { cardOfSchedule } from "#core/schedules/schedule-card.ts";
import { nextRun } from "#core/time/recurrence.ts";
import { isOnce, type Schedule } from "#core/time/schedule.ts";
import type { Stores } from "#stores/stores.ts";

/** A reminder whose schedule its owner has seen and confirmed. */
export interface ShownReminder {
  /** The id of the row to be: `r-` and 10 of `[0-9a-z]`. */
  readonly id: string;
  readonly text: string;
  readonly schedule: Schedule;
  readonly target: Target;
  readonly createdSession: number | null;
  readonly createdMessage: number | null;
  readonly snoozedFrom: number | null;
}

/** Stores a reminder as it was shown. Refused if its time has passed since, or too many wait (REM-7). */
export function addReminder(
  stores: Stores,
  shown: ShownReminder,
  { now, maxLive }: { readonly now: Temporal.Instant; readonly maxLive: number },
): { readonly kind: "added"; readonly card: TimeCard } | Refused {
  const { id, text, schedule } = shown;
  return stores.db.transaction(() => {
    const next = nextRun(schedule, now);
    if (next === null) return refuse(isOnce(schedule) ? "when_in_past" : "when_ended");
    if (stores.schedules.countLive() >= maxLive) return refuse("too_many", { most: maxLive });
    stores.schedules.add({
      ...shown,
      kind: "text",
      name: null,
      nextRunAt: next.epochMilliseconds,
      freshForMinutes: null,
      insistMinutes: null,
      timeoutMinutes: null,
      createdAt: now.epochMilliseconds,
    });
    return { kind: "added", card: cardOfSchedule(id, text, schedule, now) };
  });
}
