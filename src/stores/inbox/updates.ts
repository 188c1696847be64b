import { z } from "zod";
import type { Database } from "../database/database.ts";
import { json, readRows } from "../database/rows.ts";

const updateSchema = z
  .object({ update_id: z.int(), body: json(z.looseObject({ update_id: z.int() })), tries: z.int() })
  .transform((r) => ({ updateId: r.update_id, body: r.body, tries: r.tries }));
export type StoredUpdate = z.infer<typeof updateSchema>;

/** The inbox: every update of a bot is stored before its offset moves, and handled once (TG-15). */
export class UpdateStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores updates in one transaction, their first try counted; returns those that were not known before. */
  receive<U extends { update_id: number }>(botId: number, updates: readonly U[], now: Temporal.Instant): U[] {
    return this.#db.transaction(() =>
      updates.filter(
        (u) =>
          this.#db.run(
            "INSERT OR IGNORE INTO updates (bot_id, update_id, body, received_at, tries) VALUES (?, ?, ?, ?, 1)",
            botId,
            u.update_id,
            JSON.stringify(u),
            now.epochMilliseconds,
          ).changes > 0,
      ),
    );
  }

  /** Updates that are stored and not handled, in their order. */
  waiting(botId: number): StoredUpdate[] {
    const rows = this.#db.all(
      "SELECT update_id, body, tries FROM updates WHERE bot_id = ? AND handled_at IS NULL ORDER BY update_id",
      botId,
    );
    return readRows(this.#db, "updates", "update_id", updateSchema, rows);
  }

  /** Counts a try before it is made, so that a crash in the middle consumes it; returns how many there were with this one. */
  countTry(botId: number, updateId: number): number {
    const row = this.#db.get(
      "UPDATE updates SET tries = tries + 1 WHERE bot_id = ? AND update_id = ? RETURNING tries",
      botId,
      updateId,
    );
    return Number(row?.tries ?? 0);
  }

  /** Marks an update as done; with `error` it is set aside. Called in the transaction that stores its effects. */
  handled(botId: number, updateId: number, now: Temporal.Instant, error: string | null = null): void {
    this.#db.run(
      "UPDATE updates SET handled_at = ?, error = ? WHERE bot_id = ? AND update_id = ?",
      now.epochMilliseconds,
      error,
      botId,
      updateId,
    );
  }

  /** Forgets updates handled before `before`: Telegram does not send one again after a day. Returns how many went. */
  forgetHandled(before: Temporal.Instant): number {
    return this.#db.run("DELETE FROM updates WHERE handled_at < ? AND error IS NULL", before.epochMilliseconds).changes;
  }
}
