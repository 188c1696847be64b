import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, readRow, readRows } from "../database/rows.ts";

const jobSchema = z
  .object({
    name: z.string(),
    started_at: instant.nullable(),
    duration_ms: z.int().nullable(),
    outcome: z.enum(["ok", "failed"]).nullable(),
    error: z.string().nullable(),
    failures: z.int(),
    acknowledged_at: instant.nullable(),
    next_at: instant.nullable(),
  })
  .transform((r) => ({
    name: r.name,
    startedAt: r.started_at,
    durationMs: r.duration_ms,
    outcome: r.outcome,
    error: r.error,
    failures: r.failures,
    acknowledgedAt: r.acknowledged_at,
    nextAt: r.next_at,
  }));
export type JobFact = z.infer<typeof jobSchema>;

/** What `vigil jobs` shows: the last run of every job. A failure stays marked until a success or an acknowledgement (OPS-5). */
export class JobStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  list(): JobFact[] {
    return readRows(this.#db, "jobs", "name", jobSchema, this.#db.all("SELECT * FROM jobs ORDER BY name"));
  }

  get(name: string): JobFact | undefined {
    return readRow(this.#db, "jobs", "name", jobSchema, this.#db.get("SELECT * FROM jobs WHERE name = ?", name));
  }

  /**
   * Records a run that ended. `error` null is a success; `next` is when the job is due again, if it knows. Returns how
   * many runs have failed in a row.
   */
  record(
    name: string,
    run: { startedAt: Temporal.Instant; durationMs: number; error: string | null; next: Temporal.Instant | null },
  ): number {
    const row = this.#db.get(
      `INSERT INTO jobs (name, started_at, duration_ms, outcome, error, next_at, failures) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, duration_ms = excluded.duration_ms, outcome = excluded.outcome,
         error = excluded.error, acknowledged_at = NULL, next_at = excluded.next_at,
         failures = CASE excluded.failures WHEN 0 THEN 0 ELSE failures + 1 END
       RETURNING failures`,
      name,
      run.startedAt.epochMilliseconds,
      run.durationMs,
      run.error === null ? "ok" : "failed",
      run.error,
      run.next?.epochMilliseconds ?? null,
      run.error === null ? 0 : 1,
    );
    return Number(row?.failures);
  }

  /** Marks a failure as seen; changes nothing else. False if the job has no unacknowledged failure. */
  acknowledge(name: string, now: Temporal.Instant): boolean {
    const { changes } = this.#db.run(
      "UPDATE jobs SET acknowledged_at = ? WHERE name = ? AND outcome = 'failed' AND acknowledged_at IS NULL",
      now.epochMilliseconds,
      name,
    );
    return changes > 0;
  }
}
