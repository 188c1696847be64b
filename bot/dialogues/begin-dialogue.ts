import type { DialogueTask } from "#core/dialogues/dialogue.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";

/** Opens a dialogue from a button: its question is a message of its own, the pressed one stays as it is. */
export async function beginDialogue(parts: BotParts, ctx: BotContext, task: DialogueTask): Promise<null> {
  await ctx.dialogue.begin(task);
  await ctx.press.answer(ownerWords(parts).t("press-dialogue"));
  return null;
}
