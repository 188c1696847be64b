import { nextRun } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** A row whose wall-clock time can go along: 9:00 stays 9:00 in the new zone. Instants are epoch milliseconds. */
interface ZoneMove {
  readonly row: ScheduleRow;
  readonly schedule: Schedule;
  /** Null for a paused row. */
  readonly nextRunAt: number | null;
}

/** Why a row keeps its instants: it runs on elapsed time, it names a zone of its own, or its time would have passed. */
type StayReason = "elapsed" | "own_zone" | "past";

export interface ZoneChangePlan {
  readonly moves: readonly ZoneMove[];
  readonly stays: readonly { readonly row: ScheduleRow; readonly reason: StayReason }[];
}

/**
 * What a change of the owner's zone would do to the rows that can still fire (TIME-21). A row in the former zone `from`
 * keeps its wall-clock time; a row in any other zone was anchored there. Changes nothing by itself.
 */
export function planZoneChange(
  rows: readonly ScheduleRow[],
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: Temporal.Instant },
): ZoneChangePlan {
  const moves: ZoneMove[] = [];
  const stays: { row: ScheduleRow; reason: StayReason }[] = [];
  for (const row of rows) {
    const schedule = inZone(row.schedule, to);
    if (!schedule) {
      stays.push({ row, reason: "elapsed" });
      continue;
    }
    if (row.schedule.zone !== from) {
      // A row that stands in the new zone already has nowhere to go.
      if (row.schedule.zone !== to) stays.push({ row, reason: "own_zone" });
      continue;
    }
    const next = nextRun(schedule, now);
    if (next === null) stays.push({ row, reason: "past" });
    else moves.push({ row, schedule, nextRunAt: row.nextRunAt === null ? null : next.epochMilliseconds });
  }
  return { moves, stays };
}

/** The same wall-clock times in another zone; null for a schedule that runs on elapsed time. */
function inZone(schedule: Schedule, to: string): Schedule | null {
  const at = (iso: string): string =>
    Temporal.Instant.from(iso)
      .toZonedDateTimeISO(schedule.zone)
      .toPlainDateTime()
      .toZonedDateTime(to)
      .toInstant()
      .toString();
  const ends =
    "ends" in schedule && schedule.ends ? { ends: { ...schedule.ends, until: at(schedule.ends.until) } } : {};
  switch (schedule.type) {
    case "once":
      return { ...schedule, zone: to };
    case "cron":
      return { ...schedule, zone: to, ...(schedule.from !== undefined && { from: at(schedule.from) }), ...ends };
    case "rrule":
      return { ...schedule, zone: to, ...ends };
    case "instant":
    case "interval":
      return null;
    default:
      return schedule satisfies never;
  }
}
