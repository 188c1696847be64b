import { lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** Removes the files in `folder` that were last written before `before`; folders and links stay. Returns how many. */
export function removeOldFiles(folder: string, before: Temporal.Instant): number {
  let removed = 0;
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.mtimeMs >= before.epochMilliseconds) continue;
    rmSync(file, { force: true });
    removed++;
  }
  return removed;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Nothing was ever kept there.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
