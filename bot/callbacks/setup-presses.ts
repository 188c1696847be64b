import type { MessageKey } from "#core/message-keys.ts";
import { LOCALES } from "#core/ports.ts";
import { canonicalZone } from "#core/time/zones.ts";
import { setReminder } from "#use-cases/set-reminder.ts";
import { changeSetting } from "../actions/change-setting.ts";
import { changeZone } from "../actions/change-zone.ts";
import { continueOnboarding, finishOnboarding } from "../actions/onboarding.ts";
import { planNotice } from "../actions/reminder-answer.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { keyboardWithout, markLine, markMessage } from "../edits/mark-message.ts";
import { decodeZone } from "../views/zone-code.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The buttons of the first steps (TG-17), of `/language` and `/timezone`, and of a change of bots (TG-18). */
export function setupPresses(
  parts: BotParts,
): Record<"lang" | "zone" | "first" | "move-here" | "leave-there", PressHandler> {
  const { stores } = parts;
  const { t } = ownerWords(parts);

  /** Takes the store over for this bot, with every live row changed (TG-18). */
  const takeOver = async (
    ctx: BotContext,
    change: Parameters<typeof stores.schedules.change>[1],
    mark: MessageKey,
  ): Promise<void> => {
    ctx.commit(({ now }) => {
      for (const row of stores.schedules.live()) stores.schedules.change(row.id, change);
      // What the former bot had still to say was meant for chats in which this one may not even be.
      stores.outbox.expireOthers(ctx.me.id, now);
      stores.meta.set("bot_id", String(ctx.me.id));
      stores.meta.set("held_for_bot", "");
    });
    await ctx.press.answer(t("press-saved"));
    await markLine(ctx, t(mark));
  };

  /** Changes a setting, and goes on with the first steps where the button belongs to them. */
  const choose = async (
    ctx: BotContext,
    change: Parameters<typeof changeSetting>[1],
    mark: MessageKey,
    goOn?: typeof continueOnboarding,
  ): Promise<void> => {
    const reason = changeSetting(parts, change);
    ctx.commit(({ say }) => {
      if (reason !== null) say({ kind: "notice", code: "setting-refused", params: { reason } });
      goOn?.(parts, say);
    });
    if (reason !== null) return markMessage(ctx, null, []);
    await ctx.press.answer(t("press-saved"));
    await markLine(ctx, t(mark, "zone" in change ? change : {}));
  };

  return {
    lang: async (ctx, [code, step]) => {
      const language = LOCALES.find((locale) => locale === code);
      if (!language) return pressIsGone(ctx, parts);
      await choose(ctx, { language }, "mark-language", step === "start" ? continueOnboarding : undefined);
    },

    zone: async (ctx, [code = "", step]) => {
      const named = canonicalZone(decodeZone(code));
      if (!named.ok) return pressIsGone(ctx, parts);
      if (step === "start") return choose(ctx, { zone: named.zone }, "mark-zone", finishOnboarding);
      const changed = changeZone(parts, named.zone);
      ctx.commit(({ say }) => {
        if ("refused" in changed) say({ kind: "notice", code: "setting-refused", params: { reason: changed.refused } });
        else if (changed.preview) say(changed.preview);
      });
      if ("refused" in changed) return markMessage(ctx, null, []);
      await ctx.press.answer(t("press-saved"));
      await markLine(ctx, t("mark-zone", { zone: named.zone }));
    },

    first: async (ctx, [choice]) => {
      ctx.commit(({ now, say }) => {
        if (choice === "examples") return say({ kind: "notice", code: "remind-how" });
        const { target, session } = ctx.place;
        const request = {
          text: t("first-reminder"),
          when: "PT1M",
          target,
          createdSession: session.id,
          createdMessage: null,
        };
        say(planNotice(setReminder(parts, request, { now, answeredAt: target })));
      });
      await markMessage(
        ctx,
        null,
        keyboardWithout(ctx, (data) => data === `first:${choice}`),
      );
    },

    "move-here": (ctx) => takeOver(ctx, { target: ctx.place.target }, "mark-moved"),
    // They would fire into chats of the other bot: they wait there until it comes back or they are taken out.
    "leave-there": (ctx) => takeOver(ctx, { state: "paused" }, "mark-left"),
  };
}
