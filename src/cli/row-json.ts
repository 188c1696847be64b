import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { isoWithOffset } from "./output.ts";
import { scheduleJson } from "./schedule-words.ts";

/** What every schedule's JSON has, under the names of the documents; instants are ISO with the offset of its zone. */
export function rowJson(row: ScheduleRow): Record<string, unknown> {
  const { zone } = row.schedule;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    text: row.text,
    name: row.name,
    schedule: scheduleJson(row.schedule),
    next_run_at: isoWithOffset(row.nextRunAt, zone),
    chat_id: row.target.chatId,
    thread_id: row.target.threadId,
    created_at: isoWithOffset(row.createdAt, zone),
    fired_at: isoWithOffset(row.firedAt, zone),
  };
}
