import type { Target } from "#core/ports.ts";
import { countRuns, lastRunAtOrBefore, nextRun } from "#core/time/recurrence.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** Beyond this many missed due times the receipt says "at least". */
const MOST_COUNTED = 10_000;

/** What a claim writes: the firing, and the row's next state (REM-1). */
export interface Claim {
  readonly firing: {
    readonly scheduleId: string;
    readonly dueAt: number;
    readonly origin: "schedule" | "run_now";
    readonly kind: ScheduleRow["kind"];
    readonly text: string;
    readonly name: string | null;
    readonly target: Target;
    readonly timeoutMinutes: number | null;
    readonly insistMinutes: number | null;
    readonly askedAt: number;
    /** The session and Telegram's id of the message in which it was asked for. */
    readonly askedSession?: number | null;
    readonly askedMessage?: number | null;
    readonly skippedEarlier: number;
    readonly last: boolean;
    readonly state: "claimed" | "skipped";
    readonly error: string | null;
  };
  readonly row: { readonly state: "pending" | "fired"; readonly nextRunAt: number | null };
}

/**
 * Decides the claim of a due row (REM-1, REM-2): one firing for its latest missed due time, with the number of
 * earlier ones that are skipped, and the row's next time counted from `now`. Past its freshness limit the firing is
 * `skipped: stale`. The row's `nextRunAt` must be at or before `now`.
 */
export function decideClaim(row: ScheduleRow, now: Temporal.Instant): Claim {
  const { due, skippedEarlier, next } = dueTimes(row, now);
  const stale =
    row.freshForMinutes !== null && now.epochMilliseconds - due.epochMilliseconds > row.freshForMinutes * 60_000;
  return {
    firing: {
      ...asItWas(row),
      dueAt: due.epochMilliseconds,
      origin: "schedule",
      skippedEarlier,
      last: !isOnce(row.schedule) && next === null,
      state: stale ? "skipped" : "claimed",
      error: stale ? "stale" : null,
    },
    row: { state: next === null ? "fired" : "pending", nextRunAt: next?.epochMilliseconds ?? null },
  };
}

/** What a firing keeps of its row, whatever becomes of the row later (REM-8). */
export function asItWas(row: ScheduleRow) {
  return {
    scheduleId: row.id,
    kind: row.kind,
    text: row.text,
    name: row.name,
    target: row.target,
    timeoutMinutes: row.timeoutMinutes,
    insistMinutes: row.insistMinutes,
    askedAt: row.createdAt,
    askedSession: row.createdSession,
    askedMessage: row.createdMessage,
  };
}

/** The due time to fire for, how many before it were missed, and the next one after `now`. */
function dueTimes(
  { schedule, nextRunAt }: ScheduleRow,
  now: Temporal.Instant,
): { due: Temporal.Instant; skippedEarlier: number; next: Temporal.Instant | null } {
  const first = Temporal.Instant.fromEpochMilliseconds(nextRunAt!);
  if (isOnce(schedule)) return { due: first, skippedEarlier: 0, next: null };
  const second = nextRun(schedule, first);
  if (second === null || Temporal.Instant.compare(second, now) > 0)
    return { due: first, skippedEarlier: 0, next: second };
  const due = lastRunAtOrBefore(schedule, now, first) ?? first;
  // countRuns excludes its start and includes its end: the first due time takes the last one's place.
  return { due, skippedEarlier: countRuns(schedule, first, due, MOST_COUNTED), next: nextRun(schedule, now) };
}
