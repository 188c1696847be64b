import type { Stores } from "#stores/stores.ts";
import { enqueueReminder } from "./enqueue-reminder.ts";

/**
 * Reminders' firings that are running and that nobody carries out (`underWay` false): after a crash all of them, later
 * one whose end could not be written. They become `interrupted` and their own text goes out under its idempotency key; the
 * turn is not run again (REM-13). One whose row was removed says nothing (REM-6). Returns how many there were.
 */
export function recoverFirings(
  stores: Stores,
  now: Temporal.Instant,
  underWay: (firingId: number) => boolean = () => false,
): number {
  const running = stores.firings.running("text").filter((firing) => !underWay(firing.id));
  for (const firing of running) {
    stores.db.transaction(() => {
      if (firing.turnId !== null) stores.turns.end(firing.turnId, "interrupted", now, { error: "interrupted" });
      if (!stores.schedules.exists(firing.scheduleId)) {
        stores.firings.finish(firing.id, { state: "failed", outboxId: null, error: "removed" }, now);
        return;
      }
      const outboxId = enqueueReminder(stores, firing, { fallback: "interrupted" }, now);
      stores.firings.finish(firing.id, { state: "interrupted", outboxId, error: "interrupted" }, now);
    });
  }
  return running.length;
}
