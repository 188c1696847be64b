import { z } from "zod";
import { type FrozenPart, frozenPartSchema } from "#core/outbox/frozen-part.ts";
import { type PayloadInput, payloadSchema } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import type { Database } from "../database/database.ts";
import { flag, instant, json, readRow, readRows } from "../database/rows.ts";

const outboxSchema = z
  .object({
    id: z.int(),
    key: z.string(),
    chat_id: z.int(),
    thread_id: z.int().nullable(),
    payload: json(payloadSchema),
    state: z.enum(["queued", "sending", "sent", "unknown", "failed", "expired"]),
    silent: flag,
    attempts: z.int(),
    repeated: flag,
    due_at: instant.nullable(),
    next_attempt_at: instant,
    expires_at: instant.nullable(),
    created_at: instant,
    settled_at: instant.nullable(),
    error: z.string().nullable(),
    firing_id: z.int().nullable(),
    turn_id: z.string().nullable(),
    reply_to: z.int().nullable(),
  })
  .transform((r) => ({
    id: r.id,
    key: r.key,
    target: { chatId: r.chat_id, threadId: r.thread_id } satisfies Target,
    payload: r.payload,
    state: r.state,
    silent: r.silent,
    attempts: r.attempts,
    repeated: r.repeated,
    dueAt: r.due_at,
    nextAttemptAt: r.next_attempt_at,
    expiresAt: r.expires_at,
    createdAt: r.created_at,
    settledAt: r.settled_at,
    error: r.error,
    firingId: r.firing_id,
    turnId: r.turn_id,
    replyTo: r.reply_to,
  }));
export type OutboxRow = z.infer<typeof outboxSchema>;

const partSchema = z
  .object({ seq: z.int(), body: json(frozenPartSchema), message_id: z.int().nullable(), sent_at: instant.nullable() })
  .transform((r) => ({ seq: r.seq, body: r.body, messageId: r.message_id, sentAt: r.sent_at }));
/** One Telegram message of a row; `messageId` is set once Telegram has accepted it. */
export type OutboxPart = z.infer<typeof partSchema>;

/** The first row of a chat that may go, without its payload. Instants are epoch milliseconds. */
export interface ChatHead {
  readonly id: number;
  readonly chatId: number;
  readonly nextAttemptAt: number;
}

/** What waits, for `doctor` and `status`. Instants are epoch milliseconds. */
export interface OutboxBacklog {
  readonly waiting: number;
  readonly oldestAt: number | null;
  /** Chats with waiting rows that may not be written to: until when, or `null` for one that blocked the bot. */
  readonly held: readonly { readonly chatId: number; readonly rows: number; readonly until: number | null }[];
}

/** A message to be sent. `key` names its cause: a second row with the same key is not made (OUT-1). */
export interface OutboxMessage {
  key: string;
  target: Target;
  payload: PayloadInput;
  silent?: boolean;
  /** When it should have been said, epoch milliseconds; a message more than 2 minutes late says so. */
  dueAt?: number;
  /** Not before this instant, epoch milliseconds. */
  notBefore?: number;
  /** Epoch milliseconds; a chat reply expires after 24 h. */
  expiresAt?: number;
  firingId?: number;
  turnId?: string;
  /** Telegram's id of the message that it answers. */
  replyTo?: number;
}

/** A chat reply says nothing any more after a day (OUT-2). */
const REPLY_EXPIRES_MS = 24 * 60 * 60_000;
/** The words of the index `outbox_open`: SQLite uses it only for the same condition. */
const OPEN = "state IN ('queued', 'sending')";
/** What waits while the owner has paused: proactive, and not begun. */
const HELD_BY_PAUSE = "state = 'queued' AND attempts = 0 AND payload ->> 'kind' IN ('reminder', 'digest', 'alert')";

/** The durable queue through which everything that the process says leaves it. */
export class OutboxStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  /** Queues a message in the running transaction; returns its id, or that of the row that already has the key. */
  enqueue(message: OutboxMessage, now: Temporal.Instant): number {
    const at = now.epochMilliseconds;
    const row = this.#db.get(
      `INSERT INTO outbox (key, chat_id, thread_id, payload, state, silent, due_at, next_attempt_at, expires_at, created_at, firing_id, turn_id, reply_to)
       VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET key = key RETURNING id`,
      message.key,
      message.target.chatId,
      message.target.threadId,
      JSON.stringify(payloadSchema.parse(message.payload)),
      message.silent ? 1 : 0,
      message.dueAt ?? message.notBefore ?? null,
      message.notBefore ?? at,
      message.expiresAt ?? (message.payload.kind === "reply" ? at + REPLY_EXPIRES_MS : null),
      at,
      message.firingId ?? null,
      message.turnId ?? null,
      message.replyTo ?? null,
    );
    this.#db.wake("outbox");
    return Number(row?.id);
  }

  /** Adds to the list of a digest that still waits. */
  addDigestItem(id: number, item: { text: string; dueAt: number }): void {
    this.#db.run(
      "UPDATE outbox SET payload = json_insert(payload, '$.items[#]', json(?)) WHERE id = ? AND state = 'queued'",
      JSON.stringify(item),
      id,
    );
  }

  get(id: number): OutboxRow | undefined {
    return readRow(this.#db, "outbox", "id", outboxSchema, this.#db.get("SELECT * FROM outbox WHERE id = ?", id));
  }

  /** The row that a cause has made (OUT-1). */
  byKey(key: string): OutboxRow | undefined {
    return readRow(this.#db, "outbox", "id", outboxSchema, this.#db.get("SELECT * FROM outbox WHERE key = ?", key));
  }

  /** The parts of a row as they were frozen, in order. */
  parts(id: number): OutboxPart[] {
    const rows = this.#db.all(
      "SELECT outbox_id || ':' || seq AS part, seq, body, message_id, sent_at FROM outbox_parts WHERE outbox_id = ? ORDER BY seq",
      id,
    );
    return readRows(this.#db, "outbox_parts", "part", partSchema, rows);
  }

  /**
   * The next row of every chat that may be written to (OUT-1). A row that was tried holds the later ones of its chat;
   * one that was not, and whose time has not come, holds nobody, nor does a row in quarantine. A chat in which a row is being sent has none.
   * While the store is held for bot `heldFor`, only answers to that bot's own updates may go (TG-18). While the owner has `paused`,
   * what is proactive waits (TG-19).
   */
  heads(now: Temporal.Instant, heldFor: number | null = null, paused = false): ChatHead[] {
    const at = now.epochMilliseconds;
    const ofHolder = heldFor === null ? null : `update:${heldFor}:*`;
    const rows = this.#db.all(
      `WITH RECURSIVE chat (id) AS (
         SELECT min(chat_id) FROM outbox WHERE ${OPEN}
         UNION ALL
         SELECT (SELECT min(chat_id) FROM outbox WHERE ${OPEN} AND chat_id > chat.id) FROM chat WHERE chat.id IS NOT NULL
       )
       SELECT o.id, o.chat_id, o.next_attempt_at FROM chat
       JOIN outbox o ON o.id = (
         SELECT id FROM outbox WHERE ${OPEN} AND chat_id = chat.id AND (attempts > 0 OR next_attempt_at <= ?)
           AND (? IS NULL OR key GLOB ?)
           AND (? = 0 OR NOT (${HELD_BY_PAUSE}))
           AND NOT EXISTS (SELECT 1 FROM quarantine WHERE table_name = 'outbox' AND row_id = CAST(outbox.id AS TEXT))
         ORDER BY id LIMIT 1)
       LEFT JOIN chats c ON c.chat_id = chat.id
       WHERE o.state = 'queued' AND c.blocked_at IS NULL AND (c.muted_until IS NULL OR c.muted_until <= ?)
       ORDER BY o.id`,
      at,
      ofHolder,
      ofHolder,
      paused ? 1 : 0,
      at,
    );
    return rows.map((r) => ({ id: Number(r.id), chatId: Number(r.chat_id), nextAttemptAt: Number(r.next_attempt_at) }));
  }

  /** Marks a row as being sent, counting the try before it is made, and freezes `bodies` in place of the parts not accepted yet. */
  sending(id: number, bodies: readonly FrozenPart[] | null): void {
    this.#db.run("UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE id = ?", id);
    if (bodies) this.freeze(id, bodies);
  }

  /** Replaces the parts that Telegram has not accepted. */
  freeze(id: number, bodies: readonly FrozenPart[]): void {
    this.#db.run("DELETE FROM outbox_parts WHERE outbox_id = ? AND message_id IS NULL", id);
    const accepted = Number(this.#db.get("SELECT count(*) AS n FROM outbox_parts WHERE outbox_id = ?", id)?.n);
    bodies.forEach((body, index) => {
      this.#db.run(
        "INSERT INTO outbox_parts (outbox_id, seq, body) VALUES (?, ?, ?)",
        id,
        accepted + index,
        JSON.stringify(body),
      );
    });
  }

  /** Telegram accepted a part as message `messageId`. */
  accepted(id: number, seq: number, messageId: number, now: Temporal.Instant): void {
    this.#db.run(
      "UPDATE outbox_parts SET message_id = ?, sent_at = ? WHERE outbox_id = ? AND seq = ?",
      messageId,
      now.epochMilliseconds,
      id,
      seq,
    );
  }

  /** Nothing more will happen to the row. */
  settle(
    id: number,
    state: "sent" | "unknown" | "failed" | "expired",
    error: string | null,
    now: Temporal.Instant,
  ): void {
    this.#db.run(
      "UPDATE outbox SET state = ?, error = ?, settled_at = ? WHERE id = ?",
      state,
      error,
      now.epochMilliseconds,
      id,
    );
  }

  /** Puts a row back to be tried at `at`; with `repeated` it is marked as a possible duplicate from then on (OUT-2). */
  retry(id: number, at: Temporal.Instant, error: string, options: { repeated?: boolean } = {}): void {
    this.#db.run(
      "UPDATE outbox SET state = 'queued', next_attempt_at = ?, error = ?, repeated = max(repeated, ?) WHERE id = ?",
      at.epochMilliseconds,
      error,
      options.repeated ? 1 : 0,
      id,
    );
    this.#db.wake("outbox");
  }

  /** Puts a row back that could not be tried: its chat is mute, blocked, or has another id. The try does not count. */
  release(id: number, error: string): void {
    this.#db.run(
      "UPDATE outbox SET state = 'queued', attempts = max(0, attempts - 1), error = ? WHERE id = ?",
      error,
      id,
    );
    this.#db.wake("outbox");
  }

  /** Sends a row elsewhere: its topic is gone (OUT-3). */
  redirect(id: number, target: Target, movedFromThread: number, error: string): void {
    this.#db.run(
      `UPDATE outbox SET state = 'queued', attempts = max(0, attempts - 1), error = ?, chat_id = ?, thread_id = ?,
         payload = CASE payload ->> 'kind' WHEN 'alert' THEN payload WHEN 'menu' THEN payload ELSE json_set(payload, '$.movedFromThread', ?) END
       WHERE id = ?`,
      error,
      target.chatId,
      target.threadId,
      movedFromThread,
      id,
    );
    this.#db.wake("outbox");
  }

  /** Chats that blocked the bot and for which a reminder waits: an owner has to hear of it (OUT-3). */
  blockedWithReminders(now: Temporal.Instant): number[] {
    const rows = this.#db.all(
      `SELECT chat_id FROM chats WHERE blocked_at IS NOT NULL AND EXISTS (
         SELECT 1 FROM outbox o WHERE o.state IN ('queued', 'sending') AND o.chat_id = chats.chat_id
           AND o.next_attempt_at <= ? AND o.payload ->> 'kind' = 'reminder')`,
      now.epochMilliseconds,
    );
    return rows.map((row) => Number(row.chat_id));
  }

  /** Rows that were being sent when the process ended: their outcome is not known (OUT-2). */
  interrupted(): OutboxRow[] {
    const rows = this.#db.all(
      `SELECT * FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND state = 'sending' ORDER BY id`,
    );
    return readRows(this.#db, "outbox", "id", outboxSchema, rows);
  }

  /**
   * A chat let the bot in again: of the reminders that came due meanwhile, two or more are gathered into one list, which settles
   * their firings when it arrives (OUT-3). Everything else goes out as it is. Returns how many were gathered.
   */
  releaseBlocked(chatId: number, now: Temporal.Instant): number {
    const rows = this.#db.all(`SELECT * FROM outbox WHERE ${OPEN} AND chat_id = ? ORDER BY id`, chatId);
    return this.#gather(readRows(this.#db, "outbox", "id", outboxSchema, rows), "missed", now);
  }

  /** The owner's pause is over: of the reminders that came due meanwhile, two or more of a place are gathered into one list (TG-19). */
  releasePaused(now: Temporal.Instant): number {
    const rows = this.#db.all(`SELECT * FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND attempts = 0 ORDER BY id`);
    return this.#gather(readRows(this.#db, "outbox", "id", outboxSchema, rows), "paused", now);
  }

  #gather(rows: readonly OutboxRow[], code: "missed" | "paused", now: Temporal.Instant): number {
    const waiting = rows.filter(
      (row) => row.state === "queued" && row.payload.kind === "reminder" && row.nextAttemptAt <= now.epochMilliseconds,
    );
    const perPlace = Map.groupBy(waiting, ({ target }) => `${target.chatId}:${target.threadId}`);
    return this.#db.transaction(() => {
      let gathered = 0;
      for (const held of perPlace.values()) {
        const missed = this.#withoutRepetitions(held, now);
        if (missed.length < 2) continue;
        const items = missed.flatMap(({ payload, dueAt, createdAt, firingId }) =>
          payload.kind === "reminder"
            ? [{ text: payload.markdown, dueAt: dueAt ?? createdAt, ...(firingId !== null && { firingId }) }]
            : [],
        );
        const key = `${code}:${missed[0]!.id}`;
        this.enqueue({ key, target: missed[0]!.target, payload: { kind: "digest", code, items } }, now);
        for (const row of missed) this.settle(row.id, "expired", key, now);
        gathered += missed.length;
      }
      return gathered;
    });
  }

  /** A schedule's messages that wait and are not being sent. */
  unsentOf(scheduleId: string): OutboxRow[] {
    const rows = this.#db.all(
      `SELECT * FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND state = 'queued' AND payload ->> 'kind' = 'reminder' AND payload ->> 'scheduleId' = ? ORDER BY id`,
      scheduleId,
    );
    return readRows(this.#db, "outbox", "id", outboxSchema, rows);
  }

  /** A reminder that insisted while nothing could be said is told once. */
  #withoutRepetitions(rows: readonly OutboxRow[], now: Temporal.Instant): OutboxRow[] {
    const told = new Set<number>();
    return rows.filter((row) => {
      if (row.payload.kind !== "reminder" || !told.has(row.payload.firingId)) {
        if (row.payload.kind === "reminder") told.add(row.payload.firingId);
        return true;
      }
      this.settle(row.id, "expired", "told already", now);
      return false;
    });
  }

  /** The row of which a message of the chat is a part, for as long as it is kept (TG-13). */
  findByMessage(chatId: number, messageId: number): OutboxRow | undefined {
    const row = this.#db.get(
      "SELECT o.* FROM outbox_parts p JOIN outbox o ON o.id = p.outbox_id WHERE p.message_id = ? AND o.chat_id = ? ORDER BY p.outbox_id DESC LIMIT 1",
      messageId,
      chatId,
    );
    return readRow(this.#db, "outbox", "id", outboxSchema, row);
  }

  /** Another bot took the store over and what waits is not its own to say: everything but the answers to its updates ends (TG-18). */
  expireOthers(botId: number, now: Temporal.Instant): void {
    this.#db.run(
      `UPDATE outbox SET state = 'expired', error = 'left with the former bot', settled_at = ? WHERE ${OPEN} AND state = 'queued' AND NOT key GLOB ?`,
      now.epochMilliseconds,
      `update:${botId}:*`,
    );
  }

  /** What waits, and why (OUT-2: until when a chat is mute). While the owner has `paused`, what is held by that does not count. */
  backlog(now: Temporal.Instant, paused = false): OutboxBacklog {
    const at = now.epochMilliseconds;
    const rows = this.#db.all(
      `SELECT o.chat_id, count(*) AS n, min(max(o.created_at, o.next_attempt_at)) AS oldest, c.blocked_at, c.muted_until
       FROM outbox o LEFT JOIN chats c ON c.chat_id = o.chat_id
       WHERE o.state IN ('queued', 'sending') AND (o.attempts > 0 OR o.next_attempt_at <= ?)
         AND (? = 0 OR NOT (${HELD_BY_PAUSE})) GROUP BY o.chat_id`,
      at,
      paused ? 1 : 0,
    );
    return {
      waiting: rows.reduce((sum, row) => sum + Number(row.n), 0),
      oldestAt: rows.length === 0 ? null : Math.min(...rows.map((row) => Number(row.oldest))),
      held: rows
        .filter((row) => row.blocked_at !== null || Number(row.muted_until ?? 0) > at)
        .map((row) => ({
          chatId: Number(row.chat_id),
          rows: Number(row.n),
          until: row.blocked_at !== null ? null : Number(row.muted_until),
        })),
    };
  }

  /** Forgets rows settled before `before`, with their parts: their buttons say then that they are gone (TG-13). */
  forgetSettled(before: Temporal.Instant): number {
    return this.#db.run("DELETE FROM outbox WHERE settled_at < ?", before.epochMilliseconds).changes;
  }
}
