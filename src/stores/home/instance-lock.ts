import { readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { AppError } from "#core/errors.ts";
import { acquireLock, isLocked } from "../files/file-lock.ts";
import { replaceFile } from "../files/write-file.ts";
import type { Home } from "./home.ts";

const factsSchema = z.object({
  pid: z.int(),
  startedAt: z.iso.datetime(),
  version: z.string(),
  /** The playground's page with its key; the file is readable by its owner alone. */
  pageUrl: z.string().optional(),
});
/** Who runs over a home, since when, and where its page is. */
export type InstanceFacts = z.infer<typeof factsSchema>;

/** The right to run over a home: one process has it (OPS-1). */
export interface InstanceLock {
  /** Replaces what others read about this process. */
  describe(facts: InstanceFacts): void;
  /** Gives the home free; the last thing that a process does (OPS-10). */
  release(): void;
}

/**
 * Takes the home for this process. The system drops the lock with its holder, so nothing stale can stay behind.
 *
 * @throws AppError `already_running`, naming the process that has it; `home_unwritable`, `disk_full`
 */
export function acquireInstanceLock(home: Home, facts: InstanceFacts): InstanceLock {
  const lock = acquireLock(home.instanceLock);
  if (!lock) throw alreadyRunning(home);
  const describe = (now: InstanceFacts): void => void replaceFile(home.instanceFacts, `${JSON.stringify(now)}\n`);
  try {
    describe(facts);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    describe,
    release: () => {
      rmSync(home.instanceFacts, { force: true });
      lock.release();
    },
  };
}

/** The process that runs over a home now, or null. `facts` are null for the instant in which it has not written them. */
export function runningInstance(home: Home): { facts: InstanceFacts | null } | null {
  return isLocked(home.instanceLock) ? { facts: readFacts(home) } : null;
}

/** Whether a process runs over the home now. */
export function isRunning(home: Home): boolean {
  return isLocked(home.instanceLock);
}

function readFacts(home: Home): InstanceFacts | null {
  try {
    return factsSchema.safeParse(JSON.parse(readFileSync(home.instanceFacts, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

function alreadyRunning(home: Home): AppError {
  const facts = readFacts(home);
  const who = facts
    ? `process ${facts.pid}, version ${facts.version}, since ${Temporal.Instant.from(facts.startedAt).toString({ smallestUnit: "second" })}`
    : "a process that is just starting";
  return new AppError("already_running", `Vigil already runs over ${home.root}: ${who}.`, {
    remedy: "Stop it first, or start this one over another folder with VIGIL_HOME.",
  });
}
