import { type ApprovalChoice, decideApproval } from "#use-cases/decide-approval.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { markLine } from "../edits/mark-message.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** Allow once, Always and Deny of a question about a tool (AGT-7), and the card of a promised reminder (AGT-17). */
export function approvalPresses(parts: BotParts): Record<"allow" | "always" | "deny" | "keep-promise", PressHandler> {
  const { stores } = parts;
  const { t } = ownerWords(parts);

  const decide =
    (choice: ApprovalChoice): PressHandler =>
    async (ctx, [id = ""]) => {
      const press = ctx.commit(({ now }) => decideApproval(stores, id, { choice, by: ctx.from?.id ?? 0 }, now));
      if (press.kind === "gone") return pressIsGone(ctx, parts);
      const { state, reason } = press.approval;
      const outcome = t("approval-outcome", {
        outcome: press.kind === "decided" && choice === "always" ? "always" : (reason ?? state),
      });
      await ctx.press.answer(outcome, { alert: press.kind === "over" });
      await markLine(ctx, outcome);
    };

  return {
    allow: decide("once"),
    always: decide("always"),
    deny: decide("deny"),
    "keep-promise": async (ctx) => {
      ctx.commit(({ now }) => stores.messages.addPending(ctx.place.session.id, t("unscheduled-request"), now));
      await ctx.press.answer(t("unscheduled-working"));
      await markLine(ctx, t("unscheduled-working"));
    },
  };
}
