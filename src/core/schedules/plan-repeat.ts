import { nextRun, nextRuns } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";

/**
 * A recurrence that has ended, once more from `now` (TIME-9): as many times as before where the owner had counted, else
 * for as long as it ran since `begunAt`. Null for a schedule that had no end, or that cannot fire again.
 */
export function planRepeat(schedule: Schedule, begunAt: Temporal.Instant, now: Temporal.Instant): Schedule | null {
  if (!("ends" in schedule) || !schedule.ends) return null;
  const { ends, ...endless } = schedule;
  const open: Schedule =
    endless.type === "cron" ? { type: "cron", pattern: endless.pattern, zone: endless.zone } : endless;
  let until: Temporal.Instant;
  if (ends.count !== undefined) {
    const last = nextRuns(open, now, ends.count).at(-1);
    if (!last) return null;
    until = last;
  } else {
    const length = begunAt.until(Temporal.Instant.from(ends.until));
    until = now.add(length);
  }
  const repeated: Schedule = {
    ...open,
    ends: { until: until.toString(), ...(ends.count !== undefined && { count: ends.count }) },
  };
  return nextRun(repeated, now) === null ? null : repeated;
}
