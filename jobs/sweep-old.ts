import type { Clock } from "#core/ports.ts";
import { removeOldFiles } from "#stores/files/old-files.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";

const EVERY = { hours: 24 };
/** Not in the seconds after a start, which somebody waits for. */
const AFTER_START = { minutes: 5 };
const KEPT = { hours: 90 * 24 };

/**
 * Removes once a day what is older than 90 days: approvals that were acted on, and the files in `folders`, such as whole
 * outputs of commands and files that were sent. The conversation keeps its words.
 */
export function createSweepOld(stores: Stores, clock: Clock, folders: readonly string[]): Job {
  let next = clock.now().add(AFTER_START);
  return {
    name: "sweep-old",
    nextDue: () => next,
    async run(now) {
      next = now.add(EVERY);
      const before = now.subtract(KEPT);
      const removed = folders.reduce(
        (count, folder) => count + removeOldFiles(folder, before),
        stores.approvals.forget(before),
      );
      return removed > 0;
    },
  };
}
