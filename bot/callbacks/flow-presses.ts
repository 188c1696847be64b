import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The buttons of a dialogue (TG-11): Confirm, the other reading, Cancel. Only who is in it may press them. */
export function flowPresses(parts: BotParts): Record<string, PressHandler> {
  return {
    flow: async (ctx, [id = ""]) => {
      const flow = parts.stores.flows.get(id);
      if (flow && flow.userId !== ctx.owner.userId) {
        await ctx.press.answer(ownerWords(parts).t("press-flow-other"));
        return;
      }
      if (!flow || !(await ctx.dialogue.goOn())) await pressIsGone(ctx, parts);
    },
  };
}
