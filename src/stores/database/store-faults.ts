import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { AppError } from "#core/errors.ts";

/** SQLite's primary result codes that a person can do something about. */
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const NOTADB = 26;
const UNWRITABLE = [8, 14, 23]; // READONLY, CANTOPEN, AUTH

/** SQLite's primary result code, undefined if the error is none of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** What a failure of SQLite on `file` means and what to do, as an AppError; any other error as it is (OPS-3). */
export function explainStoreFault(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === CORRUPT || code === NOTADB) return damagedStore(file, error);
  if (code === FULL) return diskFull(file, error);
  if (code !== undefined && UNWRITABLE.includes(code)) return unwritable(file, error);
  if (code === IOERR)
    return new AppError("store_io", `The disk failed while ${file} was used.`, {
      cause: error,
      remedy: "Check the disk and its free space, then start again; what was committed is kept.",
    });
  return error;
}

/** What a failure of the file system on `file` means and what to do, as an AppError; any other error as it is. */
export function explainFileFault(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(file, error);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return unwritable(file, error);
  if (code === "ENOENT")
    return new AppError("folder_missing", `The folder of ${file} does not exist.`, {
      cause: error,
      remedy: "Make it first, or name another place.",
    });
  if (code === "ENOTDIR" || code === "EEXIST")
    return new AppError("home_unwritable", `${file} stands where a folder has to be, or on the way to one.`, {
      cause: error,
      remedy: "Move it away, or choose another VIGIL_HOME.",
    });
  return error;
}

/**
 * A store that shrank to nothing is damaged, not new: SQLite alone would quietly begin an empty one (OPS-3).
 * The runner's pulse beside it tells that it was in use.
 *
 * @throws AppError `store_damaged`
 */
export function assertNotEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const used = statSync(path.join(path.dirname(file), "reminders.tick"), { throwIfNoEntry: false }) !== undefined;
  if (size === 0 && used) throw damagedStore(file);
}

function damagedStore(file: string, cause?: unknown): AppError {
  const backup = newestBackup(path.join(path.dirname(file), "backups"));
  const restore = backup
    ? `then copy ${backup} to ${file}`
    : `then put a copy of yours in its place (there is none in ${path.join(path.dirname(file), "backups")})`;
  return new AppError("store_damaged", `${file} is damaged; it is kept as it is and not used.`, {
    cause,
    remedy: `Stop Vigil, move ${file} aside together with its -wal and -shm files, ${restore}, and start again. Without a copy, "sqlite3 ${file} .recover" can save what is readable.`,
  });
}

function newestBackup(folder: string): string | undefined {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".db"))
      .map((name) => ({ file: path.join(folder, name), at: statSync(path.join(folder, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)[0]?.file;
  } catch {
    return undefined;
  }
}

function diskFull(file: string, cause: unknown): AppError {
  return new AppError("disk_full", `No space is left on the disk of ${file}.`, {
    cause,
    remedy:
      "Free some space (data/logs and data/backups are safe to thin out) and start again; what was committed is kept.",
  });
}

function unwritable(file: string, cause: unknown): AppError {
  return new AppError("home_unwritable", `${file} cannot be written.`, {
    cause,
    remedy: "Give the file and its folder to the user that runs Vigil, or choose another folder with VIGIL_HOME.",
  });
}
