import type { Dialogue } from "#core/dialogues/dialogue.ts";
import type { NoticeCode } from "#core/message-codes.ts";
import type { PayloadInput, TimeCard } from "#core/outbox/payload.ts";
import { addReminder, type ShownReminder } from "#use-cases/add-reminder.ts";
import { editSchedule } from "#use-cases/change-schedule.ts";
import { settleSnooze } from "#use-cases/settle-snooze.ts";
import { takeSchedule } from "#use-cases/take-schedule.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import type { Refusal } from "../context/refusal-notice.ts";

export type DialogueEnd =
  | { readonly kind: "done"; readonly say: PayloadInput }
  /** Not stored, and the dialogue goes on: the answer can be given anew. */
  | ({ readonly kind: "refused" } & Refusal)
  | { readonly kind: "gone" };

/**
 * Stores what the preview showed, the reading that stands in it (TG-11); runs inside the commit of the press.
 * The default hour is a setting, and a file: it is written beforehand.
 */
export function finishDialogue(
  parts: BotParts,
  ctx: BotContext,
  dialogue: Dialogue,
  now: Temporal.Instant,
): DialogueEnd {
  const { stores, preferences, random } = parts;
  const { task } = dialogue;
  const schedule = "card" in task ? task.card?.schedule : undefined;
  const maxLive = preferences.settings().reminders.maxLive;
  const id = `r-${random.id(10)}`;
  const added = (
    code: NoticeCode,
    shown: Pick<ShownReminder, "text" | "schedule" | "target">,
    snoozedFrom: number | null = null,
  ): DialogueEnd => {
    const createdMessage = ctx.callbackQuery?.message?.message_id ?? null;
    const reminder = { ...shown, id, createdSession: ctx.place.session.id, createdMessage, snoozedFrom };
    const result = addReminder(stores, reminder, { now, maxLive });
    return result.kind === "added" ? saved(code, result.card) : result;
  };
  switch (task.kind) {
    case "add":
      if (!schedule || task.text === null) return { kind: "gone" };
      return added("reminder-set", { text: task.text, schedule, target: task.target ?? dialogue.place });
    case "snooze": {
      const firing = stores.firings.get(task.firingId);
      if (!firing || !schedule) return { kind: "gone" };
      const end = added("reminder-snoozed", { text: firing.text, schedule, target: firing.target }, firing.id);
      const tap = { action: "snooze-words", at: now.epochMilliseconds, by: ctx.owner.userId };
      if (end.kind === "done") settleSnooze(stores, firing, tap, id);
      return end;
    }
    case "move": {
      const moved = schedule && takeSchedule(stores, task.scheduleId, schedule, { now, maxLive });
      if (!moved) return { kind: "gone" };
      if (moved.kind === "refused") return moved.code === "unknown_id" ? { kind: "gone" } : moved;
      return saved("reminder-moved", moved.card, moved.afterRunning);
    }
    case "edit": {
      const edited = editSchedule(stores, task.scheduleId, task.text ?? "", { now });
      if (edited.kind === "refused") return edited.code === "unknown_id" ? { kind: "gone" } : edited;
      return saved("reminder-edited", edited.card, edited.afterRunning);
    }
    case "default-hour":
      return { kind: "done", say: { kind: "notice", code: "hour-set", params: { hour: task.hour ?? "" } } };
    case "search":
      return { kind: "gone" };
    default:
      return task satisfies never;
  }
}

function saved(code: NoticeCode, card: TimeCard | undefined, afterRunning = false): DialogueEnd {
  const params = { after: afterRunning ? "yes" : "no" };
  return { kind: "done", say: { kind: "notice", code, params, cards: card ? [card] : [] } };
}
