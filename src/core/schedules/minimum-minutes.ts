import type { ScheduleRow } from "./schedule-row.ts";

/** The shortest distance in minutes between two firings of a recurring row: each text costs a turn of the model (REM-7). */
export function minimumMinutes(kind: ScheduleRow["kind"]): number {
  return kind === "text" ? 10 : 1;
}
