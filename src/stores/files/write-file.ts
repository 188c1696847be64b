import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { explainFileFault } from "../database/store-faults.ts";

/**
 * Replaces a file's content at once or not at all, mode 0600: whoever reads sees the old or the new text, after a
 * crash as well. A link is followed, so that a file kept elsewhere stays there. `beforeReplace` may still call it off
 * by returning false.
 *
 * @returns whether the file was replaced
 * @throws AppError `disk_full`, `home_unwritable`
 */
export function replaceFile(file: string, text: string, beforeReplace: () => boolean = () => true): boolean {
  const target = resolveLink(file);
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const fd = openSync(draft, "wx", 0o600);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (!beforeReplace()) return false;
    renameSync(draft, target);
    syncFolder(path.dirname(target));
    return true;
  } catch (error) {
    throw explainFileFault(error, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Writes a file that does not exist yet, mode 0600.
 * @throws AppError `disk_full`, `home_unwritable`
 */
export function writeNew(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw explainFileFault(error, file);
  }
}

function resolveLink(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Makes the names in a folder durable: a rename itself is durable only once the folder is. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
