import type { NewScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Schedule } from "#core/time/schedule.ts";

let next = 0;

/** A reminder due at `dueAt` in private chat 100; anything else by `over`. */
export function reminderRow(dueAt: string, over: Partial<NewScheduleRow> = {}): NewScheduleRow {
  const at = Temporal.Instant.from(dueAt);
  return {
    id: `r-${(next++).toString(36).padStart(10, "0")}`,
    kind: "text",
    text: "stretch",
    name: null,
    schedule: { type: "instant", at: at.toString(), zone: "Europe/Berlin" },
    nextRunAt: at.epochMilliseconds,
    target: { chatId: 100, threadId: null },
    freshForMinutes: null,
    insistMinutes: null,
    timeoutMinutes: null,
    createdAt: at.epochMilliseconds - 3_600_000,
    createdSession: null,
    createdMessage: null,
    snoozedFrom: null,
    ...over,
  };
}

/** Every day at a wall-clock time in a zone. */
export function daily(pattern: string, zone: string): Schedule {
  return { type: "cron", pattern, zone };
}
