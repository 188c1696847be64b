import type { MiddlewareFn } from "grammy";
import type { BotContext } from "../context/bot-context.ts";

/** A phone begins a message with a capital: `/Remind` is `/remind`. What stands behind the command stays as it is. */
export const lowerCommands: MiddlewareFn<BotContext> = (ctx, next) => {
  const { message } = ctx;
  const command = message?.entities?.find(({ type, offset }) => type === "bot_command" && offset === 0);
  if (message?.text !== undefined && command)
    message.text = message.text.slice(0, command.length).toLowerCase() + message.text.slice(command.length);
  return next();
};
