import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, readRow } from "../database/rows.ts";

const requestSchema = z
  .object({
    id: z.int(),
    kind: z.enum(["restart", "update"]),
    state: z.enum(["pending", "running", "restarting", "done", "failed"]),
    turn_id: z.string().nullable(),
    asked_at: instant,
    ended_at: instant.nullable(),
    outcome: z.string().nullable(),
    reported_at: instant.nullable(),
  })
  .transform((r) => ({
    id: r.id,
    kind: r.kind,
    state: r.state,
    turnId: r.turn_id,
    askedAt: r.asked_at,
    endedAt: r.ended_at,
    outcome: r.outcome,
    reportedAt: r.reported_at,
  }));
/**
 * Maintenance that somebody asked for (REM-50); `turnId` is the turn it was asked in. `restarting`: an update that wants
 * the process to begin anew. `outcome` is `restarted`, `updated`, `newest`, or the reason of a failure.
 */
export type MaintenanceRequest = z.infer<typeof requestSchema>;

const OPEN = "state IN ('pending', 'running', 'restarting')";

/** Requests of maintenance: at most one is open. They survive the restart that they ask for (REM-50). */
export class RequestStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(id: number): MaintenanceRequest | undefined {
    return this.#read(this.#db.get("SELECT * FROM requests WHERE id = ?", id));
  }

  /** The one that has not ended. */
  open(): MaintenanceRequest | undefined {
    return this.#read(this.#db.get(`SELECT * FROM requests WHERE ${OPEN} ORDER BY id LIMIT 1`));
  }

  /** Takes a request; while one is open that one is returned, whatever its kind: the caller compares. */
  ask(kind: MaintenanceRequest["kind"], turnId: string | null, now: Temporal.Instant): MaintenanceRequest {
    return this.#db.transaction(() => {
      const open = this.open();
      if (open) return open;
      const { id } = this.#db.run(
        "INSERT INTO requests (kind, state, turn_id, asked_at) VALUES (?, 'pending', ?, ?)",
        kind,
        turnId,
        now.epochMilliseconds,
      );
      this.#db.wake("runner");
      return this.get(id)!;
    });
  }

  /** It is carried out now. False if it is not pending any more. */
  begin(id: number): boolean {
    return this.#db.run("UPDATE requests SET state = 'running' WHERE id = ? AND state = 'pending'", id).changes > 0;
  }

  /** A running update wants the process to begin anew. */
  wantRestart(id: number): void {
    this.#db.run("UPDATE requests SET state = 'restarting' WHERE id = ? AND state = 'running'", id);
  }

  /** The restart that an update wanted has happened; whether it went well is for the update to say. */
  restarted(id: number): void {
    this.#db.run("UPDATE requests SET state = 'running' WHERE id = ? AND state = 'restarting'", id);
  }

  /** It has ended, for good or not; an end that was written before stands. */
  end(id: number, state: "done" | "failed", outcome: string, now: Temporal.Instant): void {
    this.#db.run(
      `UPDATE requests SET state = ?, outcome = ?, ended_at = ? WHERE id = ? AND ${OPEN}`,
      state,
      outcome,
      now.epochMilliseconds,
      id,
    );
  }

  /** The oldest that has ended and whose session has not heard of it. */
  unreported(): MaintenanceRequest | undefined {
    return this.#read(
      this.#db.get("SELECT * FROM requests WHERE ended_at IS NOT NULL AND reported_at IS NULL ORDER BY id LIMIT 1"),
    );
  }

  reported(id: number, now: Temporal.Instant): void {
    this.#db.run("UPDATE requests SET reported_at = ? WHERE id = ?", now.epochMilliseconds, id);
  }

  #read(row: ReturnType<Database["get"]>): MaintenanceRequest | undefined {
    return readRow(this.#db, "requests", "id", requestSchema, row);
  }
}
