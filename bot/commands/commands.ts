import { Composer } from "grammy";
import { MAX_QUERY } from "#core/dialogues/answer-dialogue.ts";
import type { Button, PayloadInput } from "#core/outbox/payload.ts";
import { LOCALES } from "#core/ports.ts";
import { canonicalZone } from "#core/time/zones.ts";
import { planOf, setReminder } from "#use-cases/set-reminder.ts";
import { changeSetting } from "../actions/change-setting.ts";
import { changeZone } from "../actions/change-zone.ts";
import { readLanguage } from "../actions/choose-language.ts";
import { expectLocation } from "../actions/expect-location.ts";
import { beginOnboarding } from "../actions/onboarding.ts";
import { pauseCommand } from "../actions/pause.ts";
import { planNotice, whatIsLeft } from "../actions/reminder-answer.ts";
import { searchReminders } from "../actions/search-reminders.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { encodeZone } from "../views/zone-code.ts";
import { statusNotice } from "./status.ts";

/** The slash commands. Each acts on the chat and topic that it is typed in (TG-3). */
export function commands(parts: BotParts): Composer<BotContext> {
  const startedAt = parts.clock.now();
  const { stores, agent } = parts;
  const composer = new Composer<BotContext>();
  const answer = (ctx: BotContext, payload: PayloadInput) => ctx.commit(({ say }) => say(payload));
  const refused = (reason: string): PayloadInput => ({ kind: "notice", code: "setting-refused", params: { reason } });

  composer.command("start", (ctx) =>
    ctx.commit(({ say }) => {
      if (stores.meta.get("onboarded") === undefined) beginOnboarding(say);
      else say({ kind: "notice", code: "welcome-back" });
    }),
  );

  composer.command("help", (ctx) => answer(ctx, { kind: "notice", code: "help" }));
  composer.command("menu", (ctx) => answer(ctx, { kind: "menu", menu: "main" }));
  composer.command("reminders", (ctx) => {
    const query = ctx.match.replace(/\s+/g, " ").trim().slice(0, MAX_QUERY).toWellFormed();
    if (query === "") return answer(ctx, { kind: "menu", menu: "reminders" });
    ctx.commit(({ say }) => say(searchReminders(parts, ctx.owner, query)));
  });
  composer.command("today", (ctx) => answer(ctx, { kind: "menu", menu: "today" }));
  composer.command("pause", (ctx) => ctx.commit(({ now, say }) => say(pauseCommand(parts, ctx.match, now))));
  composer.command("status", (ctx) => answer(ctx, statusNotice(parts, startedAt)));

  composer.command("remind", async (ctx) => {
    const words = ctx.match.trim();
    if (words === "") return ctx.dialogue.begin({ kind: "add", text: null, card: null, target: null });
    const { target, session } = ctx.place;
    const request = { words, target, createdSession: session.id, createdMessage: ctx.msg.message_id };
    // One half of it was said: the other is asked for, and the answer need not be the whole again.
    const plan = planOf(parts, request, { now: parts.clock.now(), answeredAt: target });
    const left = plan.kind === "refused" ? whatIsLeft(parts, words, plan) : null;
    if (left) return ctx.dialogue.begin(left);
    ctx.commit(({ now, say }) => say(planNotice(setReminder(parts, request, { now, answeredAt: target }))));
  });

  composer.command("new", (ctx) =>
    ctx.commit(({ say }) => {
      stores.sessions.startNewContext(ctx.place.session.id);
      say({ kind: "notice", code: "new-context" });
    }),
  );

  composer.command("stop", (ctx) => {
    // A turn that is stopped says so itself.
    if (!agent.stopTurn(ctx.place.session.id)) answer(ctx, { kind: "notice", code: "nothing-to-stop" });
  });

  composer.command("language", (ctx) => {
    const words = ctx.match.trim();
    const language = readLanguage(words);
    if (language) {
      const refusal = changeSetting(parts, { language });
      return answer(ctx, refusal === null ? { kind: "notice", code: "language-set" } : refused(refusal));
    }
    answer(ctx, {
      kind: "notice",
      code: words === "" ? "language-which" : "language-unknown",
      buttons: [LOCALES.map((locale) => ({ label: `language-${locale}`, action: "lang", args: [locale] }))],
    });
  });

  composer.command("timezone", (ctx) => {
    const words = ctx.match.trim();
    if (words === "")
      return ctx.commit(({ now, say }) => {
        expectLocation(parts, ctx.owner, now);
        say({ kind: "menu", menu: "zones" });
      });
    const said = canonicalZone(words);
    const [only, ...others] = said.ok ? [] : said.candidates;
    // The one zone whose city has this name is what was meant; an abbreviation is asked about.
    const named =
      !said.ok && said.code === "when_unknown_zone" && only !== undefined && others.length === 0
        ? ({ ok: true, zone: only } as const)
        : said;
    if (!named.ok) {
      const buttons = named.candidates.map((zone): Button[] => [
        { label: "button-zone", params: { zone }, action: "zone", args: [encodeZone(zone)] },
      ]);
      return answer(ctx, { kind: "notice", code: "zone-unknown", params: { zone: named.name.slice(0, 60) }, buttons });
    }
    const changed = changeZone(parts, named.zone);
    if ("refused" in changed) return answer(ctx, refused(changed.refused));
    answer(ctx, changed.preview ?? { kind: "notice", code: "zone-set", params: { zone: named.zone } });
  });

  // The Stop of a streamed draft.
  composer.on("stopped_message_generation", (ctx) => {
    agent.stopTurn(ctx.place.session.id);
  });

  return composer;
}
