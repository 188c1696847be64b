import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Log } from "#core/ports.ts";
import type { QueueSnapshot } from "./update-queue.ts";
import type { WorldSnapshot } from "./world.ts";

const VERSION = 1;
/** How long a change may wait to be saved, in milliseconds. */
const DELAY_MS = 50;
/** By how much numbers skip after an unclean end: more than anyone sends within the delay. */
const GAP = 1000;

interface PlaygroundState {
  readonly version: number;
  /** False while the playground runs: what happened after the last save is then unknown. */
  readonly clean: boolean;
  readonly world: WorldSnapshot;
  readonly updates: QueueSnapshot;
}

/** The chats of the playground over a restart: one small file, written as a whole and swapped in. */
export class StateFile {
  readonly #path: string;
  readonly #log: Log | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, log?: Log) {
    this.#path = path;
    this.#log = log;
  }

  /** What was saved last, and by how much numbers must skip; null at a first start. An unreadable file is set aside. */
  load(): { world: WorldSnapshot; updates: QueueSnapshot; gap: number } | null {
    if (!existsSync(this.#path)) return null;
    try {
      const state = JSON.parse(readFileSync(this.#path, "utf8")) as PlaygroundState;
      if (state.version !== VERSION) throw new Error(`unknown version ${state.version}`);
      return { world: state.world, updates: state.updates, gap: state.clean ? 0 : GAP };
    } catch (error) {
      const aside = `${this.#path}.unreadable`;
      renameSync(this.#path, aside);
      this.#log?.warn(
        { file: this.#path, aside, error: String(error) },
        "the playground's chats cannot be read; it starts anew",
      );
      return null;
    }
  }

  /** Saves at once. From here on an end without `close` is an unclean one, even before anything changed. */
  begin(snapshot: Pick<PlaygroundState, "world" | "updates">): void {
    this.#save({ ...snapshot, clean: false });
  }

  /** Saves soon: changes that follow each other are one save. */
  saveSoon(snapshot: () => Pick<PlaygroundState, "world" | "updates">): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#save({ ...snapshot(), clean: false });
    }, DELAY_MS);
  }

  /** The last save of an orderly end. */
  close(snapshot: Pick<PlaygroundState, "world" | "updates">): void {
    clearTimeout(this.#timer);
    this.#save({ ...snapshot, clean: true });
  }

  #save({ clean, world, updates }: Omit<PlaygroundState, "version">): void {
    const next = `${this.#path}.next`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      writeFileSync(next, JSON.stringify({ version: VERSION, clean, world, updates }), { mode: 0o600 });
      renameSync(next, this.#path);
    } catch (error) {
      // A full disk must not take the bot's server down with it.
      this.#log?.error({ file: this.#path, error: String(error) }, "the playground's chats could not be saved");
    }
  }
}
