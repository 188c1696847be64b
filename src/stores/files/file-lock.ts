import { DatabaseSync } from "node:sqlite";
import { explainStoreFault, sqliteCode } from "../database/store-faults.ts";

const BUSY = 5;

/** A lock of the system that ends with {@link FileLock.release}, or with the process however it dies. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock on `file`, an EXCLUSIVE SQLite transaction (OPS-1), or returns null if somebody holds it for longer
 * than `waitMs`. The holder must not open the file in any other way: closing it would drop the lock of the process.
 *
 * @throws AppError `home_unwritable`, `disk_full`
 */
export function acquireLock(file: string, waitMs = 1_000): FileLock | null {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: waitMs });
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db?.close();
    if (sqliteCode(error) === BUSY) return null;
    throw explainStoreFault(error, file);
  }
  const held = db;
  return { release: () => held.close() };
}

/** Whether somebody holds the lock on `file`. Looks for an instant with a shared lock, which a taker waits out. */
export function isLocked(file: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 0 });
    db.prepare("SELECT count(*) FROM sqlite_master").get();
    return false;
  } catch (error) {
    if (sqliteCode(error) === BUSY) return true;
    return false;
  } finally {
    db?.close();
  }
}
