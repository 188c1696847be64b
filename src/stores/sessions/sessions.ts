import { z } from "zod";
import type { Target } from "#core/ports.ts";
import type { Database } from "../database/database.ts";
import { instant, readRow, readRows } from "../database/rows.ts";

const sessionSchema = z
  .object({
    id: z.int(),
    chat_id: z.int().nullable(),
    thread_id: z.int().nullable(),
    title: z.string().nullable(),
    context_from: z.int(),
    summary: z.string().nullable(),
    summary_to: z.int(),
    created_at: instant,
  })
  .transform((r) => ({
    id: r.id,
    target: r.chat_id === null ? null : ({ chatId: r.chat_id, threadId: r.thread_id } satisfies Target),
    title: r.title,
    contextFrom: r.context_from,
    summary: r.summary,
    summaryTo: r.summary_to,
    createdAt: r.created_at,
  }));
/** One conversation for ever, bound to a chat and topic; `target` is null for the session of one firing. */
export type Session = z.infer<typeof sessionSchema>;

/** Sessions per chat and topic (TG-3). */
export class SessionStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(id: number): Session | undefined {
    return readRow(this.#db, "sessions", "id", sessionSchema, this.#db.get("SELECT * FROM sessions WHERE id = ?", id));
  }

  /** The session of a chat and topic, if there is one. */
  find(target: Target): Session | undefined {
    const row = this.#db.get(
      "SELECT * FROM sessions WHERE chat_id = ? AND ifnull(thread_id, 0) = ?",
      target.chatId,
      target.threadId ?? 0,
    );
    return readRow(this.#db, "sessions", "id", sessionSchema, row);
  }

  /** The session of a chat and topic, made if it is missing. */
  open(target: Target, now: Temporal.Instant): Session {
    this.#db.run(
      "INSERT OR IGNORE INTO sessions (chat_id, thread_id, created_at) VALUES (?, ?, ?)",
      target.chatId,
      target.threadId,
      now.epochMilliseconds,
    );
    return this.find(target)!;
  }

  /** A fresh session without a chat, for one firing (REM-10). Returns its id. */
  openDetached(now: Temporal.Instant): number {
    return this.#db.run(
      "INSERT INTO sessions (chat_id, thread_id, created_at) VALUES (NULL, NULL, ?)",
      now.epochMilliseconds,
    ).id;
  }

  /** Sessions that belong to a chat. */
  list(): Session[] {
    const rows = this.#db.all(
      "SELECT * FROM sessions WHERE chat_id IS NOT NULL ORDER BY chat_id, ifnull(thread_id, 0)",
    );
    return readRows(this.#db, "sessions", "id", sessionSchema, rows);
  }

  /** Remembers a topic's name. */
  rename(id: number, title: string): void {
    this.#db.run("UPDATE sessions SET title = ? WHERE id = ?", title, id);
  }

  /** `/new`: the context begins after everything that is stored now; nothing is deleted. */
  startNewContext(id: number): void {
    this.#db.run(
      `UPDATE sessions SET summary = NULL, context_from = (SELECT coalesce(max(seq), 0) + 1 FROM messages WHERE session_id = ?)
       WHERE id = ?`,
      id,
      id,
    );
  }

  /** Keeps the running summary of the messages up to `seq` (AGT-5); they stay where they are. */
  fold(id: number, summary: string, seq: number): void {
    this.#db.run("UPDATE sessions SET summary = ?, summary_to = ? WHERE id = ?", summary, seq, id);
  }
}
