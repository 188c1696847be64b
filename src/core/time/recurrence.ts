import { AppError } from "#core/errors.ts";
import { nextCronRun } from "./cron.ts";
import { instantOfLocal, resolveLocal } from "./resolve-local.ts";
import { nextRuleWall } from "./rrule.ts";
import { isOnce, type Schedule } from "./schedule.ts";

/** Wall-clock candidates looked at before a rule counts as broken. Two changes of offset need three at most. */
const MAX_CANDIDATES = 400;

/**
 * The schedule's first due time strictly later than `after`, or null if none is left (TIME-8).
 *
 * @throws AppError `schedule_broken` if the schedule cannot be computed or would not move forward.
 */
export function nextRun(schedule: Schedule, after: Temporal.Instant): Temporal.Instant | null {
  const next = computeNext(schedule, after);
  if (next === null) return null;
  if (Temporal.Instant.compare(next, after) <= 0) throw broken(schedule, `does not move on from ${after}`);
  const ends = "ends" in schedule ? schedule.ends : undefined;
  return ends && Temporal.Instant.compare(next, Temporal.Instant.from(ends.until)) > 0 ? null : next;
}

/** Up to `count` due times strictly later than `after`, in order. */
export function nextRuns(schedule: Schedule, after: Temporal.Instant, count: number): Temporal.Instant[] {
  const runs: Temporal.Instant[] = [];
  let cursor = after;
  while (runs.length < count) {
    const next = nextRun(schedule, cursor);
    if (!next) break;
    runs.push(next);
    cursor = next;
  }
  return runs;
}

/** How many due times lie in (`afterExclusive`, `untilInclusive`], counted up to `cap`. */
export function countRuns(
  schedule: Schedule,
  afterExclusive: Temporal.Instant,
  untilInclusive: Temporal.Instant,
  cap: number,
): number {
  let count = 0;
  let cursor = afterExclusive;
  while (count < cap) {
    const next = nextRun(schedule, cursor);
    if (!next || Temporal.Instant.compare(next, untilInclusive) > 0) break;
    count += 1;
    cursor = next;
  }
  return count;
}

/** The latest due time in (`from`, `instant`], or null. It looks back in growing steps: a long downtime costs little. */
export function lastRunAtOrBefore(
  schedule: Schedule,
  instant: Temporal.Instant,
  from: Temporal.Instant,
): Temporal.Instant | null {
  for (let minutes = 10; ; minutes *= 8) {
    const back = instant.subtract({ minutes });
    const start = Temporal.Instant.compare(back, from) < 0 ? from : back;
    let last: Temporal.Instant | null = null;
    for (let cursor = start; ; ) {
      const next = nextRun(schedule, cursor);
      if (!next || Temporal.Instant.compare(next, instant) > 0) break;
      last = next;
      cursor = next;
    }
    if (last || start === from) return last;
  }
}

/**
 * The shortest distance in minutes between two of the next `count` due times (REM-7); null for fewer than two.
 * Measured on the instants, since an irregular pattern looks slower than it is.
 */
export function shortestDistance(schedule: Schedule, after: Temporal.Instant, count = 50): number | null {
  if (isOnce(schedule)) return null;
  const runs = nextRuns(schedule, after, count);
  let shortest: number | null = null;
  for (const [index, run] of runs.entries()) {
    const previous = runs[index - 1];
    if (!previous) continue;
    const minutes = (run.epochMilliseconds - previous.epochMilliseconds) / 60_000;
    if (shortest === null || minutes < shortest) shortest = minutes;
  }
  return shortest;
}

function computeNext(schedule: Schedule, after: Temporal.Instant): Temporal.Instant | null {
  switch (schedule.type) {
    case "once":
      return later(instantOfLocal(schedule.local, schedule.zone), after);
    case "instant":
      return later(Temporal.Instant.from(schedule.at), after);
    case "cron":
      return nextCron(schedule, after);
    case "interval":
      return nextInterval(schedule, after);
    case "rrule":
      return nextRule(schedule, after);
  }
}

function later(instant: Temporal.Instant, after: Temporal.Instant): Temporal.Instant | null {
  return Temporal.Instant.compare(instant, after) > 0 ? instant : null;
}

function nextCron(schedule: Schedule & { type: "cron" }, after: Temporal.Instant): Temporal.Instant | null {
  let reference = after;
  if (schedule.from) {
    // One millisecond before the start, so that a due time at the very start counts.
    const start = Temporal.Instant.from(schedule.from).subtract({ milliseconds: 1 });
    if (Temporal.Instant.compare(start, reference) > 0) reference = start;
  }
  try {
    return nextCronRun(schedule.pattern, schedule.zone, reference);
  } catch (cause) {
    throw broken(schedule, "cannot be computed", cause);
  }
}

function nextInterval(schedule: Schedule & { type: "interval" }, after: Temporal.Instant): Temporal.Instant {
  const step = Temporal.Duration.from(schedule.every).total("milliseconds");
  if (!(step >= 1000)) throw broken(schedule, "has no positive distance");
  const anchor = Temporal.Instant.from(schedule.anchor);
  const elapsed = after.epochMilliseconds - anchor.epochMilliseconds;
  const steps = elapsed < 0 ? 0 : Math.floor(elapsed / step) + 1;
  return anchor.add({ milliseconds: steps * step });
}

function nextRule(schedule: Schedule & { type: "rrule" }, after: Temporal.Instant): Temporal.Instant | null {
  // A day earlier than the wall clock says: local dates that a zone skips or repeats never reach further.
  let from = after.toZonedDateTimeISO(schedule.zone).toPlainDateTime().round("second").subtract({ hours: 25 });
  for (let i = 0; i < MAX_CANDIDATES; i += 1) {
    let wall: Temporal.PlainDateTime | null;
    try {
      wall = nextRuleWall(schedule.rule, schedule.dtstart, from);
    } catch (cause) {
      throw broken(schedule, "cannot be computed", cause);
    }
    if (!wall) return null;
    const { instant } = resolveLocal(wall, schedule.zone);
    if (Temporal.Instant.compare(instant, after) > 0) return instant;
    from = wall.add({ seconds: 1 });
  }
  throw broken(schedule, `does not move on from ${after}`);
}

function broken(schedule: Schedule, what: string, cause?: unknown): AppError {
  return new AppError("schedule_broken", `The schedule ${JSON.stringify(schedule)} ${what}`, {
    cause,
    remedy: "Remove it and set it again.",
  });
}
