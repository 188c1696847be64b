import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, readRow, readRows } from "../database/rows.ts";

// Named in each query, so that the partial index answers it.
const OPEN = "state IN ('waiting', 'running')";

const delegationSchema = z
  .object({
    id: z.int(),
    session_id: z.int(),
    task: z.string(),
    steps_left: z.int(),
    state: z.enum(["waiting", "running", "done", "failed"]),
    helper_session: z.int().nullable(),
    turn_id: z.string().nullable(),
    created_at: instant,
    ended_at: instant.nullable(),
    error: z.string().nullable(),
  })
  .transform((r) => ({
    id: r.id,
    sessionId: r.session_id,
    task: r.task,
    stepsLeft: r.steps_left,
    state: r.state,
    helperSession: r.helper_session,
    turnId: r.turn_id,
    createdAt: r.created_at,
    endedAt: r.ended_at,
    error: r.error,
  }));
/**
 * A task that the agent handed to a helper (REM-40). `sessionId` hears the report; the helper works in `helperSession`, in
 * one turn of several steps. `waiting`: for its next step.
 */
export type Delegation = z.infer<typeof delegationSchema>;

/** Tasks of helpers, in the order in which they were handed over. */
export class DelegationStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  add(task: { sessionId: number; task: string; steps: number }, now: Temporal.Instant): number {
    const { id } = this.#db.run(
      "INSERT INTO delegations (session_id, task, steps_left, state, created_at) VALUES (?, ?, ?, 'waiting', ?)",
      task.sessionId,
      task.task,
      task.steps,
      now.epochMilliseconds,
    );
    this.#db.wake("runner");
    return id;
  }

  get(id: number): Delegation | undefined {
    return this.#read(this.#db.get("SELECT * FROM delegations WHERE id = ?", id));
  }

  /** The one whose turn it is to go a step forward. */
  next(): Delegation | undefined {
    return this.#read(
      this.#db.get(`SELECT * FROM delegations WHERE ${OPEN} AND state = 'waiting' ORDER BY id LIMIT 1`),
    );
  }

  countOpen(): number {
    return Number(this.#db.get(`SELECT count(*) AS n FROM delegations WHERE ${OPEN}`)?.n);
  }

  /** Those in the middle of a step: after a start, what a crash left. */
  running(): Delegation[] {
    return readRows(
      this.#db,
      "delegations",
      "id",
      delegationSchema,
      this.#db.all(`SELECT * FROM delegations WHERE ${OPEN} AND state = 'running' ORDER BY id`),
    );
  }

  /** A step begins and is counted, so that one that a crash cuts off counts as well. */
  begin(id: number, helperSession: number, turnId: string): void {
    this.#db.run(
      "UPDATE delegations SET state = 'running', helper_session = ?, turn_id = ?, steps_left = steps_left - 1 WHERE id = ?",
      helperSession,
      turnId,
      id,
    );
  }

  /** The step has ended, and another follows. */
  goOn(id: number): void {
    this.#db.run("UPDATE delegations SET state = 'waiting' WHERE id = ?", id);
    this.#db.wake("runner");
  }

  end(id: number, error: string | null, now: Temporal.Instant): void {
    this.#db.run(
      "UPDATE delegations SET state = ?, error = ?, ended_at = ? WHERE id = ?",
      error === null ? "done" : "failed",
      error,
      now.epochMilliseconds,
      id,
    );
  }

  #read(row: ReturnType<Database["get"]>): Delegation | undefined {
    return readRow(this.#db, "delegations", "id", delegationSchema, row);
  }
}
