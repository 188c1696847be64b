import type { FlowTask } from "#core/flows/flow.ts";
import type { BotContext, BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";

/** Opens a dialogue from a button: its question is a message of its own, the pressed one stays as it is. */
export async function beginFlow(parts: BotParts, ctx: BotContext, task: FlowTask): Promise<null> {
  await ctx.dialogue.begin(task);
  await ctx.press.answer(ownerWords(parts).t("press-flow"));
  return null;
}
