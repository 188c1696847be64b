import type { BotContext, BotParts } from "../context/bot-context.ts";
import { markMessage } from "../edits/mark-message.ts";

/** Carries out one kind of press. `args` are input like any other: the handler validates them (TG-14). */
export type PressHandler = (ctx: BotContext, args: readonly string[]) => Promise<void>;

/** Answers a press whose record does not stand any more, and takes the dead buttons away. */
export async function pressIsGone(
  ctx: BotContext,
  { words, preferences }: Pick<BotParts, "words" | "preferences">,
): Promise<void> {
  await ctx.press.answer(words.t(preferences.locale(), "press-gone"));
  // All is said: a message that is gone as well is not worth another.
  ctx.press.anew = [];
  await markMessage(ctx, null, []);
}
