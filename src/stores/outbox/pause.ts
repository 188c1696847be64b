import type { Database } from "../database/database.ts";
import type { MetaStore } from "../database/meta.ts";
import type { OutboxStore } from "./outbox.ts";

const KEY = "paused_until";

/** The owner's pause (TG-19): until then the outbox holds reminders, lists and alerts; answers go on. */
export class Pause {
  readonly #db: Database;
  readonly #meta: MetaStore;
  readonly #outbox: OutboxStore;
  constructor(db: Database, meta: MetaStore, outbox: OutboxStore) {
    this.#db = db;
    this.#meta = meta;
    this.#outbox = outbox;
  }

  /** Epoch milliseconds of its end; null if nothing is paused at `now`. */
  until(now: Temporal.Instant): number | null {
    const until = Number(this.#meta.get(KEY) || Number.NaN);
    return until > now.epochMilliseconds ? until : null;
  }

  /** Pauses until `until`, in place of an earlier pause. */
  begin(until: Temporal.Instant): void {
    this.#meta.set(KEY, String(until.epochMilliseconds));
    this.#db.wake("outbox");
  }

  /** Ends the pause: what waited goes out, reminders of a chat as one list. Returns how many reminders were gathered. */
  end(now: Temporal.Instant): number {
    return this.#db.transaction(() => {
      if (!this.#meta.get(KEY)) return 0;
      this.#meta.set(KEY, "");
      this.#db.wake("outbox");
      return this.#outbox.releasePaused(now);
    });
  }

  /** For the sender, before each look at the outbox: ends a pause whose time has come. Until when one holds, or null. */
  settle(now: Temporal.Instant): number | null {
    const until = this.until(now);
    if (until === null) this.end(now);
    return until;
  }
}
