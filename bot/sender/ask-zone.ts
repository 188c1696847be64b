import type { OutboxRow } from "#stores/outbox/outbox.ts";
import type { Stores } from "#stores/stores.ts";

/** Kinds of schedules that depend on where the owner is. */
const ON_THE_CLOCK = new Set(["once", "cron", "rrule"]);

/**
 * While nobody has said where the owner is, times on the clock count in UTC: that is asked under a card that shows such a
 * time, at most once a day (TG-17). Runs in the transaction that settles the card's message.
 */
export function askZone(stores: Stores, { payload, target }: OutboxRow, now: Temporal.Instant): void {
  const cards = "cards" in payload ? payload.cards : [];
  if (!cards.some(({ schedule }) => ON_THE_CLOCK.has(schedule.type))) return;
  const key = `zone-ask:${now.toString().slice(0, "2026-12-01".length)}`;
  stores.outbox.enqueue({ key, target, payload: { kind: "menu", menu: "zones/here.ask" } }, now);
}
