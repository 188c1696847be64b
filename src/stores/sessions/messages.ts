import { z } from "zod";
import type { Database } from "../database/database.ts";
import { flag, instant, json, readRow, readRows } from "../database/rows.ts";

/** The number of a session's next message; `seq IS NOT NULL` lets the partial index of the order answer it. */
const NEXT_SEQ = "(SELECT coalesce(max(seq), 0) + 1 FROM messages WHERE session_id = ? AND seq IS NOT NULL)";

const messageSchema = z
  .object({
    id: z.int(),
    session_id: z.int(),
    seq: z.int().nullable(),
    role: z.enum(["user", "assistant", "tool"]),
    content: json(z.union([z.string(), z.array(z.looseObject({ type: z.string() }))])),
    state: z.enum(["pending", "in"]),
    untrusted: flag,
    source: z.string().nullable(),
    turn_id: z.string().nullable(),
    tg_message_id: z.int().nullable(),
    created_at: instant,
  })
  .transform((r) => ({
    id: r.id,
    sessionId: r.session_id,
    seq: r.seq,
    role: r.role,
    content: r.content,
    state: r.state,
    untrusted: r.untrusted,
    source: r.source,
    turnId: r.turn_id,
    telegramMessageId: r.tg_message_id,
    createdAt: r.created_at,
  }));
export type Message = z.infer<typeof messageSchema>;
/** The content of a model message: text, or parts as the AI SDK stores them. */
export type MessageContent = Message["content"];

/** The history of sessions and their pending input. A pending message has no place in the order until a turn takes it in (AGT-4). */
export class MessageStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Adds input that waits for a turn, and wakes the session. A Telegram message already known is not added again: returns
   * false. `readyAt` (epoch milliseconds): its rest may follow until then. `source` says whose words untrusted ones are.
   */
  addPending(
    sessionId: number,
    content: MessageContent,
    now: Temporal.Instant,
    options: { telegramMessageId?: number; untrusted?: boolean; source?: string; readyAt?: number } = {},
  ): boolean {
    const { changes } = this.#db.run(
      `INSERT INTO messages (session_id, role, content, state, untrusted, source, ready_at, tg_message_id, created_at)
       VALUES (?, 'user', ?, 'pending', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      sessionId,
      JSON.stringify(content),
      options.untrusted ? 1 : 0,
      options.source ?? null,
      options.readyAt ?? null,
      options.telegramMessageId ?? null,
      now.epochMilliseconds,
    );
    if (changes > 0) this.#db.wake(`session:${sessionId}`);
    return changes > 0;
  }

  /** Gives every pending message its place, in the order of arrival, as input of `turnId`. Returns them. */
  takePending(sessionId: number, turnId: string): Message[] {
    return this.#db.transaction(() => {
      const ids = this.#db.all(
        "SELECT id FROM messages WHERE session_id = ? AND state = 'pending' ORDER BY id",
        sessionId,
      );
      return ids.flatMap(({ id }) => {
        const row = this.#db.get(
          `UPDATE messages SET state = 'in', turn_id = ?, seq = ${NEXT_SEQ}
           WHERE id = ? RETURNING *`,
          turnId,
          sessionId,
          Number(id),
        );
        return readRows(this.#db, "messages", "id", messageSchema, row ? [row] : []);
      });
    });
  }

  /** Sessions in which input waits. */
  sessionsWithPending(): number[] {
    return this.#db
      .all("SELECT DISTINCT session_id FROM messages WHERE state = 'pending' ORDER BY session_id")
      .map((r) => Number(r.session_id));
  }

  hasPending(sessionId: number): boolean {
    return (
      this.#db.get("SELECT 1 FROM messages WHERE session_id = ? AND state = 'pending' LIMIT 1", sessionId) !== undefined
    );
  }

  /**
   * When what waits may begin a turn (TG-4), epoch milliseconds: 0 for at once; null if nothing waits. The newest message
   * decides: anything that is complete ends the wait for the rest of what came before it.
   */
  pendingReadyAt(sessionId: number): number | null {
    const row = this.#db.get(
      "SELECT ready_at FROM messages WHERE session_id = ? AND state = 'pending' ORDER BY id DESC LIMIT 1",
      sessionId,
    );
    return row === undefined ? null : Number(row.ready_at ?? 0);
  }

  /** Appends to the history at once: the model's messages, tool results, and what code sent (REM-15). */
  append(
    sessionId: number,
    role: Message["role"],
    content: MessageContent,
    now: Temporal.Instant,
    options: { turnId?: string; telegramMessageId?: number; untrusted?: boolean; source?: string } = {},
  ): void {
    this.#db.run(
      `INSERT INTO messages (session_id, seq, role, content, state, untrusted, source, turn_id, tg_message_id, created_at)
       VALUES (?, ${NEXT_SEQ}, ?, ?, 'in', ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      sessionId,
      sessionId,
      role,
      JSON.stringify(content),
      options.untrusted ? 1 : 0,
      options.source ?? null,
      options.turnId ?? null,
      options.telegramMessageId ?? null,
      now.epochMilliseconds,
    );
  }

  /** The newest `limit` messages of the session's current context, oldest first. */
  history(sessionId: number, limit: number): Message[] {
    const rows = this.#db.all(
      `SELECT * FROM (
         SELECT * FROM messages WHERE session_id = ? AND seq >= (SELECT context_from FROM sessions WHERE id = ?) ORDER BY seq DESC LIMIT ?
       ) ORDER BY seq`,
      sessionId,
      sessionId,
      limit,
    );
    return readRows(this.#db, "messages", "id", messageSchema, rows);
  }

  /** Puts the owner's or our own words in the place of a message from outside: it is not untrusted any more (AGT-8). */
  replaceUntrusted(id: number, content: MessageContent): void {
    this.#db.run("UPDATE messages SET content = ?, untrusted = 0 WHERE id = ?", JSON.stringify(content), id);
  }

  /** How much of the session's current context comes after `seq`: messages, and bytes of their content. */
  weight(sessionId: number, seq: number): { messages: number; bytes: number } {
    const row = this.#db.get(
      `SELECT count(*) AS messages, coalesce(sum(octet_length(content)), 0) AS bytes FROM messages
       WHERE session_id = ? AND seq > max(?, (SELECT context_from FROM sessions WHERE id = ?) - 1)`,
      sessionId,
      seq,
      sessionId,
    );
    return { messages: Number(row?.messages), bytes: Number(row?.bytes) };
  }

  /** Every message of a turn, in order. */
  ofTurn(turnId: string): Message[] {
    return readRows(
      this.#db,
      "messages",
      "id",
      messageSchema,
      this.#db.all("SELECT * FROM messages WHERE turn_id = ? ORDER BY seq", turnId),
    );
  }

  findByTelegramId(sessionId: number, telegramMessageId: number): Message | undefined {
    const row = this.#db.get(
      "SELECT * FROM messages WHERE session_id = ? AND tg_message_id = ?",
      sessionId,
      telegramMessageId,
    );
    return readRow(this.#db, "messages", "id", messageSchema, row);
  }

  /** Replaces the content of a message that still waits; false once a turn has taken it. */
  editPending(sessionId: number, telegramMessageId: number, content: MessageContent): boolean {
    return (
      this.#db.run(
        "UPDATE messages SET content = ? WHERE session_id = ? AND tg_message_id = ? AND state = 'pending'",
        JSON.stringify(content),
        sessionId,
        telegramMessageId,
      ).changes > 0
    );
  }

  /** Drops input that waits (the owner's Drop, AGT-21). Returns how many messages went. */
  dropPending(sessionId: number): number {
    return this.#db.run("DELETE FROM messages WHERE session_id = ? AND state = 'pending'", sessionId).changes;
  }
}
