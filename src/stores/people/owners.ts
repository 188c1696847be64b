import { createHash } from "node:crypto";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, json, readRow, readRows } from "../database/rows.ts";

const ownerSchema = z
  .object({
    user_id: z.int(),
    name: z.string(),
    language_code: z.string().nullable(),
    paired_at: instant,
    private_chat_id: z.int().nullable(),
  })
  .transform((r) => ({
    userId: r.user_id,
    name: r.name,
    languageCode: r.language_code,
    pairedAt: r.paired_at,
    privateChatId: r.private_chat_id,
  }));
/** A person allowed to command the bot. */
export type Owner = z.infer<typeof ownerSchema>;

const pairingSchema = z
  .object({ code_hash: z.string(), expires_at: instant, tries: json(z.record(z.string(), z.int())) })
  .transform((r) => ({ codeHash: r.code_hash, expiresAt: r.expires_at, tries: r.tries }));

/** What a try to pair came to. `closed`: no window is open, or it has no tries left for this user; say nothing. */
export type PairingResult = "paired" | "wrong" | "closed";

const TRIES_PER_USER = 5;
const TRIES_IN_ALL = 50;

/** Owners and the pairing window (TG-1). Codes are stored as hashes. */
export class OwnerStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  list(): Owner[] {
    return readRows(
      this.#db,
      "owners",
      "user_id",
      ownerSchema,
      this.#db.all("SELECT * FROM owners ORDER BY paired_at, user_id"),
    );
  }

  get(userId: number): Owner | undefined {
    return readRow(
      this.#db,
      "owners",
      "user_id",
      ownerSchema,
      this.#db.get("SELECT * FROM owners WHERE user_id = ?", userId),
    );
  }

  /** Adds an owner, or renews name, language and private chat of a known one. */
  put(
    owner: { userId: number; name: string; languageCode: string | null; privateChatId: number | null },
    now: Temporal.Instant,
  ): void {
    this.#db.run(
      `INSERT INTO owners (user_id, name, language_code, paired_at, private_chat_id) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, language_code = coalesce(excluded.language_code, language_code),
         private_chat_id = coalesce(excluded.private_chat_id, private_chat_id)`,
      owner.userId,
      owner.name,
      owner.languageCode,
      now.epochMilliseconds,
      owner.privateChatId,
    );
  }

  /** Opens a window for `code` until `expires`; an earlier window is closed. */
  openPairing(code: string, now: Temporal.Instant, expires: Temporal.Instant): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM pairing");
      this.#db.run(
        "INSERT INTO pairing (code_hash, opened_at, expires_at) VALUES (?, ?, ?)",
        hashCode(code),
        now.epochMilliseconds,
        expires.epochMilliseconds,
      );
    });
  }

  /** One try with a code: a right one makes the user an owner and closes the window. */
  tryPairing(
    code: string,
    user: { userId: number; name: string; languageCode: string | null; privateChatId: number },
    now: Temporal.Instant,
  ): PairingResult {
    return this.#db.transaction(() => {
      const open = readRow(
        this.#db,
        "pairing",
        "code_hash",
        pairingSchema,
        this.#db.get("SELECT * FROM pairing LIMIT 1"),
      );
      if (!open || open.expiresAt <= now.epochMilliseconds) return "closed";
      const mine = open.tries[user.userId] ?? 0;
      const all = Object.values(open.tries).reduce((sum, n) => sum + n, 0);
      if (mine >= TRIES_PER_USER || all >= TRIES_IN_ALL) return "closed";
      if (hashCode(code) !== open.codeHash) {
        const tries = { ...open.tries, [user.userId]: mine + 1 };
        this.#db.run("UPDATE pairing SET tries = ? WHERE code_hash = ?", JSON.stringify(tries), open.codeHash);
        return "wrong";
      }
      this.#db.run("DELETE FROM pairing");
      this.put(user, now);
      return "paired";
    });
  }
}

function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
