import { setImmediate as yieldToLoop } from "node:timers/promises";
import type { Clock, Log } from "#core/ports.ts";
import { type Claim, decideClaim } from "#core/schedules/decide-claim.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Pulse } from "#stores/home/pulse.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";
import { FiringWork, type FiringWorker } from "./firing-work.ts";
import { recoverFirings } from "./recover-firings.ts";
import type { Job } from "./runner.ts";
import { tellStale } from "./tell-stale.ts";

/** Rows claimed in one transaction at most, and for how long, so that it never blocks the loop (ARC-13). */
const CLAIM_BATCH = 25;
const CLAIM_MS = 8;

const NOTHING = { claimed: 0, more: false };

const KINDS: readonly Firing["kind"][] = ["text", "command"];

/**
 * The dispatcher: claims what is due and starts it (REM-1, REM-4). It returns once work is started; turns and commands
 * run on beside it, in the order of their due time, at most so many of a kind as its worker allows (REM-16). The work
 * of a row that was removed is ended (REM-6).
 */
export class Dispatch implements Job {
  readonly name = "dispatch";
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pulse: Pulse;
  readonly #workers: Partial<Record<Firing["kind"], FiringWorker>>;
  readonly #work: FiringWork;
  #passedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /** Firings of a kind without a worker stay claimed. */
  constructor(options: {
    stores: Stores;
    clock: Clock;
    log: Log;
    pulse: Pulse;
    workers: Partial<Record<Firing["kind"], FiringWorker>>;
  }) {
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#pulse = options.pulse;
    this.#workers = options.workers;
    this.#work = new FiringWork(options.log);
  }

  /** The nearest due row, and at the latest a second after the last pass: the pulse goes on when nothing is due. */
  nextDue(now: Temporal.Instant): Temporal.Instant {
    const open = !this.#stopped && this.#stores.firings.anyOpen();
    if (open && (this.#removed().length > 0 || this.#hasWaiting())) return now;
    const row = this.#stores.schedules.nextDue();
    // A clock set back must not leave the pulse waiting for the old time.
    const pulse = Math.min(this.#passedAt, now.epochMilliseconds) + 1_000;
    return Temporal.Instant.fromEpochMilliseconds(Math.max(0, Math.min(row ?? pulse, pulse)));
  }

  async run(): Promise<boolean> {
    let claimed = 0;
    for (;;) {
      const now = this.#clock.now();
      const batch = this.#stopped ? NOTHING : this.#claim(now);
      claimed += batch.claimed;
      this.#passedAt = now.epochMilliseconds;
      this.#pulse.touch(now);
      if (!this.#stopped) {
        this.#endRemoved(now);
        this.#startWaiting();
        recoverFirings(this.#stores, now, (id) => this.#work.has(id));
      }
      if (!batch.more) return claimed > 0;
      await yieldToLoop();
    }
  }

  /**
   * No new claims or work. Running commands are told to end; turns may go on until `deadline` has come, then they are
   * abandoned: the next start finds them running and recovers them (OPS-10, REM-13).
   */
  async drain(deadline: Temporal.Instant): Promise<void> {
    this.#stopped = true;
    this.#work.breakOffAll("abandoned", "command");
    const timer = new AbortController();
    await Promise.race([this.#work.ended(), this.#clock.sleep(deadline, timer.signal)]);
    timer.abort();
    this.#work.breakOffAll("abandoned");
  }

  #claim(now: Temporal.Instant): { claimed: number; more: boolean } {
    const until = this.#clock.monotonic() + CLAIM_MS;
    return this.#stores.db.transaction(() => {
      const rows = this.#stores.schedules.due(now, CLAIM_BATCH);
      for (const [index, row] of rows.entries()) {
        if (index > 0 && this.#clock.monotonic() > until) return { claimed: index, more: true };
        const claim = this.#decide(row, now);
        if (claim === null) continue;
        const { firing, row: next } = claim;
        const id = this.#stores.firings.claim(firing, now);
        this.#stores.schedules.advance(row.id, next.state, next.nextRunAt, now);
        if (id !== null && firing.state === "skipped") tellStale(this.#stores, row, firing.dueAt, now);
      }
      return { claimed: rows.length, more: rows.length === CLAIM_BATCH };
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

  /** Open firings of removed rows that have not been told to end. */
  #removed(): Firing[] {
    return this.#stores.firings
      .ofRemovedRows()
      .filter((firing) => firing.state === "claimed" || this.#work.canBreakOff(firing.id));
  }

  #endRemoved(now: Temporal.Instant): void {
    for (const firing of this.#removed()) {
      if (firing.state === "running") this.#work.breakOff(firing.id, "removed");
      else this.#stores.firings.finish(firing.id, { state: "failed", outboxId: null, error: "removed" }, now);
    }
  }

  #startWaiting(): void {
    if (this.#stopped || !this.#stores.firings.anyOpen()) return;
    for (const kind of KINDS)
      for (const { firing, worker } of this.#startable(kind))
        this.#work.start(firing, worker, () => this.#startWaiting());
  }

  #hasWaiting(): boolean {
    return KINDS.some((kind) => this.#startable(kind).some(({ firing }) => !this.#work.hasFailed(firing.id)));
  }

  /** Claimed firings for which there is a free place. */
  #startable(kind: Firing["kind"]): { firing: Firing; worker: FiringWorker }[] {
    const worker = this.#workers[kind];
    const free = (worker?.concurrency() ?? 0) - this.#work.count(kind);
    if (!worker || free <= 0) return [];
    return this.#stores.firings.claimed(kind, free).map((firing) => ({ firing, worker }));
  }
}
