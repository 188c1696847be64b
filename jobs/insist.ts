import type { Clock } from "#core/ports.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";

/** A reminder that insists is repeated at most this often. */
const MOST_REPEATS = 5;

/** Repeats the message of an insisting reminder, not its turn, until Done (REM-14). */
export function createInsist(stores: Stores, clock: Clock): Job {
  return {
    name: "insist",
    nextDue: () => {
      const at = stores.firings.nextInsist();
      return at === null ? null : Temporal.Instant.fromEpochMilliseconds(at);
    },
    async run() {
      const now = clock.now();
      const due = stores.firings.insisting(now);
      for (const firing of due) {
        stores.db.transaction(() => {
          const first = firing.outboxId === null ? undefined : stores.outbox.get(firing.outboxId);
          const count = firing.insisted + 1;
          const everyMs = (firing.insistMinutes ?? 0) * 60_000;
          stores.firings.insisted(
            firing.id,
            count < MOST_REPEATS && everyMs > 0 ? now.epochMilliseconds + everyMs : null,
          );
          if (first?.payload.kind !== "reminder") return;
          // Without firing_id: the receipt tells of the first message, whatever becomes of a repetition.
          stores.outbox.enqueue(
            {
              key: `firing:${firing.id}:insist:${count}`,
              target: firing.target,
              payload: { ...first.payload, insisted: count },
            },
            now,
          );
        });
      }
      return due.length > 0;
    },
  };
}
