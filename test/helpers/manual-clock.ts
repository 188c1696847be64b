import type { Clock } from "#core/ports.ts";

interface Sleeper {
  readonly until: Temporal.Instant;
  /** It sleeps no longer than this, by the monotonic clock, whatever becomes of the wall clock. */
  readonly longest: number;
  readonly wake: () => void;
}

/**
 * A clock that moves only when it is told to. `advance` lets everything that waits wake up in order,
 * giving the work that wakes a chance to run and to sleep again before time goes on.
 */
export class ManualClock implements Clock {
  #now: Temporal.Instant;
  #monotonic = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor(now: string) {
    this.#now = Temporal.Instant.from(now);
  }

  now(): Temporal.Instant {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  sleep(until: Temporal.Instant, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || Temporal.Instant.compare(until, this.#now) <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper: Sleeper = {
        until,
        longest: this.#monotonic + until.epochMilliseconds - this.#now.epochMilliseconds,
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener("abort", sleeper.wake);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", sleeper.wake, { once: true });
    });
  }

  /** Moves the clock by an ISO duration such as `PT20S`, stopping at every sleeper on the way. */
  async advance(duration: string): Promise<void> {
    await this.advanceTo(this.#now.add(duration));
  }

  async advanceTo(target: Temporal.Instant | string): Promise<void> {
    const end = Temporal.Instant.from(target);
    await settle();
    for (;;) {
      const [next] = [...this.#sleepers]
        .map((sleeper) => ({ sleeper, left: this.#left(sleeper) }))
        .sort((a, b) => a.left - b.left);
      if (!next) break;
      const at = this.#now.add({ milliseconds: Math.max(0, Math.ceil(next.left)) });
      if (Temporal.Instant.compare(at, end) > 0) break;
      this.#moveTo(at);
      next.sleeper.wake();
      await settle();
    }
    this.#moveTo(end);
    await settle();
  }

  /** Sets the wall clock, forward or back, as a correction of the system's time does: the monotonic clock stands still. */
  jump(to: string): void {
    this.#now = Temporal.Instant.from(to);
    for (const sleeper of [...this.#sleepers])
      if (Temporal.Instant.compare(sleeper.until, this.#now) <= 0) sleeper.wake();
  }

  #left({ until, longest }: Sleeper): number {
    return Math.min(until.epochMilliseconds - this.#now.epochMilliseconds, longest - this.#monotonic);
  }

  #moveTo(to: Temporal.Instant): void {
    if (Temporal.Instant.compare(to, this.#now) <= 0) return;
    this.#monotonic += to.epochMilliseconds - this.#now.epochMilliseconds;
    this.#now = to;
  }
}

/** Lets promises and I/O callbacks that are ready run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
