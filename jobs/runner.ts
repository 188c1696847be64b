import { type AppError, hasCode } from "#core/errors.ts";
import type { Clock, Log, Wake } from "#core/ports.ts";
import { detectJump, HOLD_MS } from "#core/schedules/clock-jump.ts";
import type { Stores } from "#stores/stores.ts";

/** Anything that the runner runs. A run never overlaps another of the same job, and its failure stops no other (REM-40). */
export interface Job {
  readonly name: string;
  /** When the job wants to run next; null: not before something wakes the runner. */
  nextDue(now: Temporal.Instant): Temporal.Instant | null;
  /** One run. Returns whether there was anything to do; a run without work leaves no trace in `vigil jobs`. */
  run(now: Temporal.Instant, signal: AbortSignal): Promise<boolean>;
}

const LONGEST_SLEEP = { seconds: 1 };
const REST_MS = 1_000;
/** A job that has failed so often in a row is told to the owner (OUT-7). */
const FAILURES_TOLD = 3;

/**
 * One loop over all jobs: it sleeps until the nearest is due, at most a second (TIME-30), or until it is woken by a
 * commit of this process or by another's (ARC-12).
 */
export class Runner {
  readonly #jobs: readonly Job[];
  readonly #stores: Stores;
  readonly #clock: Clock;
  readonly #wake: Wake;
  readonly #log: Log;
  readonly #running = new Map<string, Promise<void>>();
  /** Until when, by the monotonic clock, a job that failed is left alone. */
  readonly #restUntil = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #onJump: (byMs: number) => void;
  #interrupt: AbortController | undefined;
  #woken = false;
  #loop: Promise<void> | undefined;
  readonly #damage = Promise.withResolvers<AppError>();

  /** `onJump` is told by how many milliseconds the wall clock was set forward, or back (negative). */
  constructor(options: {
    jobs: readonly Job[];
    stores: Stores;
    clock: Clock;
    wake: Wake;
    log: Log;
    onJump: (byMs: number) => void;
  }) {
    this.#jobs = options.jobs;
    this.#stores = options.stores;
    this.#clock = options.clock;
    this.#wake = options.wake;
    this.#log = options.log;
    this.#onJump = options.onJump;
  }

  /** Resolves with the fault if the store turns out to be damaged: nothing sensible can go on then (OPS-3). */
  get damaged(): Promise<AppError> {
    return this.#damage.promise;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** No new runs; resolves when the loop and every run under way have ended. Runs are told by their signal. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#interrupt?.abort();
    await this.#loop;
    await Promise.all(this.#running.values());
  }

  async #run(): Promise<void> {
    const unsubscribe = this.#wake.on("runner", () => {
      this.#woken = true;
      this.#interrupt?.abort();
    });
    let seen = { wall: this.#clock.now().epochMilliseconds, monotonic: this.#clock.monotonic() };
    let holdUntil = Number.NEGATIVE_INFINITY;
    while (!this.#stop.signal.aborted) {
      const now = this.#clock.now();
      const next = { wall: now.epochMilliseconds, monotonic: this.#clock.monotonic() };
      const jump = detectJump(next.wall - seen.wall, next.monotonic - seen.monotonic);
      seen = next;
      if (jump.kind !== "none") {
        this.#log.warn({ kind: jump.kind, byMs: Math.round(jump.byMs) }, "the wall clock jumped");
        if (jump.kind === "forward") holdUntil = next.monotonic + HOLD_MS;
        this.#onJump(jump.byMs);
      }
      this.#woken = false;
      const held = next.monotonic < holdUntil;
      if (!held) for (const job of this.#jobs) this.#startIfDue(job, now);
      await this.#sleep(now, held ? [] : this.#jobs);
    }
    unsubscribe();
  }

  async #sleep(now: Temporal.Instant, jobs: readonly Job[]): Promise<void> {
    const latest = now.add(LONGEST_SLEEP);
    const until = jobs
      .filter((job) => !this.#running.has(job.name) && !this.#resting(job))
      .map((job) => this.#dueOf(job, now))
      .reduce<Temporal.Instant>(
        (soonest, due) => (due && Temporal.Instant.compare(due, soonest) < 0 ? due : soonest),
        latest,
      );
    this.#interrupt = new AbortController();
    if (this.#woken || this.#stop.signal.aborted) return;
    await this.#clock.sleep(until, this.#interrupt.signal);
  }

  #startIfDue(job: Job, now: Temporal.Instant): void {
    if (this.#running.has(job.name) || this.#resting(job)) return;
    const due = this.#dueOf(job, now);
    if (due === null || Temporal.Instant.compare(due, now) > 0) return;
    const run = this.#runOnce(job, now).finally(() => {
      this.#running.delete(job.name);
      this.#woken = true;
      this.#interrupt?.abort();
    });
    this.#running.set(job.name, run);
  }

  /** A job that failed rests a moment, so that a lasting fault does not become a busy loop. */
  #resting(job: Job): boolean {
    return this.#clock.monotonic() < (this.#restUntil.get(job.name) ?? Number.NEGATIVE_INFINITY);
  }

  #dueOf(job: Job, now: Temporal.Instant): Temporal.Instant | null {
    try {
      return job.nextDue(now);
    } catch (cause) {
      this.#fault(job, cause, "when a job is due could not be read");
      return null;
    }
  }

  #fault(job: Job, cause: unknown, message: string): void {
    this.#restUntil.set(job.name, this.#clock.monotonic() + REST_MS);
    this.#log.error({ job: job.name, err: cause }, message);
    if (hasCode(cause, "store_damaged")) this.#damage.resolve(cause);
  }

  async #runOnce(job: Job, startedAt: Temporal.Instant): Promise<void> {
    const began = this.#clock.monotonic();
    let worked = true;
    let error: string | null = null;
    try {
      worked = await job.run(startedAt, this.#stop.signal);
    } catch (cause) {
      error = cause instanceof Error ? cause.message : String(cause);
      this.#fault(job, cause, "a job failed");
    }
    try {
      this.#record(job, { startedAt, durationMs: Math.round(this.#clock.monotonic() - began), error, worked });
    } catch (cause) {
      this.#fault(job, cause, "what became of a job could not be recorded");
    }
  }

  #record(
    job: Job,
    run: { startedAt: Temporal.Instant; durationMs: number; error: string | null; worked: boolean },
  ): void {
    const { startedAt, durationMs, error, worked } = run;
    if (!worked && error === null && this.#stores.jobs.get(job.name)?.outcome !== "failed") return;
    const next = job.nextDue(this.#clock.now());
    this.#stores.db.transaction(() => {
      const failures = this.#stores.jobs.record(job.name, { startedAt, durationMs, error, next });
      const key = `job:${job.name}`;
      if (error === null) this.#stores.alerts.clear(key);
      else if (failures >= FAILURES_TOLD)
        this.#stores.alerts.raise(
          key,
          { code: "job-failed", params: { job: job.name, count: failures, reason: error } },
          startedAt,
        );
    });
  }
}
