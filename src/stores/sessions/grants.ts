import { createHash } from "node:crypto";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { instant, readRows } from "../database/rows.ts";

/**
 * What Always was chosen for, by one owner (AGT-7): the exact text in the exact folder, or a tool of an MCP server
 * (AGT-14).
 */
export interface Grant {
  readonly tool: string;
  readonly subject: string;
  /** Null for a tool without a working directory. */
  readonly cwd: string | null;
  /** Telegram's id of the owner who chose it. */
  readonly ownerId: number;
}

const grantSchema = z
  .object({ tool: z.string(), subject: z.string(), cwd: z.string(), owner_id: z.int(), created_at: instant })
  .transform(({ tool, subject, cwd, owner_id: ownerId, created_at: createdAt }) => {
    const grant: Grant = { tool, subject, cwd: cwd === "" ? null : cwd, ownerId };
    return { ...grant, id: idOf(grant), createdAt };
  });
/** A grant as it is listed. Its id is made of what it is, so that a button can carry it. */
export type KeptGrant = z.infer<typeof grantSchema>;

/** Calls that need not be asked about again. */
export class GrantStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  add(grant: Grant, now: Temporal.Instant): void {
    this.#db.run(
      "INSERT OR IGNORE INTO grants (tool, subject, cwd, owner_id, created_at) VALUES (?, ?, ?, ?, ?)",
      grant.tool,
      grant.subject,
      grant.cwd ?? "",
      grant.ownerId,
      now.epochMilliseconds,
    );
  }

  has(grant: Grant): boolean {
    const row = this.#db.get(
      "SELECT 1 FROM grants WHERE tool = ? AND subject = ? AND cwd = ? AND owner_id = ?",
      grant.tool,
      grant.subject,
      grant.cwd ?? "",
      grant.ownerId,
    );
    return row !== undefined;
  }

  /** Newest first. */
  list(): KeptGrant[] {
    const rows = this.#db.all("SELECT * FROM grants ORDER BY created_at DESC, tool, subject, cwd, owner_id");
    return readRows(this.#db, "grants", "subject", grantSchema, rows);
  }

  /** Takes a grant back: the call is asked about again. False if there is none of that id any more. */
  revoke(id: string): boolean {
    const grant = this.list().find((kept) => kept.id === id);
    if (!grant) return false;
    this.#db.run(
      "DELETE FROM grants WHERE tool = ? AND subject = ? AND cwd = ? AND owner_id = ?",
      grant.tool,
      grant.subject,
      grant.cwd ?? "",
      grant.ownerId,
    );
    return true;
  }
}

function idOf({ tool, subject, cwd, ownerId }: Grant): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, subject, cwd, ownerId]))
    .digest("hex")
    .slice(0, 16);
}
