import type { Clock } from "#core/ports.ts";

/** No timer is longer: after a suspend or a clock change the wall clock is read again at the latest then (TIME-30). */
const LONGEST_TIMER_MS = 60_000;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  monotonic: () => performance.now(),
  async sleep(until, signal) {
    // Whoever sleeps a second must not sleep two hours because the clock was set back by two hours.
    const longest = performance.now() + until.epochMilliseconds - Date.now();
    for (;;) {
      // Rounded up: a timer may fire a fraction of a millisecond early, and the caller would find nothing due.
      const left = Math.ceil(Math.min(until.epochMilliseconds - Date.now(), longest - performance.now()));
      if (left <= 0 || signal?.aborted) return;
      await timer(Math.min(left, LONGEST_TIMER_MS), signal);
    }
  },
};

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(handle);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const handle = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}
