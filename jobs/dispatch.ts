import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { Clock, Log } from "#core/ports.ts";
import { type Claim, decideClaim } from "#core/schedules/decide-claim.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Firing } from "#stores/firings.ts";
import type { Pulse } from "#stores/pulse.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";
import { tellStale } from "./tell-stale.ts";

/** Rows claimed in one transaction, so that it never blocks the loop for long (ARC-13). */
const CLAIM_BATCH = 50;

/**
 * The dispatcher: claims what is due and starts it (REM-1, REM-4). It returns once work is started; turns run on
 * beside it, at most `concurrency()` of them, in the order of their due time (REM-16).
 */
export class Dispatch implements Job {
  readonly name = "dispatch";
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pulse: Pulse;
  readonly #concurrency: () => number;
  readonly #fire: (firing: Firing, signal: AbortSignal) => Promise<void>;
  readonly #underWay = new Set<Promise<void>>();
  readonly #abandon = new AbortController();
  #passedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: {
    stores: Stores;
    clock: Clock;
    log: Log;
    pulse: Pulse;
    concurrency: () => number;
    fire: (firing: Firing, signal: AbortSignal) => Promise<void>;
  }) {
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#pulse = options.pulse;
    this.#concurrency = options.concurrency;
    this.#fire = options.fire;
  }

  /** The nearest due row, and at the latest a second after the last pass: the pulse goes on when nothing is due. */
  nextDue(now: Temporal.Instant): Temporal.Instant {
    const row = this.#stores.schedules.nextDue();
    // A clock set back must not leave the pulse waiting for the old time.
    const pulse = Math.min(this.#passedAt, now.epochMilliseconds) + 1_000;
    return Temporal.Instant.fromEpochMilliseconds(Math.max(0, Math.min(row ?? pulse, pulse)));
  }

  async run(): Promise<boolean> {
    let claimed = 0;
    for (;;) {
      const now = this.#clock.now();
      const batch = this.#stopped ? 0 : this.#claim(now);
      claimed += batch;
      this.#passedAt = now.epochMilliseconds;
      this.#pulse.touch(now);
      this.#startWaiting();
      if (batch < CLAIM_BATCH) return claimed > 0;
      await yieldToLoop();
    }
  }

  /**
   * No new claims or turns; waits until those under way have ended or `deadline` has come, then abandons them: they
   * are found running at the next start and recovered (OPS-10, REM-13).
   */
  async drain(deadline: Temporal.Instant): Promise<void> {
    this.#stopped = true;
    const timer = new AbortController();
    await Promise.race([Promise.all(this.#underWay), this.#clock.sleep(deadline, timer.signal)]);
    timer.abort();
    this.#abandon.abort();
  }

  #claim(now: Temporal.Instant): number {
    return this.#stores.db.transaction(() => {
      const rows = this.#stores.schedules.due(now, CLAIM_BATCH);
      for (const row of rows) {
        const claim = this.#decide(row, now);
        if (claim === null) continue;
        const { firing, row: next } = claim;
        const id = this.#stores.firings.claim(firing, now);
        this.#stores.schedules.advance(row.id, next.state, next.nextRunAt, now);
        if (id !== null && firing.state === "skipped") tellStale(this.#stores, row, firing.dueAt, now);
      }
      return rows.length;
    });
  }

  /** A row whose next time cannot be computed is set aside with its reason; it must not hold the others back. */
  #decide(row: ScheduleRow, now: Temporal.Instant): Claim | null {
    try {
      return decideClaim(row, now);
    } catch (error) {
      this.#log.error({ schedule: row.id, err: error }, "a schedule has no next time that can be computed");
      this.#stores.schedules.quarantine(row.id, error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  #startWaiting(): void {
    const free = this.#concurrency() - this.#underWay.size;
    if (this.#stopped || free <= 0) return;
    for (const firing of this.#stores.firings.claimed("text", free)) {
      const work = this.#fire(firing, this.#abandon.signal)
        .catch((error: unknown) =>
          this.#log.error({ firing: firing.id, err: error }, "a firing failed outside of its turn"),
        )
        .finally(() => {
          this.#underWay.delete(work);
          this.#startWaiting();
        });
      this.#underWay.add(work);
    }
  }
}
