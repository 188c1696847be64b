import type { Card } from "#core/outbox/payload.ts";
import { isOnce } from "#core/time/schedule.ts";
import { removeSchedule, undoRemove } from "#stores/change-schedule.ts";
import { refusalKey } from "../commands/refusal-notice.ts";
import type { BotContext, BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { button } from "../views/keyboard.ts";
import { keyboardWithout, markLine, markMessage } from "./mark-message.ts";
import { type PressHandler, pressIsGone, readId } from "./press-handler.ts";

/** The reading that the pressed message's card offers beside the one taken. */
function offeredReading({ stores }: BotParts, ctx: BotContext, scheduleId: string): Card["otherReading"] {
  const message = ctx.callbackQuery?.message;
  const payload = message && stores.outbox.findByMessage(message.chat.id, message.message_id)?.payload;
  const cards = payload && "cards" in payload ? payload.cards : [];
  return cards.find((card) => card.scheduleId === scheduleId)?.otherReading;
}

/** The buttons of a card: take the other reading, or remove what was just set (TIME-6, TIME-20). */
export function cardPresses(parts: BotParts): Record<string, PressHandler> {
  const { stores, clock } = parts;
  const { t, moment } = ownerWords(parts);

  return {
    unset: async (ctx, [id = ""]) => {
      const row = stores.schedules.get(id);
      if (!row) return pressIsGone(ctx, parts);
      // A press that waited while Vigil was down may not be meant any more: what destroys is asked again (TG-15).
      if (!(await ctx.press.answer())) {
        const button = { label: "card-remove", action: "unset", args: [id] };
        ctx.commit(({ say }) =>
          say({ kind: "notice", code: "remove-again", params: { text: row.text.slice(0, 200) }, buttons: [[button]] }),
        );
        return;
      }
      const removed = ctx.commit(({ now }) => removeSchedule(stores, id, now));
      if (removed.kind === "refused") return pressIsGone(ctx, parts);
      await markLine(ctx, t("mark-removed"), [
        ...keyboardWithout(ctx, (data) => data.split(":")[1] === id),
        [button(t("button-unset"), "undo", removed.undoId)],
      ]);
    },

    undo: async (ctx, [undoId = ""]) => {
      const back = ctx.commit(({ now }) => undoRemove(stores, undoId, now));
      const others = keyboardWithout(ctx, (data) => data === `undo:${undoId}`);
      if (back.kind === "refused") {
        await ctx.press.answer(t(refusalKey(back), back.params));
        return markMessage(ctx, null, others);
      }
      await markLine(ctx, t("mark-undone"), [[button(t("card-remove"), "unset", back.row.id)], ...others]);
    },

    reading: async (ctx, [id = "", epochSeconds]) => {
      const row = stores.schedules.get(id);
      const first = readId(epochSeconds);
      const isThisReading = (data: string) => data.startsWith(`reading:${id}:`);
      const other = offeredReading(parts, ctx, id);
      if (!row || !other || first === undefined || other.next !== first * 1_000) return pressIsGone(ctx, parts);
      const at = Temporal.Instant.fromEpochMilliseconds(other.next);
      if (Temporal.Instant.compare(at, clock.now()) <= 0 || row.state === "fired") {
        await ctx.press.answer(t(row.state === "fired" ? "press-gone" : "press-reading-over"));
        return markMessage(ctx, null, keyboardWithout(ctx, isThisReading));
      }
      const { schedule } = other;
      ctx.commit(() => {
        stores.schedules.change(id, { schedule, nextRunAt: other.next });
        if (other.convention) stores.conventions.remember(other.convention);
      });
      const next = moment(at.epochMilliseconds);
      await ctx.press.answer(t("press-reading", { at: next }));
      const mark = t(isOnce(schedule) ? "mark-reading" : "mark-reading-repeats", { at: next });
      await markLine(ctx, mark, keyboardWithout(ctx, isThisReading));
    },
  };
}
