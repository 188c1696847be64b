import type { Stores } from "#stores/stores.ts";
import { enqueueReminder } from "./enqueue-reminder.ts";

/**
 * After a crash: a reminder's firing that had not started runs normally; one found running becomes `interrupted` and
 * its own text goes out under its idempotency key. The turn is not run again (REM-13). Returns how many were interrupted.
 */
export function recoverFirings(stores: Stores, now: Temporal.Instant): number {
  const running = stores.firings.running("text");
  for (const firing of running) {
    stores.db.transaction(() => {
      if (firing.turnId !== null) stores.turns.end(firing.turnId, "interrupted", now, { error: "interrupted" });
      const outboxId = enqueueReminder(stores, firing, { fallback: "interrupted" }, now);
      stores.firings.finish(firing.id, { state: "interrupted", outboxId, error: "interrupted" }, now);
    });
  }
  return running.length;
}
