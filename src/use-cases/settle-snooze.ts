import type { Firing, Tap } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";

/**
 * A fired reminder is put off as row `snoozed`: the last choice holds, so an earlier one is taken back, and it does not
 * insist any more (REM-14).
 */
export function settleSnooze(stores: Stores, firing: Firing, tap: Tap, snoozed: string): void {
  for (const row of stores.schedules.live("text"))
    if (row.snoozedFrom === firing.id && row.id !== snoozed) stores.schedules.remove(row.id);
  stores.firings.stopInsisting(firing.id);
  stores.firings.tap(firing.id, tap);
}
