import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { AppError } from "#core/errors.ts";
import { explainFileFault, explainStoreFault } from "../database/store-faults.ts";
import { syncFolder } from "../files/write-file.ts";
import type { Home } from "../home/home.ts";

/** Nightly copies that are kept. */
const NIGHTS_KEPT = 7;
/** Copies of before a migration that are kept. */
const MIGRATIONS_KEPT = 3;

/**
 * Copies the store at `file` to `target` while others use it (OPS-7): SQLite's online backup, a whole and checked file of
 * its own, mode 0600, that appears under its name only when it is complete.
 *
 * @throws AppError `file_exists`, `backup_damaged`, `disk_full`, `home_unwritable`, `store_damaged`
 */
export async function backupStore(file: string, target: string): Promise<void> {
  await writeCopy(file, target, async (draft) => {
    const source = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      await backup(source, draft);
    } finally {
      source.close();
    }
    standAlone(draft);
    const findings = await checkInWorker(draft);
    if (findings !== "ok")
      throw new AppError("backup_damaged", `The copy of ${file} is not sound: ${findings}.`, {
        remedy: 'Run "vigil doctor": the store itself may be damaged.',
      });
  });
}

/** The night's copy: `night-DATE.db` in the backups, of which the newest seven are kept. Returns its path. */
export async function backupNight(home: Home, date: Temporal.PlainDate): Promise<string> {
  const target = nightCopy(home, date);
  rmSync(target, { force: true });
  await backupStore(home.store, target);
  keepNewest(home.backups, /^night-[\d-]+\.db$/, NIGHTS_KEPT);
  return target;
}

/** Where the copy of the night that ends on `date` stands. */
export function nightCopy(home: Home, date: Temporal.PlainDate): string {
  return path.join(home.backups, `night-${date}.db`);
}

/** Copies the store before it is brought forward from schema `from` (OPS-2). Nothing else runs then, so it may block. */
export function backupBeforeMigration(home: Home, from: number, now: Temporal.Instant): void {
  const target = path.join(home.backups, `schema-${from}-${stamp(now)}.db`);
  const draft = createDraft(target);
  try {
    const source = new DatabaseSync(home.store, { readOnly: true });
    try {
      source.prepare("VACUUM INTO ?").run(draft);
    } finally {
      source.close();
    }
    publish(draft, target);
  } catch (error) {
    throw explainFileFault(explainStoreFault(error, home.store), target);
  } finally {
    rmSync(draft, { force: true });
  }
  keepNewest(home.backups, /^schema-.*\.db$/, MIGRATIONS_KEPT);
}

/** `20261201T031500Z`: a moment in the name of a file. */
export function stamp(now: Temporal.Instant): string {
  return now.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");
}

async function writeCopy(file: string, target: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (statSync(target, { throwIfNoEntry: false }))
    throw new AppError("file_exists", `${target} exists already.`, { remedy: "Name another file, or move it away." });
  const draft = createDraft(target);
  try {
    await write(draft);
    publish(draft, target);
  } catch (error) {
    throw explainFileFault(explainStoreFault(error, file), target);
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${suffix}`, { force: true });
  }
}

/** An empty file that nobody else can read, before anything private is written into it. */
function createDraft(target: string): string {
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    closeSync(openSync(draft, "wx", 0o600));
  } catch (error) {
    throw explainFileFault(error, target);
  }
  return draft;
}

/** The copy works without files beside it: it leaves the write-ahead log that the store uses. */
function standAlone(file: string): void {
  const copy = new DatabaseSync(file);
  copy.exec("PRAGMA journal_mode = DELETE");
  copy.close();
}

function publish(draft: string, target: string): void {
  const fd = openSync(draft, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, target);
  syncFolder(path.dirname(target));
}

/** SQLite's check reads the whole file: beside the one thread, not in it (ARC-13). */
function checkInWorker(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./check-integrity-worker.ts", import.meta.url), { workerData: file });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function keepNewest(folder: string, names: RegExp, count: number): void {
  const found = readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => ({ name, at: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at || b.name.localeCompare(a.name));
  for (const { name } of found.slice(count)) rmSync(path.join(folder, name), { force: true });
}
