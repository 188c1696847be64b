import { Composer } from "grammy";
import { decodeCallback, type PressAction } from "#core/outbox/callback-data.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { approvalPresses } from "./approval-presses.ts";
import { cardPresses } from "./card-presses.ts";
import { commandPresses } from "./command-presses.ts";
import { dialoguePresses } from "./dialogue-presses.ts";
import { pausePresses } from "./pause-presses.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";
import { reminderPresses } from "./reminder-presses.ts";
import { sessionPresses } from "./session-presses.ts";
import { setupPresses } from "./setup-presses.ts";
import { topicPresses } from "./topic-presses.ts";
import { zonePresses } from "./zone-presses.ts";

/**
 * Routes the buttons of posted messages by their short keys (TG-13). Everything that a press needs is in the store, so
 * that it works after a restart; a press whose record is gone says so.
 */
export function routePresses(parts: BotParts): Composer<BotContext> {
  const handlers: Record<PressAction, PressHandler> = {
    ...reminderPresses(parts),
    ...approvalPresses(parts),
    ...cardPresses(parts),
    ...commandPresses(parts),
    ...sessionPresses(parts),
    ...setupPresses(parts),
    ...dialoguePresses(parts),
    ...zonePresses(parts),
    ...pausePresses(parts),
    ...topicPresses(parts),
  };
  const composer = new Composer<BotContext>();
  composer.on("callback_query:data", async (ctx) => {
    const route = decodeCallback(ctx.callbackQuery.data);
    if (!route || !Object.hasOwn(handlers, route.action)) return pressIsGone(ctx, parts);
    await handlers[route.action as PressAction](ctx, route.args);
  });
  return composer;
}
