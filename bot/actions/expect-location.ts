import type { Owner } from "#stores/people/owners.ts";
import type { BotParts } from "../context/bot-context.ts";

/** A location within this time is the answer to the question for the zone. */
const ASKED_MS = 30 * 60_000;

type Asking = Pick<BotParts, "stores">;

/** Notes that an owner is choosing the zone, so that their location is understood as the answer (TG-17). */
export function expectLocation({ stores }: Asking, owner: Owner, now: Temporal.Instant): void {
  stores.meta.set(keyOf(owner), String(now.epochMilliseconds));
}

export function expectsLocation({ stores }: Asking, owner: Owner, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - Number(stores.meta.get(keyOf(owner)) ?? 0) < ASKED_MS;
}

export function forgetExpected({ stores }: Asking, owner: Owner): void {
  stores.meta.set(keyOf(owner), "0");
}

function keyOf(owner: Owner): `zone_asked_at:${number}` {
  return `zone_asked_at:${owner.userId}`;
}
