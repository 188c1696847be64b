import type { Clock } from "#core/ports.ts";

/** No single sleep is longer, so that a jump of the wall clock cannot hold a limit back for long (TIME-30). */
const LONGEST_SLEEP_MS = 60_000;

/** A time limit that can be moved while it runs. It measures monotonic time: setting the wall clock does not touch it. */
export class Countdown {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  /** Monotonic milliseconds; null while nothing is counted. */
  #deadline: number | null = null;
  #sleepingUntil = Number.POSITIVE_INFINITY;
  #interrupt: AbortController | undefined;
  #running = false;

  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** Begins to count, or begins anew, from now. */
  restart(seconds: number): void {
    this.#deadline = this.#clock.monotonic() + seconds * 1_000;
    if (!this.#running) void this.#run();
    else if (this.#deadline < this.#sleepingUntil) this.#interrupt?.abort();
  }

  /** Stops counting; the returned function goes on with what was left. */
  pause(): () => void {
    const left = this.#deadline === null ? null : this.#deadline - this.#clock.monotonic();
    this.stop();
    return () => {
      if (left !== null) this.restart(Math.max(0, left) / 1_000);
    };
  }

  stop(): void {
    this.#deadline = null;
    this.#interrupt?.abort();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#deadline !== null) {
      const left = this.#deadline - this.#clock.monotonic();
      if (left <= 0) {
        this.#deadline = null;
        this.#onEnd();
        break;
      }
      const nap = Math.ceil(Math.min(left, LONGEST_SLEEP_MS));
      this.#sleepingUntil = this.#clock.monotonic() + nap;
      this.#interrupt = new AbortController();
      await this.#clock.sleep(this.#clock.now().add({ milliseconds: nap }), this.#interrupt.signal);
    }
    this.#running = false;
  }
}
