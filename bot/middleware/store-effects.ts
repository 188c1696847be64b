import type { MiddlewareFn } from "grammy";
import type { BotContext, BotParts, Effects } from "../context/bot-context.ts";

/**
 * Gives handlers `commit`, the one transaction of an update (TG-15). Outermost middleware.
 * What fails before the commit is thrown, so that the update is tried again; what fails after it is only logged:
 * its effects stand, and a second run would say them twice.
 */
export function storeEffects({ stores, clock, log }: BotParts): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const botId = ctx.me.id;
    const updateId = ctx.update.update_id;
    let committed = false;
    ctx.commit = (work) => {
      if (committed) throw new Error(`update ${updateId} was committed twice`);
      const result = stores.db.transaction(() => {
        const now = clock.now();
        let said = 0;
        const effects: Effects = {
          now,
          say(payload, { target = ctx.place.target, replyTo = answeredMessage(ctx) } = {}) {
            stores.outbox.enqueue(
              { key: updateKey(botId, updateId, said++), target, payload, ...(replyTo !== undefined && { replyTo }) },
              now,
            );
          },
        };
        const value = work(effects);
        stores.updates.handled(botId, updateId, now);
        return value;
      });
      committed = true;
      return result;
    };
    try {
      await next();
      if (!committed) ctx.commit(() => undefined);
    } catch (error) {
      if (!committed) throw error;
      log.error(
        { update: updateId, err: error },
        "an update's effects are stored, but a later step of its handler failed",
      );
    }
  };
}

/** Update ids are counted per bot, so the bot is part of the key (TG-18). */
function updateKey(botId: number, updateId: number, part: number): string {
  return `update:${botId}:${updateId}:${part}`;
}

/** In a group the answer names the message that it answers; in private it is clear. */
function answeredMessage(ctx: BotContext): number | undefined {
  return ctx.chat && ctx.chat.type !== "private" ? ctx.message?.message_id : undefined;
}
