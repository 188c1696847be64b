import type { Database } from "./database.ts";

/** Facts about the store itself: `bot_id` (TG-18), hashes of what Telegram was last told, and the schema's own rows. */
export class MetaStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(name: string): string | undefined {
    const row = this.#db.get("SELECT value FROM meta WHERE name = ?", name);
    return row === undefined ? undefined : String(row.value);
  }

  set(name: string, value: string): void {
    this.#db.run(
      "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  }
}
