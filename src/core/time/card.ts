import { isFixedTime, nextCronWall } from "./cron.ts";
import { nextRuleWall } from "./rrule.ts";
import { isOnce, type Schedule } from "./schedule.ts";
import type { WhenNote } from "./when.ts";
import { type Transition, transitionsBetween } from "./zones.ts";

export { type DescribedDays, describeSchedule, type ScheduleDescription } from "./describe-schedule.ts";
export { distanceBetween } from "./distance.ts";

/**
 * Notes on a recurring schedule whose wall-clock time is skipped (`gap_ahead`) or repeated (`fold_ahead`) by its zone
 * within the next twelve months (TIME-20). Params: `at` epoch milliseconds of the change, `time` the local time said,
 * and for a gap `moved`, the time at which it fires instead.
 */
export function cardNotes(schedule: Schedule, now: Temporal.Instant): WhenNote[] {
  if (isOnce(schedule) || !isWallClock(schedule)) return [];
  const until = now.add({ hours: 24 * 365 });
  const notes: WhenNote[] = [];
  for (const change of transitionsBetween(schedule.zone, now, until)) {
    const wall = nextWall(schedule, change.from);
    if (!wall || Temporal.PlainDateTime.compare(wall, change.to) >= 0 || endsBefore(schedule, change)) continue;
    if (notes.some(({ code }) => code === `${change.kind}_ahead`)) continue;
    notes.push({
      code: `${change.kind}_ahead`,
      params: {
        at: change.at.epochMilliseconds,
        time: wall.toPlainTime().toString({ smallestUnit: "minute" }),
        ...(change.kind === "gap" && { moved: change.to.toPlainTime().toString({ smallestUnit: "minute" }) }),
      },
    });
  }
  return notes;
}

/** Elapsed time knows neither gaps nor folds (TIME-4). */
function isWallClock(schedule: Schedule): boolean {
  return schedule.type === "rrule" || (schedule.type === "cron" && isFixedTime(schedule.pattern));
}

function nextWall(schedule: Schedule, from: Temporal.PlainDateTime): Temporal.PlainDateTime | null {
  if (schedule.type === "cron") return nextCronWall(schedule.pattern, from);
  return schedule.type === "rrule" ? nextRuleWall(schedule.rule, schedule.dtstart, from) : null;
}

function endsBefore(schedule: Schedule, { at }: Transition): boolean {
  const ends = "ends" in schedule ? schedule.ends : undefined;
  const starts = schedule.type === "cron" ? schedule.from : undefined;
  return (
    (ends !== undefined && Temporal.Instant.compare(Temporal.Instant.from(ends.until), at) < 0) ||
    (starts !== undefined && Temporal.Instant.compare(Temporal.Instant.from(starts), at) > 0)
  );
}
