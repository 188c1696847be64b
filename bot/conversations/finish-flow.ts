import type { Flow, FlowTask } from "#core/flows/flow.ts";
import type { NoticeCode } from "#core/message-codes.ts";
import type { PayloadInput, TimeCard } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { cardOfSchedule } from "#core/schedules/schedule-card.ts";
import { nextRun } from "#core/time/recurrence.ts";
import { isOnce, type Schedule } from "#core/time/schedule.ts";
import { editSchedule } from "#use-cases/change-schedule.ts";
import { takeSchedule } from "#use-cases/take-schedule.ts";
import { settleSnooze } from "../callbacks/settle-snooze.ts";
import type { Refusal } from "../commands/refusal-notice.ts";
import type { BotContext, BotParts } from "../middleware/bot-context.ts";

export type FlowEnd =
  | { readonly kind: "done"; readonly say: PayloadInput }
  /** Not stored, and the dialogue goes on: the answer can be given anew. */
  | ({ readonly kind: "refused" } & Refusal)
  | { readonly kind: "gone" };

/**
 * Stores what the preview showed, the reading that stands in it (TG-11); runs inside the commit of the press.
 * The default hour is a setting, and a file: it is written beforehand.
 */
export function finishFlow(parts: BotParts, ctx: BotContext, flow: Flow, now: Temporal.Instant): FlowEnd {
  const { stores, preferences } = parts;
  const { task } = flow;
  const schedule = "card" in task ? task.card?.schedule : undefined;
  const maxLive = preferences.settings().reminders.maxLive;
  switch (task.kind) {
    case "add":
      return schedule && task.text !== null ? finishAdd(parts, ctx, flow, task, schedule, now) : { kind: "gone" };
    case "snooze": {
      const firing = stores.firings.get(task.firingId);
      if (!firing || !schedule) return { kind: "gone" };
      const request = { text: firing.text, schedule, target: firing.target, snoozedFrom: firing.id };
      const added = addRow(parts, ctx, request, now);
      if ("code" in added) return { kind: "refused", ...added };
      const tap = { action: "snooze-words", at: now.epochMilliseconds, by: ctx.owner.userId };
      settleSnooze(stores, firing, tap, added.scheduleId);
      return saved("reminder-snoozed", added);
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

function saved(code: NoticeCode, card: TimeCard | undefined, afterRunning = false): FlowEnd {
  const params = { after: afterRunning ? "yes" : "no" };
  return { kind: "done", say: { kind: "notice", code, params, cards: card ? [card] : [] } };
}

function finishAdd(
  parts: BotParts,
  ctx: BotContext,
  flow: Flow,
  task: FlowTask & { kind: "add" },
  schedule: Schedule,
  now: Temporal.Instant,
): FlowEnd {
  const request = { text: task.text ?? "", schedule, target: task.target ?? flow.place, snoozedFrom: null };
  const added = addRow(parts, ctx, request, now);
  return "code" in added ? { kind: "refused", ...added } : saved("reminder-set", added);
}

/** Adds a reminder whose schedule was shown before. */
function addRow(
  { stores, preferences, random }: BotParts,
  ctx: BotContext,
  request: {
    readonly text: string;
    readonly schedule: Schedule;
    readonly target: Target;
    readonly snoozedFrom: number | null;
  },
  now: Temporal.Instant,
): TimeCard | Refusal {
  const { schedule, text } = request;
  const next = nextRun(schedule, now);
  if (next === null) return { code: isOnce(schedule) ? "when_in_past" : "when_ended", params: {} };
  const most = preferences.settings().reminders.maxLive;
  if (stores.schedules.countLive() >= most) return { code: "too_many", params: { most } };
  const id = `r-${random.id(10)}`;
  stores.schedules.add({
    ...request,
    id,
    kind: "text",
    name: null,
    nextRunAt: next.epochMilliseconds,
    freshForMinutes: null,
    insistMinutes: null,
    timeoutMinutes: null,
    createdAt: now.epochMilliseconds,
    createdSession: ctx.place.session.id,
    createdMessage: ctx.callbackQuery?.message?.message_id ?? null,
  });
  return cardOfSchedule(id, text, schedule, now);
}
