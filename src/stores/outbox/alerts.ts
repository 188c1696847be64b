import { z } from "zod";
import { decideAlert } from "#core/alerts/decide-alert.ts";
import type { AlertCode } from "#core/message-codes.ts";
import type { Button } from "#core/outbox/payload.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import type { Database } from "../database/database.ts";
import { flag, instant, readRow, readRows } from "../database/rows.ts";
import type { ChatStore } from "../people/chats.ts";
import { ownerChat } from "../people/owner-chat.ts";
import type { OwnerStore } from "../people/owners.ts";
import type { OutboxStore } from "./outbox.ts";

/** How alerts are held back and cleaned. */
export interface AlertRules {
  /** Setting `alerts.repeatDays`. */
  repeatDays(): number;
  /** The text without secrets (OUT-8); the known shapes alone are taken out without it. */
  redact(text: string): string;
}

/** What an alert says: `code` is a key of `locales/` without its `alert-`, with the values that it names. */
export interface AlertContent {
  readonly code: AlertCode;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly buttons?: Button[][];
}

const alertSchema = z
  .object({
    key: z.string(),
    code: z.string(),
    since: instant,
    last_at: instant,
    count: z.int(),
    outbox_id: z.int().nullable(),
    told_at: instant.nullable(),
    cleared: flag,
  })
  .transform((r) => ({
    key: r.key,
    code: r.code,
    since: r.since,
    lastAt: r.last_at,
    count: r.count,
    outboxId: r.outbox_id,
    toldAt: r.told_at,
    cleared: r.cleared,
  }));
/** A failure that goes on. `outboxId` is its message on the way; `cleared`: it is over, the message still travels. */
export type Alert = z.infer<typeof alertSchema>;

/** Failures that the owner should know: one key, one message a week, until a success clears the key (OUT-7). */
export class AlertStore {
  readonly #db: Database;
  readonly #places: { readonly owners: OwnerStore; readonly chats: ChatStore };
  readonly #outbox: OutboxStore;
  readonly #rules: AlertRules;

  constructor(
    db: Database,
    stores: { owners: OwnerStore; chats: ChatStore; outbox: OutboxStore },
    rules: Partial<AlertRules> = {},
  ) {
    this.#db = db;
    this.#places = stores;
    this.#outbox = stores.outbox;
    this.#rules = { repeatDays: () => 7, redact: createRedactor({ secrets: [] }).redact, ...rules };
  }

  /**
   * A failure was met. An owner is told in private, unless they were within the week or a message is on its way.
   * True if a message was queued.
   */
  raise(key: string, alert: AlertContent, now: Temporal.Instant): boolean {
    return this.#db.transaction(() => {
      const at = now.epochMilliseconds;
      this.#db.run(
        `INSERT INTO alerts (key, code, since, last_at, count) VALUES (?, ?, ?, ?, 1)
         ON CONFLICT (key) DO UPDATE SET code = excluded.code, last_at = excluded.last_at, count = count + 1,
           since = CASE cleared WHEN 1 THEN excluded.since ELSE since END, cleared = 0`,
        key,
        alert.code,
        at,
        at,
      );
      const known = this.get(key);
      const chatId = ownerChat(this.#places);
      if (!known || chatId === undefined) return false;
      const state = { toldAt: known.toldAt, onItsWay: this.#onItsWay(known.outboxId) };
      if (decideAlert(state, now, this.#rules.repeatDays()) === "quiet") return false;
      const outboxId = this.#outbox.enqueue(
        {
          key: `alert:${key}:${at}`,
          target: { chatId, threadId: null },
          payload: {
            kind: "alert",
            code: alert.code,
            params: this.#redacted(alert.params ?? {}),
            buttons: alert.buttons ?? [],
          },
        },
        now,
      );
      this.#db.run("UPDATE alerts SET outbox_id = ? WHERE key = ?", outboxId, key);
      return true;
    });
  }

  /** The failure is over: the next one is told at once. What is on its way still arrives. */
  clear(key: string): void {
    this.#db.run("DELETE FROM alerts WHERE key = ? AND outbox_id IS NULL", key);
    this.#db.run("UPDATE alerts SET cleared = 1 WHERE key = ?", key);
  }

  /** A message has ended; if it was an alert and Telegram accepted it, its key is told from now on (OUT-7). */
  settled(outboxId: number, accepted: boolean, now: Temporal.Instant): void {
    this.#db.run("DELETE FROM alerts WHERE outbox_id = ? AND cleared = 1", outboxId);
    this.#db.run(
      "UPDATE alerts SET outbox_id = NULL, told_at = CASE ? WHEN 1 THEN ? ELSE told_at END WHERE outbox_id = ?",
      accepted ? 1 : 0,
      now.epochMilliseconds,
      outboxId,
    );
  }

  get(key: string): Alert | undefined {
    return readRow(this.#db, "alerts", "key", alertSchema, this.#db.get("SELECT * FROM alerts WHERE key = ?", key));
  }

  /** Failures that go on, the newest first. */
  list(): Alert[] {
    const rows = this.#db.all("SELECT * FROM alerts WHERE cleared = 0 ORDER BY last_at DESC, key");
    return readRows(this.#db, "alerts", "key", alertSchema, rows);
  }

  /** What another bot's takeover has ended was never settled (TG-18). */
  #onItsWay(outboxId: number | null): boolean {
    const message = outboxId === null ? undefined : this.#outbox.get(outboxId);
    return message?.state === "queued" || message?.state === "sending";
  }

  #redacted(params: Readonly<Record<string, string | number>>): Record<string, string | number> {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === "string" ? this.#rules.redact(value) : value,
      ]),
    );
  }
}
