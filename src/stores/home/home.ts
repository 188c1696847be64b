import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { AppError } from "#core/errors.ts";
import { explainFileFault } from "../database/store-faults.ts";

/** Where everything of one owner stands: absolute paths. */
export interface Home {
  readonly root: string;
  readonly data: string;
  readonly vault: string;
  /** `data/vigil.db` */
  readonly store: string;
  readonly settings: string;
  readonly instanceLock: string;
  /** Who holds the lock. */
  readonly instanceFacts: string;
  /** `data/reminders.tick`: its mtime is the pulse of the runner (REM-4). */
  readonly tick: string;
  readonly logs: string;
  readonly nightCaches: string;
  readonly custom: string;
  readonly backups: string;
  /** The working directory of commands. */
  readonly work: string;
}

/** The paths of the home at `root`, whether it exists or not. */
export function homeAt(root: string): Home {
  const data = path.join(root, "data");
  return {
    root,
    data,
    vault: path.join(root, "vault"),
    store: path.join(data, "vigil.db"),
    settings: path.join(data, "settings.json"),
    instanceLock: path.join(data, "instance.lock"),
    instanceFacts: path.join(data, "instance.json"),
    tick: path.join(data, "reminders.tick"),
    logs: path.join(data, "logs"),
    nightCaches: path.join(data, "memory", "night"),
    custom: path.join(data, "custom"),
    backups: path.join(data, "backups"),
    work: path.join(root, "work"),
  };
}

/**
 * The home at `root`. With `create` its folders are made, readable by their owner alone (SEC-1); without, a home
 * that no start has made yet is refused: the checkout brings `data/` itself, so the store is what tells.
 *
 * @throws AppError `home_missing`, `home_unwritable`, `disk_full`
 */
export function openHome(root: string, options: { create: boolean }): Home {
  const home = homeAt(root);
  if (options.create) makeFolders(home);
  else if (!statSync(home.store, { throwIfNoEntry: false }))
    throw new AppError("home_missing", `There is no home of Vigil in ${root}.`, {
      remedy: 'Run "vigil start" there once, or name another folder with VIGIL_HOME.',
    });
  return home;
}

function makeFolders(home: Home): void {
  const { data, vault, logs, nightCaches, custom, backups, work } = home;
  for (const folder of [data, vault, logs, nightCaches, custom, backups, work]) {
    try {
      makeFolder(folder);
    } catch (error) {
      throw explainFileFault(error, folder);
    }
  }
  // git checked these two out with the modes of everybody's files.
  for (const [file, mode] of [
    [data, 0o700],
    [vault, 0o700],
    [home.store, 0o600],
    [home.settings, 0o600],
  ] as const)
    restrict(file, mode);
}

/** Makes a folder with those above it. Node's own `recursive` never ends where the system allows no folder, as in /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new AppError("home_unwritable", `No folder can be made in ${parent}.`, {
      cause,
      remedy: "Choose another folder with VIGIL_HOME.",
    });
  }
}

function restrict(file: string, mode: number): void {
  const now = statSync(file, { throwIfNoEntry: false })?.mode;
  if (now === undefined || (now & 0o077) === 0) return;
  try {
    chmodSync(file, mode);
  } catch {
    // A file system without modes, or another owner's folder: the health check says so.
  }
}
