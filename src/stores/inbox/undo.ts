import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, json, readRow } from "../database/rows.ts";

const undoSchema = z
  .object({ id: z.int(), body: json(z.unknown()), expires_at: instant })
  .transform((r) => ({ id: r.id, body: r.body, expiresAt: r.expires_at }));

/** How long what was removed can be brought back (REM-6). */
const KEPT = { minutes: 1 };

/** What was removed a moment ago, so that one tap brings it back. */
export class UndoStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Keeps `body` (JSON) for a minute and forgets what is older. Returns the id that takes it back. */
  keep(body: unknown, now: Temporal.Instant): string {
    this.#db.run("DELETE FROM undo WHERE expires_at < ?", now.epochMilliseconds);
    const { id } = this.#db.run(
      "INSERT INTO undo (body, expires_at) VALUES (?, ?)",
      JSON.stringify(body),
      now.add(KEPT).epochMilliseconds,
    );
    return String(id);
  }

  /** Takes out what `id` stands for: once, and only within its minute. */
  take(id: string, now: Temporal.Instant): unknown {
    const row = this.#db.get("SELECT * FROM undo WHERE CAST(id AS TEXT) = ?", id);
    const kept = readRow(this.#db, "undo", "id", undoSchema, row);
    if (!kept || kept.expiresAt < now.epochMilliseconds) return undefined;
    this.#db.run("DELETE FROM undo WHERE id = ?", kept.id);
    return kept.body;
  }
}
