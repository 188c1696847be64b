import { randomBytes } from "node:crypto";
import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { AppError } from "#core/errors.ts";
import { Database } from "../database/database.ts";
import { checkIntegrity } from "../database/health-facts.ts";
import { assertReadable, storeVersion } from "../database/migrate.ts";
import { explainFileFault } from "../database/store-faults.ts";
import { syncFolder } from "../files/write-file.ts";
import type { Home } from "../home/home.ts";
import { acquireInstanceLock } from "../home/instance-lock.ts";
import { stamp } from "./backup.ts";

/** The files of a store that was in use: the log beside it holds what is not in the file yet. */
const SUFFIXES = ["", "-wal", "-shm"];

/**
 * Puts a copy in the place of the store (OPS-7). The copy is checked first and `file` itself is left as it is; what it
 * replaces is kept. Returns where that stands, null if there was nothing.
 *
 * @throws AppError `already_running`, `backup_missing`, `backup_damaged`, `store_newer`, `disk_full`, `home_unwritable`
 */
export function restoreStore(
  home: Home,
  file: string,
  facts: { readonly now: Temporal.Instant; readonly version: string },
): { readonly kept: string | null } {
  assertBackupExists(file);
  const lock = acquireInstanceLock(home, {
    pid: process.pid,
    startedAt: facts.now.toString(),
    version: facts.version,
  });
  const draft = `${home.store}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    copyWithLog(file, draft);
    checkCopy(draft, file);
    const kept = keepPresent(home, facts.now);
    renameSync(draft, home.store);
    syncFolder(home.data);
    return { kept };
  } catch (error) {
    throw explainFileFault(error, home.store);
  } finally {
    for (const suffix of SUFFIXES) rmSync(`${draft}${suffix}`, { force: true });
    lock.release();
  }
}

/** A copy of a store in use, made by hand, may have its log beside it. */
function copyWithLog(file: string, draft: string): void {
  for (const suffix of ["", "-wal"]) {
    if (!existsSync(`${file}${suffix}`)) continue;
    copyFileSync(`${file}${suffix}`, `${draft}${suffix}`, constants.COPYFILE_EXCL);
    chmodSync(`${draft}${suffix}`, 0o600);
  }
}

function checkCopy(draft: string, file: string): void {
  const findings = integrityOf(draft);
  if (findings !== "ok") throw damaged(file, findings);
  const db = new Database(draft);
  try {
    if (!storeVersion(db)?.schema) throw damaged(file, "it is no store of Vigil");
    assertReadable(db);
    // All of the log goes into the file, which is then moved alone.
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}

function integrityOf(draft: string): string {
  try {
    return checkIntegrity(draft);
  } catch (error) {
    return (error as Error).message;
  }
}

function damaged(file: string, findings: string): AppError {
  return new AppError("backup_damaged", `${file} cannot be restored: ${findings}.`, {
    remedy: "Nothing was changed. Choose another copy; the nightly ones stand in data/backups.",
  });
}

function keepPresent(home: Home, now: Temporal.Instant): string | null {
  const present = SUFFIXES.filter((suffix) => existsSync(`${home.store}${suffix}`));
  if (present.length === 0) return null;
  const folder = path.join(home.backups, `replaced-${stamp(now)}-${randomBytes(2).toString("hex")}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The log first: a crash in between leaves a store without its last commits here, never a foreign log beside the new one.
  for (const suffix of present.toReversed())
    renameSync(`${home.store}${suffix}`, path.join(folder, `vigil.db${suffix}`));
  syncFolder(folder);
  return folder;
}

/** @throws AppError `backup_missing` */
export function assertBackupExists(file: string): void {
  if (!existsSync(file)) throw new AppError("backup_missing", `There is no file ${file}.`);
}
