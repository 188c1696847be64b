import { planMoveFrom, zonePreview } from "../actions/change-zone.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { markLine, markMessage } from "../edits/mark-message.ts";
import { decodeZone } from "../views/zone-code.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The buttons under the preview of a new zone (TIME-21): what stood in the former one goes along, or stays. */
export function zonePresses(parts: BotParts): Record<"zone-move" | "zone-keep", PressHandler> {
  const { stores, preferences } = parts;
  const { t } = ownerWords(parts);

  return {
    "zone-move": async (ctx, [code = ""]) => {
      const message = ctx.callbackQuery?.message;
      const payload = message && stores.outbox.findByMessage(message.chat.id, message.message_id)?.payload;
      if (payload?.kind !== "notice") return pressIsGone(ctx, parts);
      const from = decodeZone(code);
      // The preview was of one zone. If another one holds by now, the times would be others than those shown: it is shown anew.
      if (payload.params.to !== preferences.zone()) {
        const preview = zonePreview(parts, from);
        if (!preview) return pressIsGone(ctx, parts);
        ctx.commit(({ say }) => say(preview));
        return markMessage(ctx, null, []);
      }
      const count = ctx.commit(() => {
        const { moves } = planMoveFrom(parts, from);
        for (const { row, schedule, nextRunAt } of moves) stores.schedules.change(row.id, { schedule, nextRunAt });
        return moves.length;
      });
      await ctx.press.answer(t("press-saved"));
      await markLine(ctx, t("mark-zone-moved", { count }));
    },

    "zone-keep": async (ctx) => {
      ctx.commit(() => undefined);
      await markLine(ctx, t("mark-zone-kept"));
    },
  };
}
