import type { Database } from "./database.ts";

/** The facts that are kept, by name; `schema` and `readable_by` are written by the migrations. */
export type MetaKey =
  | "bot_id"
  | "commands_hash"
  | "conventions"
  | "held_for_bot"
  | "mcp_failures"
  | "onboarded"
  | "paused_until"
  | "poller_conflict_at"
  | "readable_by"
  | `reminders_search:${number}`
  | "schema"
  | "telegram_contact_at"
  | `zone_asked_at:${number}`;

/** Facts about the store itself: `bot_id` (TG-18), hashes of what Telegram was last told. */
export class MetaStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(name: MetaKey): string | undefined {
    const row = this.#db.get("SELECT value FROM meta WHERE name = ?", name);
    return row === undefined ? undefined : String(row.value);
  }

  set(name: MetaKey, value: string): void {
    this.#db.run(
      "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  }
}
