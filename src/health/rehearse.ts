import { hasCode } from "#core/errors.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { nextRun } from "#core/time/recurrence.ts";
import { type Transition, transitionsBetween } from "#core/time/zones.ts";

/** A schedule that meets a change of the clock at `at`. */
interface Shift {
  readonly id: string;
  readonly kind: "gap" | "fold";
  readonly at: Temporal.Instant;
  readonly zone: string;
}

/** What the coming days of all schedules look like (TIME-22). */
export interface Rehearsal {
  readonly days: number;
  readonly firings: number;
  /** Wall-clock schedules that meet a change of the clock: their local time is skipped, or comes twice and counts once. */
  readonly shifts: readonly Shift[];
  /** Instants at which several schedules of one chat fire, the first of each group of schedules. */
  readonly collisions: readonly {
    readonly ids: readonly string[];
    readonly first: Temporal.Instant;
    readonly times: number;
  }[];
  /** Days of the owner's calendar with more than the allowed number of firings. */
  readonly busyDays: readonly { readonly day: string; readonly firings: number }[];
  /** Schedules that cannot be computed. */
  readonly broken: readonly string[];
}

const DAYS = 400;
/** A schedule that fires more often than this is cut off: the rest of its days looks the same. */
const MOST_PER_ROW = 60_000;

/** Plays the next 400 days of the pending rows without firing anything. `busy` is how many firings a day may have. */
export function rehearse(rows: readonly ScheduleRow[], now: Temporal.Instant, zone: string, busy: number): Rehearsal {
  const end = now.add({ hours: 24 * DAYS });
  const perDay = new Map<string, number>();
  const perInstant = new Map<string, string[]>();
  const shifts: Shift[] = [];
  const broken: string[] = [];
  let firings = 0;
  for (const row of rows) {
    const due = dueTimes(row, now, end);
    if (!due) {
      broken.push(row.id);
      continue;
    }
    firings += due.length;
    for (const at of due) {
      const day = at.toZonedDateTimeISO(zone).toPlainDate().toString();
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
      const place = `${at.epochMilliseconds} ${row.target.chatId} ${row.target.threadId}`;
      perInstant.set(place, [...(perInstant.get(place) ?? []), row.id]);
    }
    shifts.push(...shiftsOf(row, due, now, end));
  }
  const busyDays = [...perDay].filter(([, count]) => count > busy).map(([day, count]) => ({ day, firings: count }));
  return {
    days: DAYS,
    firings,
    shifts,
    collisions: collisionsOf(perInstant),
    busyDays: busyDays.sort((a, b) => (a.day < b.day ? -1 : 1)),
    broken,
  };
}

/** The row's due times up to `end`, beginning with the stored one; null if they cannot be computed. */
function dueTimes(row: ScheduleRow, now: Temporal.Instant, end: Temporal.Instant): Temporal.Instant[] | null {
  const due: Temporal.Instant[] = [];
  try {
    let next =
      row.nextRunAt === null ? nextRun(row.schedule, now) : Temporal.Instant.fromEpochMilliseconds(row.nextRunAt);
    while (next && Temporal.Instant.compare(next, end) <= 0 && due.length < MOST_PER_ROW) {
      due.push(next);
      next = nextRun(row.schedule, next);
    }
    return due;
  } catch (error) {
    if (hasCode(error, "schedule_broken")) return null;
    throw error;
  }
}

/** The changes of the clock that a fixed time meets. Elapsed time and exact instants know none. */
function shiftsOf(
  row: ScheduleRow,
  due: readonly Temporal.Instant[],
  now: Temporal.Instant,
  end: Temporal.Instant,
): Shift[] {
  const { schedule } = row;
  if (schedule.type === "interval" || schedule.type === "instant") return [];
  const changes = transitionsBetween(schedule.zone, now, end);
  const gapEnds = new Set(
    changes.filter((change) => change.kind === "gap").map((change) => change.at.epochMilliseconds),
  );
  const wall = (at: Temporal.Instant): Temporal.PlainDateTime => at.toZonedDateTimeISO(schedule.zone).toPlainDateTime();
  const meets = (change: Transition, at: Temporal.Instant): boolean => {
    if (change.kind === "fold") return isWithin(change, wall(at));
    if (!at.equals(change.at)) return false;
    if (schedule.type === "once") return isWithin(change, Temporal.PlainDateTime.from(schedule.local));
    // A schedule that has this time of day on ordinary days was not moved to it.
    const time = wall(at).toPlainTime();
    return !due.some((other) => !gapEnds.has(other.epochMilliseconds) && wall(other).toPlainTime().equals(time));
  };
  return changes
    .filter((change) => due.some((at) => meets(change, at)))
    .map((change) => ({ id: row.id, kind: change.kind, at: change.at, zone: schedule.zone }));
}

function isWithin({ from, to }: Transition, wall: Temporal.PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(from, wall) <= 0 && Temporal.PlainDateTime.compare(wall, to) < 0;
}

function collisionsOf(perInstant: ReadonlyMap<string, readonly string[]>): Rehearsal["collisions"] {
  const groups = new Map<string, { ids: readonly string[]; first: number; times: number }>();
  for (const [place, ids] of perInstant) {
    if (ids.length < 2) continue;
    const at = Number(place.split(" ")[0]);
    const key = ids.toSorted().join(" ");
    const group = groups.get(key);
    groups.set(key, { ids, first: Math.min(group?.first ?? at, at), times: (group?.times ?? 0) + 1 });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    first: Temporal.Instant.fromEpochMilliseconds(group.first),
  }));
}
