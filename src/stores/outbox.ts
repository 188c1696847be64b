import { z } from "zod";
import { type PayloadInput, payloadSchema } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import type { Database } from "./database.ts";
import { flag, instant, json, readRow } from "./rows.ts";

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
      message.dueAt ?? null,
      message.notBefore ?? at,
      message.expiresAt ?? null,
      at,
      message.firingId ?? null,
      message.turnId ?? null,
      message.replyTo ?? null,
    );
    this.#db.wake("outbox");
    return Number(row?.id);
  }

  get(id: number): OutboxRow | undefined {
    return readRow(this.#db, "outbox", "id", outboxSchema, this.#db.get("SELECT * FROM outbox WHERE id = ?", id));
  }
}
