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
    readonly origin: "schedule";
    readonly kind: ScheduleRow["kind"];
    readonly text: string;
    readonly name: string | null;
    readonly target: Target;
    readonly timeoutMinutes: number | null;
    readonly insistMinutes: number | null;
    readonly askedAt: number;
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
  const firstDue = Temporal.Instant.fromEpochMilliseconds(row.nextRunAt!);
  const once = isOnce(row.schedule);
  const due = once ? firstDue : (lastRunAtOrBefore(row.schedule, now, firstDue) ?? firstDue);
  const next = once ? null : nextRun(row.schedule, now);
  const stale =
    row.freshForMinutes !== null && now.epochMilliseconds - due.epochMilliseconds > row.freshForMinutes * 60_000;
  return {
    firing: {
      scheduleId: row.id,
      dueAt: due.epochMilliseconds,
      origin: "schedule",
      kind: row.kind,
      text: row.text,
      name: row.name,
      target: row.target,
      timeoutMinutes: row.timeoutMinutes,
      insistMinutes: row.insistMinutes,
      askedAt: row.createdAt,
      // countRuns excludes its start and includes its end: the first due time takes the last one's place.
      skippedEarlier: once ? 0 : countRuns(row.schedule, firstDue, due, MOST_COUNTED),
      last: !once && next === null,
      state: stale ? "skipped" : "claimed",
      error: stale ? "stale" : null,
    },
    row: { state: once || next === null ? "fired" : "pending", nextRunAt: next?.epochMilliseconds ?? null },
  };
}
