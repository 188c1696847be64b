import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "./write-file.ts";

/** All runs of a command together, in UTF-16 units. */
const MOST = 32_000;
/** What is kept of one run's beginning, and of its end. */
export const RUN_HEAD = 6_000;
export const RUN_TAIL = 10_000;
/** Begins the line above each run; a line of output that begins so is moved in. */
const RULE = "── ";
const EARLIER = "[… earlier runs left out …]\n";

/** One run of a command as its log keeps it. */
export interface CommandRun {
  /** The line above the output: when it ran and how it ended. */
  readonly title: string;
  /** Standard output and error, head and tail with the cut between them marked. */
  readonly output: string;
}

/**
 * The logs of commands, `data/logs/commands/ID.log` (REM-21). Callers write and remove inside the transaction that looks
 * whether the row exists, so that a removed row leaves no log behind, whichever process removed it (REM-22, REM-23).
 */
export class CommandLogs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds a run as the newest; the oldest go when there is no room. @throws AppError `disk_full`, `home_unwritable` */
  append(id: string, run: CommandRun): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const body = run.output.replaceAll(/^── /gm, " ── ").trimEnd();
    const runs = [...splitRuns(this.read(id) ?? ""), `${RULE}${run.title}\n${body === "" ? "" : `${body}\n`}`];
    let text = runs.join("");
    while (text.length > MOST && runs.length > 1) {
      runs.shift();
      text = EARLIER + runs.join("");
    }
    replaceFile(this.#file(id), text.slice(-MOST));
  }

  /** The whole log; null if the command has not run. */
  read(id: string): string | null {
    try {
      return readFileSync(this.#file(id), "utf8");
    } catch {
      return null;
    }
  }

  /** A log that cannot be removed stays: the row's removal matters more. */
  remove(id: string): void {
    try {
      rmSync(this.#file(id), { force: true });
    } catch {
      // The folder is read-only or no folder at all.
    }
  }

  #file(id: string): string {
    return path.join(this.#folder, `${id}.log`);
  }
}

function splitRuns(text: string): string[] {
  return text.split(/^(?=── )/m).filter((part) => part.startsWith(RULE));
}
