import type { Clock } from "#core/ports.ts";
import { ALMOST_FULL_MIB } from "#stores/files/disk-space.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";

const EVERY = { minutes: 10 };
/** A conflict that was met so recently goes on. */
const CONFLICT_FRESH_MS = 15 * 60_000;
/** An update or a second start polls beside us for a moment; what lasts longer has to be told. */
const CONFLICT_TOLD_MS = 60 * 60_000;

/**
 * Looks at what Vigil depends on and tells the owner in time: space on the disk, and another program that polls with
 * the same token (OUT-7). `freeMib` is the space left for the data folder.
 */
export function createWatchHost(stores: Stores, clock: Clock, freeMib: () => number): Job {
  let last: Temporal.Instant | undefined;
  let conflictSince: number | undefined;

  const watchDisk = (now: Temporal.Instant): void => {
    const free = freeMib();
    if (free < ALMOST_FULL_MIB) stores.alerts.raise("disk", { code: "disk-low", params: { free } }, now);
    else stores.alerts.clear("disk");
  };

  const watchPoller = (now: Temporal.Instant): void => {
    const at = now.epochMilliseconds;
    const met = Number(stores.meta.get("poller_conflict_at") ?? Number.NEGATIVE_INFINITY);
    if (at - met > CONFLICT_FRESH_MS) {
      conflictSince = undefined;
      stores.alerts.clear("poller-conflict");
      return;
    }
    conflictSince ??= met;
    if (at - conflictSince >= CONFLICT_TOLD_MS)
      stores.alerts.raise("poller-conflict", { code: "poller-conflict" }, now);
  };

  return {
    name: "watch",
    nextDue: (now) => last?.add(EVERY) ?? now,
    async run() {
      const now = clock.now();
      last = now;
      stores.db.transaction(() => {
        watchDisk(now);
        watchPoller(now);
      });
      return false;
    },
  };
}
