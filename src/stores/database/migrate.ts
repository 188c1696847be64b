import { readdirSync, readFileSync } from "node:fs";
import { AppError } from "#core/errors.ts";
import type { Database } from "./database.ts";

/** The schema that this code writes: the number of the newest file in `migrations/`. */
export const SCHEMA = 3;
/** The oldest schema whose code may still open what this code writes. Raised only when a migration breaks old readers. */
export const READABLE_BY = 2;

const directory = new URL("./migrations/", import.meta.url);

/** Reads `meta.schema` and `meta.readable_by`; an empty store has neither. */
export function storeVersion(db: Database): { schema: number; readableBy: number } | undefined {
  if (!db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'")) return undefined;
  const value = (name: string): number => Number(db.get("SELECT value FROM meta WHERE name = ?", name)?.value ?? 0);
  return { schema: value("schema"), readableBy: value("readable_by") };
}

/**
 * Refuses a store that needs newer code; writes nothing (OPS-2).
 * @throws AppError `store_newer`
 */
export function assertReadable(db: Database): void {
  const version = storeVersion(db);
  if (version && version.readableBy > SCHEMA) {
    throw new AppError(
      "store_newer",
      `The store has schema ${version.schema} and is readable by code of schema ${version.readableBy} or newer; this code has schema ${SCHEMA}.`,
      { remedy: "Start the newer release again, or restore a backup made by this one." },
    );
  }
}

/**
 * Refuses a store that this code cannot use as it is; writes nothing.
 * @throws AppError `store_newer`, `store_outdated`
 */
export function assertCurrent(db: Database): void {
  assertReadable(db);
  const schema = storeVersion(db)?.schema ?? 0;
  if (schema < SCHEMA) {
    throw new AppError("store_outdated", `The store has schema ${schema}; this code has schema ${SCHEMA}.`, {
      remedy: 'Start Vigil once with "vigil start": it brings the store forward.',
    });
  }
}

/**
 * Brings the store forward, each migration in its own transaction; `beforeFirst` runs once if there is
 * anything to do in a store that already has data (OPS-2: the backup).
 * @throws AppError `store_newer`
 */
export function migrate(db: Database, beforeFirst?: (from: number) => void): void {
  assertReadable(db);
  const from = storeVersion(db)?.schema ?? 0;
  const pending = readdirSync(directory)
    .filter((name) => name.endsWith(".sql") && Number(name.slice(0, 4)) > from)
    .sort();
  if (from > 0 && pending.length > 0) beforeFirst?.(from);
  for (const name of pending) {
    db.transaction(() => {
      db.exec(readFileSync(new URL(name, directory), "utf8"));
      const set =
        "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
      db.run(set, "schema", String(Number(name.slice(0, 4))));
      db.run(set, "readable_by", String(READABLE_BY));
    });
  }
}
