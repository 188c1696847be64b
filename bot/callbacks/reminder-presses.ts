import { readId } from "#core/outbox/callback-data.ts";
import { planRepeat } from "#core/schedules/plan-repeat.ts";
import { cardOfSchedule } from "#core/schedules/schedule-card.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { removeSchedule } from "#use-cases/change-schedule.ts";
import { setReminder } from "#use-cases/set-reminder.ts";
import { settleSnooze } from "#use-cases/settle-snooze.ts";
import { receiptNotice } from "../actions/receipt.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { refusalKey } from "../context/refusal-notice.ts";
import { beginDialogue } from "../dialogues/begin-dialogue.ts";
import { presentContext } from "../edits/draw-message.ts";
import { keyboardWithout, markMessage, sentText } from "../edits/mark-message.ts";
import { button, type Keyboard } from "../views/keyboard.ts";
import { type ReminderState, reminderKeyboard, settledReminder } from "../views/reminder.ts";
import { MORE_SNOOZE_CHOICES, snoozeWhen } from "../views/snooze-choices.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The presses that belong to the reminder itself. */
const OWN_ACTIONS = /^(?:done|snooze|snooze-more|unsnooze|why|repeat|open):/;

/** The buttons of a reminder's message (REM-14): Done, Snooze, Why? and Open. */
export function reminderPresses(
  parts: BotParts,
): Record<"done" | "snooze" | "unsnooze" | "snooze-more" | "why" | "repeat" | "open", PressHandler> {
  const { stores, clock, preferences } = parts;
  const { t, moment } = ownerWords(parts);

  /** Hands the firing that the button names to `handle`, or answers that it is gone. */
  const withFiring = (
    handle: (ctx: BotContext, firing: Firing, args: readonly string[]) => Promise<void>,
  ): PressHandler => {
    return async (ctx, [id, ...args]) => {
      const firing = stores.firings.get(readId(id) ?? 0);
      if (firing?.kind === "text") await handle(ctx, firing, args);
      else await pressIsGone(ctx, parts);
    };
  };

  const context = () => presentContext(parts);

  /** The buttons of the reminder itself; those of its cards and of its topic stay as they are. */
  const keyboard = async (ctx: BotContext, firing: Firing, state: ReminderState): Promise<Keyboard> => {
    const row = stores.schedules.get(firing.scheduleId);
    const recurring = row !== undefined && !isOnce(row.schedule);
    const { id: firingId, scheduleId, last } = firing;
    return [
      ...reminderKeyboard({ firingId, scheduleId, recurring, last }, state, await context()),
      ...keyboardWithout(ctx, (data) => OWN_ACTIONS.test(data)),
    ];
  };

  return {
    done: withFiring(async (ctx, firing) => {
      const before = firing.taps.some(({ action }) => action === "done");
      ctx.commit(({ now }) => {
        stores.firings.stopInsisting(firing.id);
        if (!before) stores.firings.tap(firing.id, { action: "done", at: now.epochMilliseconds, by: ctx.owner.userId });
      });
      await ctx.press.answer(t("press-done"));
      const text = before ? null : sentText(parts, ctx);
      await markMessage(
        ctx,
        text && settledReminder(text, { kind: "done" }, await context()),
        await keyboard(ctx, firing, "settled"),
      );
    }),

    snooze: withFiring(async (ctx, firing, [choice = ""]) => {
      if (choice === "choose") {
        const later = MORE_SNOOZE_CHOICES.map((name) => button(t(`snooze-${name}`), "snooze", firing.id, name));
        return markMessage(ctx, null, [
          later.slice(0, 2),
          later.slice(2),
          [button(t("snooze-words"), "snooze", firing.id, "words")],
          [button(t("button-back"), "snooze-more", firing.id)],
          ...keyboardWithout(ctx, (data) => OWN_ACTIONS.test(data)),
        ]);
      }
      if (choice === "words") {
        await beginDialogue(parts, ctx, { kind: "snooze", firingId: firing.id, card: null });
        return markMessage(ctx, null, await keyboard(ctx, firing, "open"));
      }
      const when = snoozeWhen(choice, clock.now(), preferences.zone(), preferences.settings().defaults.hour);
      if (when === undefined) return pressIsGone(ctx, parts);
      const plan = ctx.commit(({ now }) => {
        const createdMessage = ctx.callbackQuery?.message?.message_id ?? null;
        const request = {
          text: firing.text,
          when,
          target: firing.target,
          createdSession: null,
          createdMessage,
          snoozedFrom: firing.id,
        };
        const set = setReminder(parts, request, { now, answeredAt: ctx.place.target });
        if (set.kind === "add") {
          const tap = { action: `snooze-${choice}`, at: now.epochMilliseconds, by: ctx.owner.userId };
          settleSnooze(stores, firing, tap, set.row.id);
        }
        return set;
      });
      if (plan.kind === "refused") {
        await ctx.press.answer(t(refusalKey(plan), plan.params), { alert: true });
        return;
      }
      const until = Temporal.Instant.fromEpochMilliseconds(plan.row.nextRunAt!);
      await ctx.press.answer(t("press-snoozed", { until: moment(until.epochMilliseconds) }));
      const text = sentText(parts, ctx);
      const undo = [button(t("button-unset"), "unsnooze", firing.id, plan.row.id)];
      await markMessage(ctx, text && settledReminder(text, { kind: "snoozed", until }, await context()), [
        undo,
        ...(await keyboard(ctx, firing, "settled")),
      ]);
    }),

    unsnooze: withFiring(async (ctx, firing, [id = ""]) => {
      if (stores.schedules.get(id)?.snoozedFrom !== firing.id) return pressIsGone(ctx, parts);
      ctx.commit(({ now }) => removeSchedule(stores, id, now));
      await ctx.press.answer(t("mark-unsnoozed"));
      await markMessage(ctx, sentText(parts, ctx), await keyboard(ctx, firing, "open"));
    }),

    "snooze-more": withFiring(async (ctx, firing) => markMessage(ctx, null, await keyboard(ctx, firing, "choosing"))),

    why: withFiring(async (ctx, firing) => {
      ctx.commit(({ say }) => {
        const replyTo = ctx.callbackQuery?.message?.message_id;
        say(receiptNotice(firing, parts), replyTo === undefined ? {} : { replyTo });
      });
    }),

    repeat: withFiring(async (ctx, firing) => {
      const row = stores.schedules.get(firing.scheduleId);
      const now = clock.now();
      const schedule = row && planRepeat(row.schedule, Temporal.Instant.fromEpochMilliseconds(row.createdAt), now);
      // Without its row the recurrence is not known any more: then the time is asked for.
      const card = row && schedule ? cardOfSchedule(row.id, firing.text, schedule, now) : null;
      await beginDialogue(parts, ctx, { kind: "add", text: firing.text, card, target: firing.target });
    }),

    open: async (ctx, [id = ""]) => {
      if (!stores.schedules.get(id)) return pressIsGone(ctx, parts);
      ctx.commit(({ say }) => say({ kind: "menu", menu: `reminder/${id}.a0` }));
    },
  };
}
