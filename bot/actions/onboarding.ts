import type { PayloadInput } from "#core/outbox/payload.ts";
import { LOCALES } from "#core/ports.ts";
import type { BotParts } from "../context/bot-context.ts";

type Say = (payload: PayloadInput) => void;

/** First step (TG-17): the language. `start` in a button leads on to the next step. */
export function beginOnboarding(say: Say): void {
  say({
    kind: "notice",
    code: "start-language",
    buttons: [LOCALES.map((locale) => ({ label: `language-${locale}`, action: "lang", args: [locale, "start"] }))],
  });
}

/** Second step: the zone, if the host does not tell it; UTC is what a host says that was never told (TG-17). */
export function continueOnboarding(parts: BotParts, say: Say): void {
  if (parts.preferences.zoneKnown()) finishOnboarding(parts, say);
  else say({ kind: "menu", menu: "zones/here.start" });
}

/** Last step: what model runs, how to configure one, and a first reminder. */
export function finishOnboarding({ config, preferences, stores }: BotParts, say: Say): void {
  stores.meta.set("onboarded", "1");
  say({
    kind: "notice",
    code: config.model === "offline" ? "start-ready-offline" : "start-ready",
    params: { model: config.model, zone: preferences.zone() },
    buttons: [
      [
        { label: "button-first-minute", action: "first", args: ["minute"] },
        { label: "button-first-examples", action: "first", args: ["examples"] },
      ],
    ],
  });
}
