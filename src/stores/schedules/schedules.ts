import { z } from "zod";
import type { Target } from "#core/ports.ts";
import { isNewerRelease } from "#core/schedules/newer-release.ts";
import type { NewScheduleRow, ScheduleRow } from "#core/schedules/schedule-row.ts";
import { scheduleSchema } from "#core/time/schedule.ts";
import type { Database } from "../database/database.ts";
import { instant, json, quarantine, readRow, readRows } from "../database/rows.ts";
import type { CommandLogs } from "../files/command-log.ts";

/** The columns of a row, unread. */
export const storedScheduleSchema = z.record(
  z.string().regex(/^[a-z_]+$/),
  z.union([z.string(), z.number(), z.null()]),
);
export type StoredSchedule = z.infer<typeof storedScheduleSchema>;

/** A row as this release reads it. What a newer one has written it does not know, even where it looks familiar (OPS-2). */
const rowSchemaOf = (release: string) =>
  z
    .object({
      id: z.string().regex(/^[rc]-[0-9a-z]{10}$/),
      kind: z.enum(["text", "command"]),
      text: z.string().min(1),
      name: z.string().nullable(),
      schedule: json(scheduleSchema),
      next_run_at: instant.nullable(),
      chat_id: z.int(),
      thread_id: z.int().nullable(),
      state: z.enum(["pending", "fired", "paused", "unconfirmed"]),
      fresh_for_minutes: z.int().positive().nullable(),
      insist_minutes: z.int().positive().nullable(),
      timeout_minutes: z.int().min(1).max(60).nullable(),
      created_at: instant,
      created_session: z.int().nullable(),
      created_message: z.int().nullable(),
      snoozed_from: z.int().nullable(),
      replaces: z.string().nullable(),
      fired_at: instant.nullable(),
      written_by: z.string().refine((by) => !isNewerRelease(by, release), "a newer release has written the row"),
    })
    .transform(
      (r): ScheduleRow => ({
        id: r.id,
        kind: r.kind,
        text: r.text,
        name: r.name,
        schedule: r.schedule,
        nextRunAt: r.next_run_at,
        target: { chatId: r.chat_id, threadId: r.thread_id } satisfies Target,
        state: r.state,
        freshForMinutes: r.fresh_for_minutes,
        insistMinutes: r.insist_minutes,
        timeoutMinutes: r.timeout_minutes,
        createdAt: r.created_at,
        createdSession: r.created_session,
        createdMessage: r.created_message,
        snoozedFrom: r.snoozed_from,
        replaces: r.replaces,
        firedAt: r.fired_at,
      }),
    );
// A row in quarantine must neither hold others back nor keep the dispatcher awake; one whose firing is under way waits (REM-5).
const AT_REST = `NOT EXISTS (SELECT 1 FROM firings f INDEXED BY firings_open WHERE f.schedule_id = schedules.id AND f.state IN ('claimed', 'running'))
  AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.table_name = 'schedules' AND q.row_id = schedules.id)`;
const CLAIMABLE = `state = 'pending' AND next_run_at IS NOT NULL AND ${AT_REST}`;

/** Reminders and commands (REM-1). */
export class ScheduleStore {
  readonly #db: Database;
  readonly #release: string;
  readonly #logs: CommandLogs;
  readonly #row: ReturnType<typeof rowSchemaOf>;

  /** `release` is written into a row with its content, so that an older release can tell a row it does not know (OPS-2). */
  constructor(db: Database, release: string, logs: CommandLogs) {
    this.#db = db;
    this.#release = release;
    this.#logs = logs;
    this.#row = rowSchemaOf(release);
  }

  get(id: string): ScheduleRow | undefined {
    return readRow(this.#db, "schedules", "id", this.#row, this.#db.get("SELECT * FROM schedules WHERE id = ?", id));
  }

  add(row: NewScheduleRow): void {
    this.#db.run(
      `INSERT INTO schedules (id, kind, text, name, schedule, next_run_at, chat_id, thread_id, state, fresh_for_minutes, insist_minutes,
         timeout_minutes, created_at, created_session, created_message, snoozed_from, replaces, written_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      row.kind,
      row.text,
      row.name,
      JSON.stringify(row.schedule),
      row.nextRunAt,
      row.target.chatId,
      row.target.threadId,
      row.state ?? "pending",
      row.freshForMinutes,
      row.insistMinutes,
      row.timeoutMinutes,
      row.createdAt,
      row.createdSession,
      row.createdMessage,
      row.snoozedFrom,
      row.replaces ?? null,
      this.#release,
    );
    this.#db.wake("runner");
  }

  /** Changes what an owner may change of a row; a new schedule comes with its next time. False if there is none. */
  change(
    id: string,
    patch: Partial<Pick<ScheduleRow, "text" | "name" | "schedule" | "nextRunAt" | "target" | "state">>,
  ): boolean {
    return this.#db.transaction(() => {
      const row = this.get(id);
      if (!row) return false;
      const next = { ...row, ...patch };
      this.#db.run(
        `UPDATE schedules SET text = ?, name = ?, schedule = ?, next_run_at = ?, chat_id = ?, thread_id = ?, state = ?, fired_at = ?, written_by = ?
         WHERE id = ?`,
        next.text,
        next.name,
        JSON.stringify(next.schedule),
        next.nextRunAt,
        next.target.chatId,
        next.target.threadId,
        next.state,
        next.state === "fired" ? row.firedAt : null,
        this.#release,
        id,
      );
      this.#db.wake("runner");
      return true;
    });
  }

  /** Whether there is such a row, also one that cannot be read. */
  exists(id: string): boolean {
    return this.#db.get("SELECT 1 FROM schedules WHERE id = ?", id) !== undefined;
  }

  /** The row's columns as they are stored, for {@link restore}. */
  stored(id: string): StoredSchedule | undefined {
    const row = this.#db.get("SELECT * FROM schedules WHERE id = ?", id);
    return row === undefined ? undefined : storedScheduleSchema.parse(row);
  }

  /** Puts a removed row back as it was stored. */
  restore(stored: StoredSchedule): void {
    const columns = Object.keys(stored);
    this.#db.run(
      `INSERT INTO schedules (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...Object.values(stored),
    );
    this.#db.wake("runner");
  }

  /** Removes a row, and a command's log with it (REM-22); its firings stay. False if there is none that can be read. */
  remove(id: string): boolean {
    return this.#db.transaction(() => {
      if (!this.get(id)) return false;
      this.#db.run("DELETE FROM schedules WHERE id = ?", id);
      this.#logs.remove(id);
      this.#db.wake("runner");
      return true;
    });
  }

  /** Rows that can still fire, soonest first, then paused ones; `kind` narrows it. */
  live(kind?: ScheduleRow["kind"]): ScheduleRow[] {
    const rows = this.#db.all(
      `SELECT * FROM schedules WHERE state IN ('pending', 'paused', 'unconfirmed') AND (? IS NULL OR kind = ?)
       ORDER BY next_run_at IS NULL, next_run_at, id`,
      kind ?? null,
      kind ?? null,
    );
    return readRows(this.#db, "schedules", "id", this.#row, rows);
  }

  /** Sets aside a row that validates but cannot be used; it is not due until the next start reads it again (OPS-3). */
  quarantine(id: string, reason: string): void {
    const row = this.#db.get("SELECT * FROM schedules WHERE id = ?", id);
    if (row) quarantine(this.#db, "schedules", id, reason, row);
  }

  /** How many rows can still fire; the limit of settings counts these. */
  countLive(): number {
    return Number(
      this.#db.get("SELECT count(*) AS n FROM schedules WHERE state IN ('pending', 'paused', 'unconfirmed')")?.n,
    );
  }

  /** Once rows that fired, newest first: they stay visible for a day (REM-3). */
  fired(): ScheduleRow[] {
    return readRows(
      this.#db,
      "schedules",
      "id",
      this.#row,
      this.#db.all("SELECT * FROM schedules WHERE state = 'fired' ORDER BY fired_at DESC"),
    );
  }

  /** Rows due at `now`, soonest first, at most `limit`; a row whose firing is claimed or running waits for its end (REM-5). */
  due(now: Temporal.Instant, limit: number): ScheduleRow[] {
    const rows = this.#db.all(
      `SELECT * FROM schedules WHERE ${CLAIMABLE} AND next_run_at <= ? ORDER BY next_run_at, id LIMIT ?`,
      now.epochMilliseconds,
      limit,
    );
    return readRows(this.#db, "schedules", "id", this.#row, rows);
  }

  /** The nearest due instant of rows that may be claimed, or null. */
  nextDue(): number | null {
    const row = this.#db.get(`SELECT next_run_at FROM schedules WHERE ${CLAIMABLE} ORDER BY next_run_at LIMIT 1`);
    return row === undefined ? null : Number(row.next_run_at);
  }

  /**
   * The claim's other half: a once row becomes `fired`, a recurring one gets its next time (REM-1). The content stays
   * as it was written: going back a release must not lose the rows that the newer one has only fired.
   */
  advance(id: string, state: "pending" | "fired", nextRunAt: number | null, now: Temporal.Instant): void {
    this.#db.run(
      "UPDATE schedules SET state = ?, next_run_at = ?, fired_at = ? WHERE id = ?",
      state,
      nextRunAt,
      now.epochMilliseconds,
      id,
    );
  }

  /**
   * The wall clock was set back by `byMs` (negative): rows that run on elapsed time keep their distance (TIME-30).
   * Wall-clock rows stay: what fired for a due time does not fire for it again.
   */
  shiftElapsed(byMs: number): void {
    this.#db.transaction(() => {
      const rows = this.#db.all(
        "SELECT * FROM schedules WHERE state = 'pending' AND schedule ->> 'type' IN ('instant', 'interval')",
      );
      for (const row of readRows(this.#db, "schedules", "id", this.#row, rows)) {
        if (row.nextRunAt === null) continue;
        const shift = (iso: string): string =>
          Temporal.Instant.from(iso)
            .add({ milliseconds: Math.round(byMs) })
            .toString();
        const { schedule } = row;
        const shifted =
          schedule.type === "instant"
            ? { ...schedule, at: shift(schedule.at) }
            : schedule.type === "interval"
              ? { ...schedule, anchor: shift(schedule.anchor) }
              : schedule;
        this.#db.run(
          "UPDATE schedules SET next_run_at = ?, schedule = ? WHERE id = ?",
          row.nextRunAt + Math.round(byMs),
          JSON.stringify(shifted),
          row.id,
        );
      }
      this.#db.wake("runner");
    });
  }

  /** Forgets what was asked for before `before` and never confirmed by its owner (AGT-8). */
  sweepUnconfirmed(before: Temporal.Instant): number {
    return this.#db.run(
      "DELETE FROM schedules WHERE state = 'unconfirmed' AND created_at < ?",
      before.epochMilliseconds,
    ).changes;
  }

  /**
   * Removes every reminder that is over and fired before `before`, in one statement (REM-3). Commands stay, and so do
   * rows that cannot be read, and those whose firing has not ended: it would count as removed.
   */
  sweepFired(before: Temporal.Instant): number {
    // Reading puts what cannot be read into quarantine, which the statement leaves alone.
    this.fired();
    return this.#db.run(
      `DELETE FROM schedules WHERE state = 'fired' AND kind = 'text' AND fired_at < ? AND ${AT_REST}`,
      before.epochMilliseconds,
    ).changes;
  }
}
