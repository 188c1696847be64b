import { swapReading } from "#core/dialogues/swap-reading.ts";
import { readId } from "#core/outbox/callback-data.ts";
import type { ButtonInput, TimeCard } from "#core/outbox/payload.ts";
import { isOnce } from "#core/time/schedule.ts";
import { removeSchedule, undoRemove } from "#use-cases/change-schedule.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { refusalKey } from "../context/refusal-notice.ts";
import { keyboardWithout, markMessage } from "../edits/mark-message.ts";
import { sentCards, showCardChange } from "../edits/redraw-cards.ts";
import { button } from "../views/keyboard.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The reading that the pressed message's card offers: the other one, or after a choice of it the former one. */
function offeredReading(parts: BotParts, ctx: BotContext, scheduleId: string, next: number): TimeCard["otherReading"] {
  const card = sentCards(parts, ctx).find((candidate) => candidate.scheduleId === scheduleId);
  if (card?.otherReading?.next === next) return card.otherReading;
  const former = card && swapReading(card, parts.clock.now()).otherReading;
  return former?.next === next ? former : undefined;
}

/** The buttons of a card: take the other reading, or remove what was just set (TIME-6, TIME-20). */
export function cardPresses(parts: BotParts): Record<"unset" | "undo" | "reading", PressHandler> {
  const { stores, clock } = parts;
  const { t, moment } = ownerWords(parts);

  return {
    unset: async (ctx, [id = ""]) => {
      const row = stores.schedules.get(id);
      if (!row) return pressIsGone(ctx, parts);
      // A press that waited while Vigil was down may not be meant any more: what destroys is asked again (TG-15).
      if (!(await ctx.press.answer())) {
        const button: ButtonInput = { label: "card-remove", action: "unset", args: [id] };
        ctx.commit(({ say }) =>
          say({ kind: "notice", code: "remove-again", params: { text: row.text.slice(0, 200) }, buttons: [[button]] }),
        );
        return;
      }
      const removed = ctx.commit(({ now }) => removeSchedule(stores, id, now));
      if (removed.kind === "refused") return pressIsGone(ctx, parts);
      await showCardChange(parts, ctx, {
        scheduleId: id,
        removed: true,
        mark: t("mark-removed"),
        buttons: [[button(t("button-unset"), "undo", removed.undoId)]],
      });
    },

    undo: async (ctx, [undoId = ""]) => {
      const back = ctx.commit(({ now }) => undoRemove(stores, undoId, now));
      const ends = (data: string): boolean => data === `undo:${undoId}`;
      if (back.kind === "refused") {
        await ctx.press.answer(t(refusalKey(back), back.params));
        return markMessage(ctx, null, keyboardWithout(ctx, ends));
      }
      await ctx.press.answer(t("mark-undone"));
      const { id } = back.row;
      await showCardChange(parts, ctx, { scheduleId: id, removed: false, mark: t("mark-undone"), ends });
    },

    reading: async (ctx, [id = "", epochSeconds]) => {
      const row = stores.schedules.get(id);
      const first = readId(epochSeconds);
      const isThisReading = (data: string) => data.startsWith(`reading:${id}:`);
      const other = first === undefined ? undefined : offeredReading(parts, ctx, id, first * 1_000);
      if (!row || !other) return pressIsGone(ctx, parts);
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
      const note = other.convention && { note: t("mark-convention", conventionParams(other.convention)) };
      await showCardChange(parts, ctx, { scheduleId: id, removed: false, mark, ...note });
    },
  };
}

/** A convention in the terms of `mark-convention`: "9" means 21:00 from now on. */
function conventionParams({ name, value }: { readonly name: string; readonly value: string }): Record<string, string> {
  const hour = Number(/^hour_(\d{1,2})$/.exec(name)?.[1] ?? Number.NaN);
  if (Number.isNaN(hour)) return { kind: "other", hour: "", time: "" };
  const time = `${String((hour % 12) + (value === "pm" ? 12 : 0)).padStart(2, "0")}:00`;
  return { kind: "hour", hour: String(hour), time };
}
