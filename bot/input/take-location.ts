import { Composer } from "grammy";
import { changeZone } from "../actions/change-zone.ts";
import { expectsLocation, forgetExpected } from "../actions/expect-location.ts";
import { finishOnboarding } from "../actions/onboarding.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { zoneAt } from "./zone-at.ts";

/** A location sets the zone where that is unknown or was just asked about (TG-17); any other one goes on to the agent. */
export function takeLocation(parts: BotParts): Composer<BotContext> {
  const { stores, clock, preferences, log } = parts;
  const composer = new Composer<BotContext>();

  composer.on("message:location", async (ctx, next) => {
    const { forward_origin: forwarded, venue, location } = ctx.message;
    const asked = expectsLocation(parts, ctx.owner, clock.now());
    if (forwarded || venue || (preferences.zoneKnown() && !asked)) return next();
    const zone = await zoneAt(location.latitude, location.longitude).catch((error: unknown) => {
      log.warn({ update: ctx.update.update_id, err: error }, "the zone of a place could not be found");
      return undefined;
    });
    if (zone === undefined) return next();
    const changed = changeZone(parts, zone);
    ctx.commit(({ say }) => {
      forgetExpected(parts, ctx.owner);
      if ("refused" in changed)
        return say({ kind: "notice", code: "setting-refused", params: { reason: changed.refused } });
      say(changed.preview ?? { kind: "notice", code: "zone-set", params: { zone } });
      if (stores.meta.get("onboarded") === undefined) finishOnboarding(parts, say);
    });
  });

  return composer;
}
