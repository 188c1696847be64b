import { keyOf } from "#core/message-codes.ts";
import { confirmSchedule } from "#use-cases/change-schedule.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { markLine } from "../edits/mark-message.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The owner's word on a command that a model asked for (AGT-8): before it, the command is never due. */
export function commandPresses(parts: BotParts): Record<"confirm" | "drop-schedule", PressHandler> {
  const { stores } = parts;
  const { t, moment } = ownerWords(parts);

  return {
    confirm: async (ctx, [id = ""]) => {
      const row = stores.schedules.get(id);
      if (row?.state !== "unconfirmed") return pressIsGone(ctx, parts);
      const result = ctx.commit(({ now }) => confirmSchedule(stores, id, now));
      if (result.kind === "refused") {
        await ctx.press.answer(t(keyOf("refused", result.code), result.params), { alert: true });
        return;
      }
      await ctx.press.answer(t("press-command-confirmed"));
      const next = result.row.nextRunAt;
      await markLine(
        ctx,
        row.replaces === result.row.id || next === null
          ? t("mark-command-changed")
          : t("mark-command-confirmed", { at: moment(next) }),
      );
    },

    "drop-schedule": async (ctx, [id = ""]) => {
      if (stores.schedules.get(id)?.state !== "unconfirmed") return pressIsGone(ctx, parts);
      ctx.commit(() => stores.schedules.remove(id));
      await markLine(ctx, t("mark-command-dropped"));
    },
  };
}
