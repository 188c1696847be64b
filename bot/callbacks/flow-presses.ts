import { stepOf } from "#core/flows/flow.ts";
import { changeSetting } from "../commands/change-setting.ts";
import { finishFlow } from "../conversations/finish-flow.ts";
import { flowRefusal } from "../conversations/flow-prompt.ts";
import { endExpired } from "../conversations/take-answers.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
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
      const reason = task.kind === "default-hour" ? changeSetting(parts, { hour: task.hour ?? "" }) : null;
      const end = ctx.commit(({ now, say }) => {
        if (reason !== null) {
          stores.flows.end(flow.id);
          say({ kind: "notice", code: "setting-refused", params: { reason } });
          return null;
        }
        const ended = finishFlow(parts, ctx, flow, choice, now);
        if (ended.kind === "refused") say(flowRefusal(flow, ended));
        else {
          stores.flows.end(flow.id);
          const taught = choice === "other" && "card" in task ? task.card?.otherReading?.convention : undefined;
          if (taught) stores.conventions.remember(taught);
          say(ended.kind === "done" ? ended.say : { kind: "notice", code: "flow-gone" });
        }
        return ended;
      });
      if (end?.kind === "done") await ctx.press.answer(t("press-saved"));
      await markMessage(ctx, null, []);
    },
  };
}
