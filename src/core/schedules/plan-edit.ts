import { checkText } from "./check-text.ts";
import { refuse } from "./refused.ts";
import { cardOfSchedule } from "./schedule-card.ts";
import type { ChangePlan } from "./schedule-change.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/** Decides a row's new text; its time stays, and what has fired keeps the text that it fired with (REM-8). */
export function planEdit(row: ScheduleRow, asked: string, now: Temporal.Instant): ChangePlan {
  const checked = checkText(asked);
  if (!checked.ok) return refuse(checked.code, "params" in checked ? checked.params : {});
  const { text } = checked;
  return { kind: "change", patch: { text }, card: cardOfSchedule(row.id, text, row.schedule, now) };
}
