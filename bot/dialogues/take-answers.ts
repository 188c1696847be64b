import { Composer } from "grammy";
import type { BotContext } from "../context/bot-context.ts";

/**
 * Gives a text to the dialogue that its author has in this chat and topic (TG-11). Commands were handled before; what is
 * no answer goes on to the agent. A dialogue whose time ran out says so with the first message after it, and that
 * message goes to the agent.
 */
export function takeAnswers(): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on("message:text", async (ctx, next) => {
    if (!(await ctx.dialogue.goOn())) await next();
  });
  return composer;
}
