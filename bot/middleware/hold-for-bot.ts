import type { MiddlewareFn } from "grammy";
import type { MetaStore } from "#stores/database/meta.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";

/**
 * Binds the store to the bot that runs it (TG-18). The first one takes it; under another bot `held_for_bot` names that
 * one, and nothing but answers to its own updates is sent until the owner has decided.
 */
export function recogniseBot(meta: MetaStore, botId: number): void {
  const known = meta.get("bot_id");
  if (known === undefined) meta.set("bot_id", String(botId));
  const held = known === undefined || known === String(botId) ? "" : String(botId);
  if ((meta.get("held_for_bot") ?? "") !== held) meta.set("held_for_bot", held);
}

/** While the store is held, everything but the decision itself is answered with the question (TG-18). */
export function holdForBot({ stores, words, preferences }: BotParts): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    if (stores.meta.get("held_for_bot") !== String(ctx.me.id)) return next();
    if (ctx.callbackQuery) {
      if (/^(move-here|leave-there):/.test(ctx.callbackQuery.data ?? "")) return next();
      await ctx.press.answer(words.t(preferences.locale(), "press-held"));
    } else if (ctx.message) {
      ctx.commit(({ say }) =>
        say({
          kind: "notice",
          code: "other-bot",
          params: { count: stores.schedules.countLive() },
          buttons: [
            [{ label: "button-move-here", action: "move-here", args: [ctx.me.id] }],
            [{ label: "button-leave-there", action: "leave-there", args: [ctx.me.id] }],
          ],
        }),
      );
    }
  };
}
