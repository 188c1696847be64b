import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The buttons of a dialogue (TG-11): Confirm, the other reading, Cancel. Only who is in it may press them. */
export function dialoguePresses(parts: BotParts): Record<"dialogue", PressHandler> {
  return {
    dialogue: async (ctx, [id = ""]) => {
      const dialogue = parts.stores.dialogues.get(id);
      if (dialogue && dialogue.userId !== ctx.owner.userId) {
        await ctx.press.answer(ownerWords(parts).t("press-dialogue-other"));
        return;
      }
      if (!dialogue || !(await ctx.dialogue.goOn())) await pressIsGone(ctx, parts);
    },
  };
}
