import type { Target } from "#core/ports.ts";
import type { Schedule } from "#core/time/schedule.ts";

/** A schedule as it is stored: a reminder (`kind` text, `r-…`) or a command (`c-…`). Instants are epoch milliseconds. */
export interface ScheduleRow {
  readonly id: string;
  readonly kind: "text" | "command";
  /** Reminder: an instruction to the agent's future self. Command: the shell command. */
  readonly text: string;
  readonly name: string | null;
  readonly schedule: Schedule;
  /** The next due instant; null when none is left. */
  readonly nextRunAt: number | null;
  /** Where the answer goes. */
  readonly target: Target;
  readonly state: "pending" | "fired" | "paused" | "unconfirmed";
  /** How late a firing is still worth sending; null: always (REM-2). */
  readonly freshForMinutes: number | null;
  /** Repeat the message every so many minutes until Done. */
  readonly insistMinutes: number | null;
  readonly timeoutMinutes: number | null;
  readonly createdAt: number;
  readonly createdSession: number | null;
  /** Telegram's id of the message that asked for it. */
  readonly createdMessage: number | null;
  /** The firing whose Snooze made this row. */
  readonly snoozedFrom: number | null;
  /** Of an unconfirmed row: the command whose text it takes the place of when the owner confirms it. */
  readonly replaces?: string | null;
  readonly firedAt: number | null;
}

/** A row to be stored; it begins as `pending` unless it says otherwise. */
export type NewScheduleRow = Omit<ScheduleRow, "state" | "firedAt"> & { readonly state?: ScheduleRow["state"] };
