import type { Log } from "#core/ports.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { BrokenOff } from "./firing-signal.ts";

/** How the firings of a kind are carried out. */
export interface FiringWorker {
  /** How many run side by side (REM-16). */
  readonly concurrency: () => number;
  /** Begins the firing before it first waits, ends it in the store, and heeds `signal` (`brokenOff`). */
  readonly perform: (firing: Firing, signal: AbortSignal) => Promise<void>;
}

/** The firings under way in this process, each with the means to break it off. */
export class FiringWork {
  readonly #log: Log;
  /** What could not even begin, such as on a full disk: it is tried again at the next pass, not at once. */
  readonly #failed = new Set<number>();
  readonly #underWay = new Map<number, { kind: Firing["kind"]; ended: Promise<void>; control: AbortController }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Starts a firing's work; `afterwards` is called when it has ended as it should. */
  start(firing: Firing, worker: FiringWorker, afterwards: () => void): void {
    const control = new AbortController();
    this.#failed.delete(firing.id);
    const ended = worker.perform(firing, control.signal).then(
      () => {
        this.#underWay.delete(firing.id);
        afterwards();
      },
      (error: unknown) => {
        this.#underWay.delete(firing.id);
        this.#failed.add(firing.id);
        this.#log.error({ firing: firing.id, err: error }, "a firing failed outside of its turn");
      },
    );
    this.#underWay.set(firing.id, { kind: firing.kind, ended, control });
  }

  /** How many of a kind are under way. */
  count(kind: Firing["kind"]): number {
    return [...this.#underWay.values()].filter((work) => work.kind === kind).length;
  }

  /** True if the last try of the firing broke down. */
  hasFailed(firingId: number): boolean {
    return this.#failed.has(firingId);
  }

  has(firingId: number): boolean {
    return this.#underWay.has(firingId);
  }

  /** True if the firing is under way and was not told to end. */
  canBreakOff(firingId: number): boolean {
    return this.#underWay.get(firingId)?.control.signal.aborted === false;
  }

  breakOff(firingId: number, why: BrokenOff): void {
    this.#underWay.get(firingId)?.control.abort(why);
  }

  /** Breaks off everything, or everything of a kind. */
  breakOffAll(why: BrokenOff, only?: Firing["kind"]): void {
    for (const { kind, control } of this.#underWay.values())
      if (only === undefined || kind === only) control.abort(why);
  }

  /** Resolves when everything that is under way now has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map((work) => work.ended));
  }
}
