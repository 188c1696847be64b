import { z } from "zod";
import type { Target } from "#core/ports.ts";
import type { Claim } from "#core/schedules/decide-claim.ts";
import type { Database } from "../database/database.ts";
import { flag, instant, json, readRow, readRows } from "../database/rows.ts";

const tapSchema = z.object({ action: z.string(), at: instant, by: z.int() });
export type Tap = z.infer<typeof tapSchema>;

const firingSchema = z
  .object({
    id: z.int(),
    schedule_id: z.string(),
    due_at: instant,
    origin: z.enum(["schedule", "run_now"]),
    kind: z.enum(["text", "command"]),
    text: z.string(),
    name: z.string().nullable(),
    chat_id: z.int(),
    thread_id: z.int().nullable(),
    timeout_minutes: z.int().nullable(),
    insist_minutes: z.int().nullable(),
    asked_at: instant,
    asked_session: z.int().nullable(),
    asked_message: z.int().nullable(),
    skipped_earlier: z.int(),
    last: flag,
    state: z.enum(["claimed", "running", "queued", "sent", "unknown", "failed", "skipped", "interrupted"]),
    delivered: flag.nullable(),
    error: z.string().nullable(),
    turn_id: z.string().nullable(),
    outbox_id: z.int().nullable(),
    claimed_at: instant,
    started_at: instant.nullable(),
    ended_at: instant.nullable(),
    settled_at: instant.nullable(),
    insisted: z.int(),
    insist_at: instant.nullable(),
    taps: json(z.array(tapSchema)),
    group_pid: z.int().positive().nullable(),
    group_start: z.string().nullable(),
  })
  .transform((r) => ({
    id: r.id,
    scheduleId: r.schedule_id,
    dueAt: r.due_at,
    origin: r.origin,
    kind: r.kind,
    text: r.text,
    name: r.name,
    target: { chatId: r.chat_id, threadId: r.thread_id } satisfies Target,
    timeoutMinutes: r.timeout_minutes,
    insistMinutes: r.insist_minutes,
    insisted: r.insisted,
    insistAt: r.insist_at,
    askedAt: r.asked_at,
    askedSession: r.asked_session,
    askedMessage: r.asked_message,
    skippedEarlier: r.skipped_earlier,
    last: r.last,
    state: r.state,
    delivered: r.delivered,
    error: r.error,
    turnId: r.turn_id,
    outboxId: r.outbox_id,
    claimedAt: r.claimed_at,
    startedAt: r.started_at,
    endedAt: r.ended_at,
    settledAt: r.settled_at,
    taps: r.taps,
    processGroup:
      r.group_pid === null || r.group_start === null ? null : { pid: r.group_pid, startTime: r.group_start },
  }));
/** One due time of a schedule and what became of it: the receipt (REM-8). Instants are epoch milliseconds. */
export type Firing = z.infer<typeof firingSchema>;

/** The words of the index `firings_open`: SQLite uses it only for the same condition. */
const OPEN = "state IN ('claimed', 'running')";
// What cannot be read must neither take the place of others nor keep a loop awake.
const READABLE =
  "NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.table_name = 'firings' AND q.row_id = CAST(firings.id AS TEXT))";

/** Firings: made by a claim, unique by (schedule, due instant, origin) (REM-1). */
export class FiringStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(id: number): Firing | undefined {
    return readRow(this.#db, "firings", "id", firingSchema, this.#db.get("SELECT * FROM firings WHERE id = ?", id));
  }

  /** Makes a firing; null if this due time was claimed before. */
  claim(firing: Claim["firing"], now: Temporal.Instant): number | null {
    const settled = firing.state === "skipped" ? now.epochMilliseconds : null;
    const row = this.#db.get(
      `INSERT INTO firings (schedule_id, due_at, origin, kind, text, name, chat_id, thread_id, timeout_minutes, insist_minutes, asked_at,
         asked_session, asked_message, skipped_earlier, last, state, delivered, error, claimed_at, ended_at, settled_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (schedule_id, due_at, origin) DO NOTHING RETURNING id`,
      firing.scheduleId,
      firing.dueAt,
      firing.origin,
      firing.kind,
      firing.text,
      firing.name,
      firing.target.chatId,
      firing.target.threadId,
      firing.timeoutMinutes,
      firing.insistMinutes,
      firing.askedAt,
      firing.askedSession ?? null,
      firing.askedMessage ?? null,
      firing.skippedEarlier,
      firing.last ? 1 : 0,
      firing.state,
      firing.state === "skipped" ? 0 : null,
      firing.error,
      now.epochMilliseconds,
      settled,
      settled,
    );
    return row === undefined ? null : Number(row.id);
  }

  /** Whether any firing is claimed or under way: asked each second, so it costs next to nothing. */
  anyOpen(): boolean {
    return this.#db.get(`SELECT 1 FROM firings INDEXED BY firings_open WHERE ${OPEN} LIMIT 1`) !== undefined;
  }

  /**
   * Firings that are claimed and may start, in order of their due time, at most `limit`. One of a row whose earlier
   * firing is still under way waits for its end (REM-5, REM-6).
   */
  claimed(kind: Firing["kind"], limit: number): Firing[] {
    const rows = this.#db.all(
      `SELECT * FROM firings INDEXED BY firings_open WHERE ${OPEN} AND state = 'claimed' AND kind = ? AND ${READABLE}
         AND NOT EXISTS (SELECT 1 FROM firings e INDEXED BY firings_open WHERE e.${OPEN} AND e.schedule_id = firings.schedule_id AND e.id < firings.id)
       ORDER BY due_at, id LIMIT ?`,
      kind,
      limit,
    );
    return readRows(this.#db, "firings", "id", firingSchema, rows);
  }

  /** Firings whose work was under way. */
  running(kind: Firing["kind"]): Firing[] {
    const rows = this.#db.all(
      `SELECT * FROM firings INDEXED BY firings_open WHERE ${OPEN} AND state = 'running' AND kind = ? ORDER BY due_at, id`,
      kind,
    );
    return readRows(this.#db, "firings", "id", firingSchema, rows);
  }

  /** The work begins, as turn `turnId` for a reminder. Committed before the first model call (REM-13). False if it is not `claimed`. */
  start(id: number, turnId: string | null, now: Temporal.Instant): boolean {
    return (
      this.#db.run(
        "UPDATE firings SET state = 'running', turn_id = ?, started_at = ? WHERE id = ? AND state = 'claimed'",
        turnId,
        now.epochMilliseconds,
        id,
      ).changes > 0
    );
  }

  /**
   * The work ended and its message is outbox row `outboxId` (REM-12), or there is nothing to send (null).
   * False if the firing is not under way any more: a late result is discarded (REM-5).
   */
  finish(
    id: number,
    end: { state: "queued" | "interrupted" | "failed"; outboxId: number | null; error: string | null },
    now: Temporal.Instant,
  ): boolean {
    const settled = end.outboxId === null ? now.epochMilliseconds : null;
    return (
      this.#db.run(
        `UPDATE firings SET state = ?, outbox_id = ?, error = ?, ended_at = ?, settled_at = ?, delivered = CASE WHEN ? IS NULL THEN 0 END
         WHERE id = ? AND state IN ('claimed', 'running')`,
        end.state,
        end.outboxId,
        end.error,
        now.epochMilliseconds,
        settled,
        end.outboxId,
        id,
      ).changes > 0
    );
  }

  /** The process group of a command that is about to run. Committed before any of it runs (REM-24). */
  keepGroup(id: number, group: { pid: number; startTime: string }): void {
    this.#db.run("UPDATE firings SET group_pid = ?, group_start = ? WHERE id = ?", group.pid, group.startTime, id);
  }

  /**
   * A command ended; `delivered` is true exactly if its exit status was 0, which is `sent` (REM-8). An alert about it has
   * its own row. False if the firing is not under way any more: a late result is discarded (REM-5).
   */
  finishCommand(
    id: number,
    end: { state: "sent" | "failed" | "interrupted"; error: string | null },
    now: Temporal.Instant,
  ): boolean {
    return (
      this.#db.run(
        `UPDATE firings SET state = ?, delivered = ?, error = ?, ended_at = ?, settled_at = ?
         WHERE id = ? AND kind = 'command' AND state IN ('claimed', 'running')`,
        end.state,
        end.state === "sent" ? 1 : 0,
        end.error,
        now.epochMilliseconds,
        now.epochMilliseconds,
        id,
      ).changes > 0
    );
  }

  /** What became of the firing's message. The reason of the turn's failure stays in `error`; a refusal is added to it. */
  settle(id: number, outcome: "sent" | "unknown" | "failed", error: string | null, now: Temporal.Instant): void {
    this.#db.run(
      `UPDATE firings SET state = CASE WHEN state = 'interrupted' AND ? = 'sent' THEN state ELSE ? END,
         delivered = CASE ? WHEN 'sent' THEN 1 WHEN 'failed' THEN 0 END,
         error = CASE WHEN ? IS NULL THEN error WHEN error IS NULL THEN ? ELSE error || '; ' || ? END,
         settled_at = ?,
         insist_at = CASE WHEN ? = 'sent' THEN ? + insist_minutes * 60000 END
       WHERE id = ?`,
      outcome,
      outcome,
      outcome,
      error,
      error,
      error,
      now.epochMilliseconds,
      outcome,
      now.epochMilliseconds,
      id,
    );
  }

  /** Records a press of one of the message's buttons. */
  tap(id: number, tap: Tap): void {
    this.#db.run("UPDATE firings SET taps = json_insert(taps, '$[#]', json(?)) WHERE id = ?", JSON.stringify(tap), id);
  }

  /** Done, snoozed or removed: the message is not repeated any more. */
  stopInsisting(id: number): void {
    this.#db.run("UPDATE firings SET insist_at = NULL WHERE id = ?", id);
  }

  /** A schedule's firings are not repeated any more; returns those that would have been, and when. */
  stopInsistingOf(scheduleId: string): { id: number; at: number }[] {
    const rows = this.#db.all(
      "SELECT id, insist_at FROM firings WHERE schedule_id = ? AND insist_at IS NOT NULL",
      scheduleId,
    );
    for (const row of rows) this.stopInsisting(Number(row.id));
    return rows.map((row) => ({ id: Number(row.id), at: Number(row.insist_at) }));
  }

  /** The message is repeated again from `at` on, epoch milliseconds. */
  insistAgain(id: number, at: number): void {
    this.#db.run("UPDATE firings SET insist_at = ? WHERE id = ?", at, id);
    this.#db.wake("runner");
  }

  /** Firings whose next repetition is due at `now`. */
  insisting(now: Temporal.Instant): Firing[] {
    const rows = this.#db.all(
      `SELECT * FROM firings WHERE insist_at <= ? AND ${READABLE} ORDER BY insist_at, id`,
      now.epochMilliseconds,
    );
    return readRows(this.#db, "firings", "id", firingSchema, rows);
  }

  /** When the next repetition of any firing is due, or null. */
  nextInsist(): number | null {
    const row = this.#db.get(`SELECT min(insist_at) AS at FROM firings WHERE insist_at IS NOT NULL AND ${READABLE}`);
    return row?.at === null || row === undefined ? null : Number(row.at);
  }

  /** Counts a repetition; `nextAt` is when another follows, or null. */
  insisted(id: number, nextAt: number | null): void {
    this.#db.run("UPDATE firings SET insisted = insisted + 1, insist_at = ? WHERE id = ?", nextAt, id);
  }

  /** Firings that wait to begin or are under way and whose row was removed (REM-6). */
  ofRemovedRows(): Firing[] {
    const rows = this.#db.all(
      `SELECT * FROM firings INDEXED BY firings_open WHERE ${OPEN} AND ${READABLE}
         AND NOT EXISTS (SELECT 1 FROM schedules s WHERE s.id = firings.schedule_id) ORDER BY id`,
    );
    return readRows(this.#db, "firings", "id", firingSchema, rows);
  }

  /** Firings of a schedule that wait to begin or are under way, oldest first. */
  open(scheduleId: string): Firing[] {
    const rows = this.#db.all(
      `SELECT * FROM firings INDEXED BY firings_open WHERE ${OPEN} AND schedule_id = ? ORDER BY id`,
      scheduleId,
    );
    return readRows(this.#db, "firings", "id", firingSchema, rows);
  }

  /** Newest firing of a schedule: its row's last fact. */
  latest(scheduleId: string): Firing | undefined {
    const row = this.#db.get("SELECT * FROM firings WHERE schedule_id = ? ORDER BY id DESC LIMIT 1", scheduleId);
    return readRow(this.#db, "firings", "id", firingSchema, row);
  }

  /** What was due from `from` up to `until`, in order; of a command only the newest, since it may run every minute. */
  dueBetween(from: Temporal.Instant, until: Temporal.Instant): Firing[] {
    const rows = this.#db.all(
      `SELECT * FROM firings WHERE due_at >= ? AND due_at < ?
         AND (kind = 'text' OR NOT EXISTS (SELECT 1 FROM firings f WHERE f.schedule_id = firings.schedule_id AND f.id > firings.id))
       ORDER BY due_at, id`,
      from.epochMilliseconds,
      until.epochMilliseconds,
    );
    return readRows(this.#db, "firings", "id", firingSchema, rows);
  }

  /** Newest firings first. */
  list(limit: number): Firing[] {
    return readRows(
      this.#db,
      "firings",
      "id",
      firingSchema,
      this.#db.all("SELECT * FROM firings ORDER BY id DESC LIMIT ?", limit),
    );
  }

  /** Forgets firings settled before `before` (setting `reminders.keepFiringsDays`). */
  forget(before: Temporal.Instant): number {
    return this.#db.run("DELETE FROM firings WHERE settled_at < ?", before.epochMilliseconds).changes;
  }
}
