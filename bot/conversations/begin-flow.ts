import type { FlowTask } from "#core/flows/flow.ts";
import type { BotContext, BotParts, Effects } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { flowPrompt } from "./flow-prompt.ts";

/** Opens a dialogue with the person of the update, in its chat and topic, inside a commit; another one there ends (TG-11). */
export function openFlow(parts: BotParts, ctx: BotContext, task: FlowTask, { now, say }: Effects): void {
  const { stores, random } = parts;
  const flow = stores.flows.begin(random.id(8), ctx.place.target, ctx.owner.userId, task, now);
  say(flowPrompt(parts, flow));
}

/** Opens a dialogue from a button: its question is a message of its own, the pressed one stays as it is. */
export async function beginFlow(parts: BotParts, ctx: BotContext, task: FlowTask): Promise<null> {
  ctx.commit((effects) => openFlow(parts, ctx, task, effects));
  await ctx.press.answer(ownerWords(parts).t("press-flow"));
  return null;
}
