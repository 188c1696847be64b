import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, readRow, readRows } from "../database/rows.ts";

const chatSchema = z
  .object({
    chat_id: z.int(),
    type: z.enum(["private", "group", "supergroup", "channel"]),
    title: z.string(),
    blocked_at: instant.nullable(),
    muted_until: instant.nullable(),
    migrated_to: z.int().nullable(),
  })
  .transform((r) => ({
    chatId: r.chat_id,
    type: r.type,
    title: r.title,
    blockedAt: r.blocked_at,
    mutedUntil: r.muted_until,
    migratedTo: r.migrated_to,
  }));
export type Chat = z.infer<typeof chatSchema>;

/** The chats that the bot knows, and whether it may write there now. */
export class ChatStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(chatId: number): Chat | undefined {
    return readRow(
      this.#db,
      "chats",
      "chat_id",
      chatSchema,
      this.#db.get("SELECT * FROM chats WHERE chat_id = ?", chatId),
    );
  }

  list(): Chat[] {
    return readRows(this.#db, "chats", "chat_id", chatSchema, this.#db.all("SELECT * FROM chats ORDER BY chat_id"));
  }

  /** Records that a chat was seen, with its present title. */
  see(chatId: number, type: Chat["type"], title: string): void {
    this.#db.run(
      `INSERT INTO chats (chat_id, type, title) VALUES (?, ?, ?)
       ON CONFLICT (chat_id) DO UPDATE SET type = excluded.type, title = excluded.title WHERE type <> excluded.type OR title <> excluded.title`,
      chatId,
      type,
      title,
    );
  }

  /** The bot may not write here until it is let in again (OUT-3). */
  block(chatId: number, now: Temporal.Instant): void {
    this.#db.run(
      "UPDATE chats SET blocked_at = ? WHERE chat_id = ? AND blocked_at IS NULL",
      now.epochMilliseconds,
      chatId,
    );
  }

  /** The bot was let in again; its waiting rows go out. Returns whether it had been blocked. */
  unblock(chatId: number): boolean {
    const { changes } = this.#db.run(
      "UPDATE chats SET blocked_at = NULL WHERE chat_id = ? AND blocked_at IS NOT NULL",
      chatId,
    );
    if (changes > 0) this.#db.wake("outbox");
    return changes > 0;
  }

  /** Telegram asked for silence in this chat until `until` (OUT-2). A chat not seen before is recorded as well. */
  mute(chatId: number, until: Temporal.Instant): void {
    this.#db.run(
      `INSERT INTO chats (chat_id, type, title, muted_until) VALUES (?, ?, '', ?)
       ON CONFLICT (chat_id) DO UPDATE SET muted_until = max(coalesce(muted_until, 0), excluded.muted_until)`,
      chatId,
      chatId > 0 ? "private" : "supergroup",
      until.epochMilliseconds,
    );
  }

  /** A group became a supergroup: sessions, schedules, open firings, outbox rows and dialogues move to the new id in one transaction (OUT-3). */
  migrate(from: number, to: number): void {
    this.#db.transaction(() => {
      this.#db.run(
        "INSERT OR IGNORE INTO chats (chat_id, type, title) SELECT ?, 'supergroup', title FROM chats WHERE chat_id = ?",
        to,
        from,
      );
      this.#db.run("UPDATE chats SET migrated_to = ? WHERE chat_id = ?", to, from);
      // A session that the new id already has wins; the old one keeps its history under the old id.
      this.#db.run(
        `UPDATE sessions SET chat_id = ? WHERE chat_id = ? AND NOT EXISTS (
           SELECT 1 FROM sessions s WHERE s.chat_id = ? AND ifnull(s.thread_id, 0) = ifnull(sessions.thread_id, 0))`,
        to,
        from,
        to,
      );
      for (const table of ["schedules", "firings", "outbox"])
        this.#db.run(`UPDATE ${table} SET chat_id = ? WHERE chat_id = ?`, to, from);
      this.#db.run("UPDATE OR REPLACE dialogues SET chat_id = ? WHERE chat_id = ?", to, from);
      this.#db.wake("outbox");
    });
  }
}
