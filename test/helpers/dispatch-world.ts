import { join } from "node:path";
import { Dispatch } from "#jobs/dispatch.ts";
import { enqueueReminder } from "#jobs/enqueue-reminder.ts";
import { followJump } from "#jobs/follow-jump.ts";
import { recoverFirings } from "#jobs/recover-firings.ts";
import { Runner } from "#jobs/runner.ts";
import { Pulse } from "#stores/home/pulse.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";
import { settleMessage } from "#use-cases/settle-message.ts";
import { ManualClock } from "./manual-clock.ts";
import { SilentLog } from "./silent-log.ts";
import { type TestStores, testStores } from "./test-stores.ts";

/** A turn of a firing: it resolves when the turn ends. */
export type Turn = (firing: Firing, signal: AbortSignal) => Promise<void>;

/** One run of the process: the dispatcher and its runner over the real store. */
export interface Process {
  readonly dispatch: Dispatch;
  readonly runner: Runner;
}

/** The dispatcher over the real store, with turns that the test gives and messages that arrive at once. */
export class DispatchWorld implements AsyncDisposable {
  readonly store: TestStores = testStores();
  readonly clock: ManualClock;
  readonly log = new SilentLog();
  /** Firings that were begun, over all runs of the process. */
  readonly begun: Firing[] = [];
  readonly #turn: Turn;
  readonly #concurrency: number;
  readonly #running: Process[] = [];

  constructor(options: { now: string; turn?: Turn; concurrency?: number }) {
    this.clock = new ManualClock(options.now);
    this.#turn = options.turn ?? (() => Promise.resolve());
    this.#concurrency = options.concurrency ?? 4;
  }

  get stores(): Stores {
    return this.store.stores;
  }

  /** Starts the process as `vigil start` does: what a crash left is recovered first. `stores` is its connection. */
  start(stores: Stores = this.stores): Process {
    const { clock, log } = this;
    recoverFirings(stores, clock.now());
    const dispatch = new Dispatch({
      stores,
      clock,
      log,
      pulse: new Pulse(join(this.store.folder, "reminders.tick")),
      workers: {
        text: { concurrency: () => this.#concurrency, perform: (firing, signal) => this.#fire(stores, firing, signal) },
      },
    });
    const onJump = (byMs: number): void => followJump(stores, byMs, clock.now());
    const runner = new Runner({ jobs: [dispatch], stores, clock, wake: this.store.wake, log, onJump });
    runner.start();
    const process = { dispatch, runner };
    this.#running.push(process);
    return process;
  }

  /** SIGKILL and a new connection: nothing of what ran writes anything more. */
  kill(): void {
    const stores = this.store.stores;
    // A turn of the dead process that ends later must not reach the store.
    stores.db.close();
    for (const { runner } of this.#running.splice(0)) void runner.stop().catch(() => {});
    this.store.reopen();
  }

  /** Due times and states of the firings of a row, oldest first. */
  facts(scheduleId: string): string[] {
    return this.stores.firings
      .list(10_000)
      .filter((firing) => firing.scheduleId === scheduleId)
      .map((firing) => `${new Date(firing.dueAt).toISOString()} ${firing.state}`)
      .toReversed();
  }

  async #fire(stores: Stores, firing: Firing, signal: AbortSignal): Promise<void> {
    if (!stores.firings.start(firing.id, null, this.clock.now())) return;
    this.begun.push(firing);
    await this.#turn(firing, signal);
    stores.db.transaction(() => {
      const now = this.clock.now();
      const outboxId = enqueueReminder(stores, firing, { markdown: firing.text, cards: [] }, now);
      stores.firings.finish(firing.id, { state: "queued", outboxId, error: null }, now);
      settleMessage(stores, stores.outbox.get(outboxId)!, { state: "sent", messageId: firing.id }, now);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { runner } of this.#running) await runner.stop();
    this.store[Symbol.dispose]();
  }
}
