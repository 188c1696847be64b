import type { Clock } from "#core/ports.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";

const EVERY = { minutes: 1 };
/** How long a once reminder that fired stays visible with its fact (REM-3). */
const FIRED_VISIBLE = { hours: 24 };
/** How long a command that a model asked for waits for its owner's tap (AGT-8). */
const UNCONFIRMED_KEPT = { hours: 24 };
/** Telegram does not offer an update again after a day; a week is generous. */
const HANDLED_UPDATES_KEPT = { hours: 7 * 24 };

/** Removes what has served its time: fired once reminders, old receipts, sent messages and handled updates. */
export function createSweep(stores: Stores, clock: Clock, preferences: Preferences): Job {
  let last: Temporal.Instant | undefined;
  return {
    name: "sweep",
    nextDue: (now) => last?.add(EVERY) ?? now,
    async run() {
      const now = clock.now();
      last = now;
      const kept = now.subtract({ hours: 24 * preferences.settings().reminders.keepFiringsDays });
      const removed =
        stores.schedules.sweepFired(now.subtract(FIRED_VISIBLE)) +
        stores.schedules.sweepUnconfirmed(now.subtract(UNCONFIRMED_KEPT)) +
        stores.firings.forget(kept) +
        stores.outbox.forgetSettled(kept) +
        stores.updates.forgetHandled(now.subtract(HANDLED_UPDATES_KEPT));
      return removed > 0;
    },
  };
}
