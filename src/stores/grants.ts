import type { Database } from "./database.ts";

/** What Always was chosen for: the exact text in the exact folder, by one owner (AGT-7). */
export interface Grant {
  readonly tool: string;
  readonly subject: string;
  /** Null for a tool without a working directory. */
  readonly cwd: string | null;
  /** Telegram's id of the owner who chose it. */
  readonly ownerId: number;
}

/** Calls that need not be asked about again. */
export class GrantStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  add(grant: Grant, now: Temporal.Instant): void {
    this.#db.run(
      "INSERT OR IGNORE INTO grants (tool, subject, cwd, owner_id, created_at) VALUES (?, ?, ?, ?, ?)",
      grant.tool,
      grant.subject,
      grant.cwd ?? "",
      grant.ownerId,
      now.epochMilliseconds,
    );
  }

  has(grant: Grant): boolean {
    const row = this.#db.get(
      "SELECT 1 FROM grants WHERE tool = ? AND subject = ? AND cwd = ? AND owner_id = ?",
      grant.tool,
      grant.subject,
      grant.cwd ?? "",
      grant.ownerId,
    );
    return row !== undefined;
  }
}
