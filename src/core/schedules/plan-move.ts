import type { TimeCard } from "#core/outbox/payload.ts";
import { parseWhen } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import { minimumMinutes } from "./minimum-minutes.ts";
import { refuse } from "./refused.ts";
import { cardOfReading } from "./schedule-card.ts";
import type { ChangeContext, ChangePlan } from "./schedule-change.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** The new time of a row, in somebody's words; `every` reads them as a recurrence. */
export interface MoveRequest {
  readonly when?: string | undefined;
  readonly every?: string | undefined;
}

/** On the card of a move from a recurrence to a single time: nothing comes after it. */
const SERIES_ENDS: TimeCard["notes"][number] = { code: "series_ends" };

/**
 * Decides a row's new time; id and text stay (REM-6, REM-31). A row that has fired, or was paused, waits for its new
 * time; one that the owner has not confirmed still has to be. A recurrence that becomes a single time is noted on the
 * card: somebody may have meant only its next firing.
 */
export function planMove(row: ScheduleRow, request: MoveRequest, context: ChangeContext): ChangePlan {
  const recurring = Boolean(request.every?.trim());
  const words = (recurring ? request.every : request.when)?.trim();
  if (!words) return refuse("when_missing");
  const when = parseWhen(words, {
    now: context.now,
    zone: context.zone,
    locale: context.locale,
    hints: { ...context.hints, recurring, minimumMinutes: minimumMinutes(row.kind) },
  });
  if (!when.ok) return refuse(when.error.code, { ...when.error.params }, when.error.alternatives);
  const endsSeries = !isOnce(row.schedule) && isOnce(when.schedule);
  const reading = cardOfReading(row.id, row.text, when, context.now);
  const card = endsSeries ? { ...reading, notes: [SERIES_ENDS, ...reading.notes] } : reading;
  const state = row.state === "unconfirmed" ? "unconfirmed" : "pending";
  return { kind: "change", patch: { schedule: when.schedule, nextRunAt: card.next[0] ?? null, state }, card };
}
