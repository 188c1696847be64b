import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, json, readRow, readRows } from "../database/rows.ts";

const usageSchema = z.object({
  steps: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Some steps reported no usage; their tokens were estimated high (AGT-18). */
  estimated: z.boolean(),
  tools: z.array(z.string()),
  /** US dollars; null: the model has no known price. Missing in rows of before prices were kept. */
  costUsd: z.number().nullable().optional(),
});
export type TurnUsage = z.infer<typeof usageSchema>;

/** What the turns of a period consumed. */
export interface PeriodUsage {
  readonly turns: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, of the turns whose model has a known price. */
  readonly costUsd: number;
  /** Turns that called a model without a known price. */
  readonly unpricedTurns: number;
  /** Turns of which a part is an estimate. */
  readonly estimatedTurns: number;
}

const turnSchema = z
  .object({
    id: z.string(),
    session_id: z.int(),
    origin: z.enum(["chat", "reminder"]),
    state: z.enum(["running", "done", "failed", "stopped", "waiting", "interrupted"]),
    model: z.string(),
    started_at: instant,
    ended_at: instant.nullable(),
    last_activity: instant,
    error: z.string().nullable(),
    usage: json(usageSchema).nullable(),
  })
  .transform((r) => ({
    id: r.id,
    sessionId: r.session_id,
    origin: r.origin,
    state: r.state,
    model: r.model,
    startedAt: r.started_at,
    endedAt: r.ended_at,
    lastActivity: r.last_activity,
    error: r.error,
    usage: r.usage,
  }));
export type Turn = z.infer<typeof turnSchema>;
/** How a turn can end (AGT-2). */
export type TurnEnd = Exclude<Turn["state"], "running">;

/** Turns: one run of the agent each, committed before the first model call (REM-13). */
export class TurnStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(id: string): Turn | undefined {
    return readRow(this.#db, "turns", "id", turnSchema, this.#db.get("SELECT * FROM turns WHERE id = ?", id));
  }

  start(turn: { id: string; sessionId: number; origin: Turn["origin"]; model: string }, now: Temporal.Instant): void {
    const at = now.epochMilliseconds;
    this.#db.run(
      "INSERT INTO turns (id, session_id, origin, state, model, started_at, last_activity) VALUES (?, ?, ?, 'running', ?, ?, ?)",
      turn.id,
      turn.sessionId,
      turn.origin,
      turn.model,
      at,
      at,
    );
  }

  touch(id: string, now: Temporal.Instant): void {
    this.#db.run("UPDATE turns SET last_activity = ? WHERE id = ?", now.epochMilliseconds, id);
  }

  /** Ends a running turn; false if it had ended already: a late second answer is discarded (AGT-19). */
  end(id: string, state: TurnEnd, now: Temporal.Instant, result: { error?: string; usage?: TurnUsage } = {}): boolean {
    return (
      this.#db.run(
        "UPDATE turns SET state = ?, ended_at = ?, last_activity = ?, error = ?, usage = ? WHERE id = ? AND state = 'running'",
        state,
        now.epochMilliseconds,
        now.epochMilliseconds,
        result.error ?? null,
        result.usage ? JSON.stringify(result.usage) : null,
        id,
      ).changes > 0
    );
  }

  running(): Turn[] {
    return readRows(
      this.#db,
      "turns",
      "id",
      turnSchema,
      this.#db.all("SELECT * FROM turns WHERE state = 'running' ORDER BY started_at"),
    );
  }

  /** The running turn of a session, if any. */
  runningIn(sessionId: number): Turn | undefined {
    return readRow(
      this.#db,
      "turns",
      "id",
      turnSchema,
      this.#db.get("SELECT * FROM turns WHERE state = 'running' AND session_id = ?", sessionId),
    );
  }

  /** What turns consumed since `since`, for /status (AGT-11) and the budget (AGT-18). */
  usageSince(since: Temporal.Instant): PeriodUsage {
    const row = this.#db.get(
      `SELECT count(*) AS turns, coalesce(sum(usage ->> 'inputTokens'), 0) AS input, coalesce(sum(usage ->> 'outputTokens'), 0) AS output,
         coalesce(sum(usage ->> 'costUsd'), 0) AS cost,
         count(*) FILTER (WHERE usage IS NOT NULL AND usage ->> 'costUsd' IS NULL AND usage ->> 'steps' > 0) AS unpriced,
         count(*) FILTER (WHERE usage ->> 'estimated') AS estimated
       FROM turns WHERE started_at >= ?`,
      since.epochMilliseconds,
    );
    return {
      turns: Number(row?.turns),
      inputTokens: Number(row?.input),
      outputTokens: Number(row?.output),
      costUsd: Number(row?.cost),
      unpricedTurns: Number(row?.unpriced),
      estimatedTurns: Number(row?.estimated),
    };
  }
}
