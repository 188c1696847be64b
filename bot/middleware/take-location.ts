import { Composer } from "grammy";
import { changeZone } from "../commands/change-zone.ts";
import { finishOnboarding } from "../commands/onboarding.ts";
import type { BotContext, BotParts } from "./bot-context.ts";
import { zoneAt } from "./zone-at.ts";

/** When the zone was last asked for by the owner; a location within half an hour is the answer. Epoch milliseconds. */
const ASKED_KEY = "zone_asked_at";
const ASKED_MS = 30 * 60_000;

/** Notes that the zone is being chosen, so that a location is understood as the answer. */
export function expectLocation({ stores }: Pick<BotParts, "stores">, now: Temporal.Instant): void {
  stores.meta.set(ASKED_KEY, String(now.epochMilliseconds));
}

/** A location sets the zone where that is unknown or was just asked about (TG-17); any other one goes on to the agent. */
export function takeLocation(parts: BotParts): Composer<BotContext> {
  const { stores, clock, preferences, log } = parts;
  const composer = new Composer<BotContext>();

  composer.on("message:location", async (ctx, next) => {
    const { forward_origin: forwarded, venue, location } = ctx.message;
    const asked = clock.now().epochMilliseconds - Number(stores.meta.get(ASKED_KEY) ?? 0) < ASKED_MS;
    if (forwarded || venue || (preferences.zoneKnown() && !asked)) return next();
    const zone = await zoneAt(location.latitude, location.longitude).catch((error: unknown) => {
      log.warn({ update: ctx.update.update_id, err: error }, "the zone of a place could not be found");
      return undefined;
    });
    if (zone === undefined) return next();
    const changed = changeZone(parts, zone);
    ctx.commit(({ say }) => {
      stores.meta.set(ASKED_KEY, "0");
      if ("refused" in changed)
        return say({ kind: "notice", code: "setting-refused", params: { reason: changed.refused } });
      say(changed.preview ?? { kind: "notice", code: "zone-set", params: { zone } });
      if (stores.meta.get("onboarded") === undefined) finishOnboarding(parts, say);
    });
  });

  return composer;
}
