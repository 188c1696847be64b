import { DatabaseSync } from "node:sqlite";
import { hasCode } from "#core/errors.ts";
import type { Database } from "./database.ts";
import { explainStoreFault } from "./store-faults.ts";

/** Facts that only the health checks ask for. */
export class HealthFacts {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest turn that ended by itself, with its error if it failed; undefined if there was none. */
  lastTurn(): { endedAt: number; model: string; error: string | null } | undefined {
    const row = this.#db.get(
      `SELECT ended_at, model, CASE state WHEN 'failed' THEN coalesce(error, 'unknown') END AS error
       FROM turns WHERE state IN ('done', 'failed') ORDER BY ended_at DESC LIMIT 1`,
    );
    return (
      row && {
        endedAt: Number(row.ended_at),
        model: String(row.model),
        error: row.error === null ? null : String(row.error),
      }
    );
  }

  /** Messages that ended without being delivered since `since`, and the newest reason. */
  undelivered(since: Temporal.Instant): { count: number; lastError: string | null } {
    const row = this.#db.get(
      `SELECT count(*) AS n, (SELECT error FROM outbox WHERE state = 'failed' ORDER BY settled_at DESC LIMIT 1) AS error
       FROM outbox WHERE state = 'failed' AND settled_at >= ?`,
      since.epochMilliseconds,
    );
    return { count: Number(row?.n), lastError: row?.error == null ? null : String(row.error) };
  }
}

/**
 * SQLite's own check of the store's structure: "ok", or what is wrong, one finding a line. It reads the whole file,
 * so it uses a connection of its own and belongs into the command line or a worker (ARC-13).
 */
export function checkIntegrity(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const findings = db.prepare("PRAGMA quick_check(5)").all();
    return findings.map((row) => String(row.quick_check)).join("\n");
  } catch (error) {
    // Some damage keeps the check itself from ending.
    if (hasCode(explainStoreFault(error, file), "store_damaged")) return (error as Error).message;
    throw error;
  } finally {
    db.close();
  }
}
