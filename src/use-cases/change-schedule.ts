import { z } from "zod";
import type { TimeCard } from "#core/outbox/payload.ts";
import { commandAlertKey } from "#core/schedules/command-name.ts";
import { planEdit } from "#core/schedules/plan-edit.ts";
import { type MoveRequest, planMove } from "#core/schedules/plan-move.ts";
import { planConfirm, planPause, planResume } from "#core/schedules/plan-pause.ts";
import { planRunNow } from "#core/schedules/plan-run-now.ts";
import { type Refused, refuse } from "#core/schedules/refused.ts";
import type { ChangeContext, ChangePlan } from "#core/schedules/schedule-change.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { storedScheduleSchema } from "#stores/schedules/schedules.ts";
import type { Stores } from "#stores/stores.ts";
import { settleMessage } from "./settle-message.ts";

export type { ChangeContext, Refused };

/** What became of a change; a refusal has changed nothing. */
export type ChangeResult =
  | {
      readonly kind: "done";
      /** The row as it is now. */
      readonly row: ScheduleRow;
      /** Its next times, where the change is about time or text (TIME-20). */
      readonly card?: TimeCard;
      /** A firing is under way and keeps its text and target: the change takes effect after it (REM-6). */
      readonly afterRunning: boolean;
    }
  | Refused;

export type RemoveResult =
  | {
      readonly kind: "done";
      readonly row: ScheduleRow /** For a minute: {@link undoRemove}. */;
      readonly undoId: string;
    }
  | Refused;

/** What a removal took with it. */
const removedSchema = z.object({
  schedule: storedScheduleSchema,
  insisting: z.array(z.object({ id: z.int(), at: z.int() })),
});

/**
 * Gives a row a new time; id and text stay, a row that has fired is live again (REM-6, REM-31). `maxLive` is the
 * setting `reminders.maxLive`.
 */
export function moveSchedule(
  stores: Stores,
  id: string,
  request: MoveRequest,
  context: ChangeContext & { readonly maxLive?: number },
): ChangeResult {
  return change(stores, id, (row) => {
    const { maxLive } = context;
    const plan = planMove(row, request, context);
    const full = plan.kind === "change" && row.state === "fired" && isFull(stores, maxLive);
    return full ? refuse("too_many", { most: maxLive ?? 0 }) : plan;
  });
}

/** Gives a row a new text; its time stays. */
export function editSchedule(
  stores: Stores,
  id: string,
  text: string,
  context: Pick<ChangeContext, "now">,
): ChangeResult {
  return change(stores, id, (row) => planEdit(row, text, context.now));
}

/** Nothing of the row is due any more until {@link resumeSchedule}. */
export function pauseSchedule(stores: Stores, id: string, _now: Temporal.Instant): ChangeResult {
  return change(stores, id, planPause);
}

/** Ends a pause; the next time counts from `now`. A single time that passed meanwhile is refused with `when_in_past`. */
export function resumeSchedule(stores: Stores, id: string, now: Temporal.Instant): ChangeResult {
  return change(stores, id, (row) => planResume(row, now));
}

/**
 * The owner's tap on a row that a model made: `unconfirmed` → `pending`. One that changes a command gives it its text and
 * is gone; the command keeps its id, its time and its state.
 */
export function confirmSchedule(stores: Stores, id: string, now: Temporal.Instant): ChangeResult {
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    const replaced = row?.state === "unconfirmed" && row.replaces ? stores.schedules.get(row.replaces) : undefined;
    if (!row || !replaced) return change(stores, id, (unconfirmed) => planConfirm(unconfirmed, now));
    const result = editSchedule(stores, replaced.id, row.text, { now });
    if (result.kind === "done") stores.schedules.remove(id);
    return result;
  });
}

/** Fires a row out of turn; its schedule stays, a paused row stays paused (REM-6). */
export function runScheduleNow(stores: Stores, id: string, now: Temporal.Instant): ChangeResult {
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    if (!row) return unknown(id);
    const open = stores.firings.open(id);
    const plan = planRunNow(
      row,
      open.some((firing) => firing.state === "claimed"),
      now,
    );
    if (plan.kind === "refused") return plan;
    if (stores.firings.claim(plan.firing, now) === null) return refuse("already_running");
    stores.db.wake("runner");
    return { kind: "done", row, afterRunning: open.length > 0 };
  });
}

/**
 * Removes a row: nothing more of it is sent, what runs is ended by the dispatcher, its alert is forgotten (REM-6, REM-22).
 * Its firings stay as receipts. For a minute {@link undoRemove} brings it back.
 */
export function removeSchedule(stores: Stores, id: string, now: Temporal.Instant): RemoveResult {
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    const schedule = stores.schedules.stored(id);
    if (!row || !schedule) return unknown(id);
    const insisting = stores.firings.stopInsistingOf(id);
    const undoId = stores.undo.keep({ schedule, insisting } satisfies z.infer<typeof removedSchema>, now);
    stores.schedules.remove(id);
    stores.alerts.clear(commandAlertKey(id));
    for (const message of stores.outbox.unsentOf(id)) {
      // One whose outcome was unknown may have arrived: the receipt must not say that it did not (REM-17).
      const state = message.repeated ? "unknown" : "expired";
      settleMessage(stores, message, { state, error: "removed" }, now);
    }
    return { kind: "done", row, undoId };
  });
}

/** Brings back what was removed less than a minute ago, as it was; what was due meanwhile is caught up with (REM-2). */
export function undoRemove(stores: Stores, undoId: string, now: Temporal.Instant): ChangeResult {
  return stores.db.transaction(() => {
    const removed = removedSchema.safeParse(stores.undo.take(undoId, now));
    if (!removed.success) return refuse("undo_over");
    const { schedule, insisting } = removed.data;
    stores.schedules.restore(schedule);
    for (const { id, at } of insisting) stores.firings.insistAgain(id, at);
    const row = stores.schedules.get(String(schedule.id));
    return row ? { kind: "done", row, afterRunning: stores.firings.open(row.id).length > 0 } : refuse("undo_over");
  });
}

function change(stores: Stores, id: string, decide: (row: ScheduleRow) => ChangePlan): ChangeResult {
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    if (!row) return unknown(id);
    const plan = decide(row);
    if (plan.kind === "refused") return plan;
    stores.schedules.change(id, plan.patch);
    return {
      kind: "done",
      row: stores.schedules.get(id) ?? { ...row, ...plan.patch },
      ...(plan.card && { card: plan.card }),
      afterRunning: stores.firings.open(id).length > 0,
    };
  });
}

function isFull(stores: Stores, maxLive: number | undefined): boolean {
  return maxLive !== undefined && stores.schedules.countLive() >= maxLive;
}

function unknown(id: string): Refused {
  return refuse("unknown_id", { id });
}
