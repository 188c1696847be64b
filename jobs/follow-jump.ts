import type { Stores } from "#stores/stores.ts";

/**
 * The wall clock was set by `byMs`, or the machine slept. Set back, rows on elapsed time keep their distance (TIME-30);
 * either way the owner should know that the clock is not to be trusted.
 */
export function followJump(stores: Stores, byMs: number, now: Temporal.Instant): void {
  stores.db.transaction(() => {
    if (byMs < 0) stores.schedules.shiftElapsed(byMs);
    const minutes = Math.round(Math.abs(byMs) / 60_000);
    stores.alerts.raise("clock-jump", { code: byMs < 0 ? "clock-back" : "clock-forward", params: { minutes } }, now);
  });
}
