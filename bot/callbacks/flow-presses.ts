import { stepOf } from "#core/flows/flow.ts";
import { swapReading } from "#core/flows/swap-reading.ts";
import { changeSetting } from "../commands/change-setting.ts";
import { finishFlow } from "../conversations/finish-flow.ts";
import { flowPrompt, flowRefusal } from "../conversations/flow-prompt.ts";
import { endExpired } from "../conversations/take-answers.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { drawMessage } from "./draw-message.ts";
import { markLine, markMessage } from "./mark-message.ts";
import { type PressHandler, pressIsGone, readId } from "./press-handler.ts";

/** The buttons of a dialogue (TG-11): Confirm, the other reading, Cancel. Only who is in it may press them. */
export function flowPresses(parts: BotParts): Record<string, PressHandler> {
  const { stores, clock } = parts;
  const { t } = ownerWords(parts);

  return {
    flow: async (ctx, [id = "", revision, choice]) => {
      const flow = stores.flows.get(id);
      if (!flow) return pressIsGone(ctx, parts);
      if (flow.userId !== ctx.owner.userId) {
        await ctx.press.answer(t("press-flow-other"));
        return;
      }
      if (flow.expiresAt <= clock.now().epochMilliseconds) {
        endExpired(parts, flow, clock.now());
        return pressIsGone(ctx, parts);
      }
      // Cancel of an earlier question means the dialogue as well.
      if (choice === "cancel") {
        ctx.commit(() => stores.flows.end(flow.id));
        await ctx.press.answer(t("press-cancelled"));
        return markLine(ctx, t("mark-cancelled"));
      }
      const confirms = choice === "ok" || choice === "other";
      if (!confirms || readId(revision) !== flow.revision || stepOf(flow.task) !== "confirm") {
        await ctx.press.answer(t("press-flow-earlier"));
        return markMessage(ctx, null, []);
      }
      const { task } = flow;
      if (choice === "other") {
        if (!("card" in task) || !task.card?.otherReading) return pressIsGone(ctx, parts);
        const { card } = task;
        const swapped = ctx.commit(({ now }) => {
          // Taken back, it teaches nothing.
          const taught = task.taught ? undefined : card.otherReading?.convention;
          return stores.flows.advance(flow.id, { ...task, card: swapReading(card, now), taught }, now);
        });
        const { body, keyboard } = await drawMessage(parts, flowPrompt(parts, swapped));
        return markMessage(ctx, body, keyboard);
      }
      const reason = task.kind === "default-hour" ? changeSetting(parts, { hour: task.hour ?? "" }) : null;
      const end = ctx.commit(({ now, say }) => {
        if (reason !== null) {
          stores.flows.end(flow.id);
          say({ kind: "notice", code: "setting-refused", params: { reason } });
          return null;
        }
        const ended = finishFlow(parts, ctx, flow, now);
        if (ended.kind === "refused") say(flowRefusal(flow, ended));
        else {
          stores.flows.end(flow.id);
          if ("taught" in task && task.taught) stores.conventions.remember(task.taught);
          say(ended.kind === "done" ? ended.say : { kind: "notice", code: "flow-gone" });
        }
        return ended;
      });
      if (end?.kind === "done") await ctx.press.answer(t("press-saved"));
      await markMessage(ctx, null, []);
    },
  };
}
