import { existsSync } from "node:fs";
import type { Clock } from "#core/ports.ts";
import { backupNight, nightCopy } from "#stores/backup/backup.ts";
import type { Home } from "#stores/home/home.ts";
import type { Job } from "./runner.ts";

/** A night that was missed is made up for so long after the start: not in the seconds that somebody waits for. */
const AFTER_START = { minutes: 5 };
const AFTER_FAILURE = { hours: 1 };

/**
 * The nightly copy of the store (OPS-7), at `time()` (`HH:MM`) in the owner's zone; one that was missed while nothing
 * ran is made up for.
 */
export function createBackup(home: Home, clock: Clock, owner: { time(): string; zone(): string }): Job {
  const earliest = clock.now().add(AFTER_START);
  let restUntil = earliest;

  /** The latest night whose time has come, and the next. */
  const nights = (now: Temporal.Instant): { last: Temporal.ZonedDateTime; next: Temporal.ZonedDateTime } => {
    const zone = owner.zone();
    const today = now.toZonedDateTimeISO(zone).toPlainDate();
    const on = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone: zone, plainTime: owner.time() });
    const tonight = on(today);
    const over = Temporal.Instant.compare(tonight.toInstant(), now) <= 0;
    return over
      ? { last: tonight, next: on(today.add({ days: 1 })) }
      : { last: on(today.subtract({ days: 1 })), next: tonight };
  };

  return {
    name: "backup",
    nextDue(now) {
      const { last, next } = nights(now);
      return existsSync(nightCopy(home, last.toPlainDate())) ? next.toInstant() : restUntil;
    },
    async run(now) {
      restUntil = now.add(AFTER_FAILURE);
      await backupNight(home, nights(now).last.toPlainDate());
      return true;
    },
  };
}
