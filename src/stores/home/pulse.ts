import { statSync, utimesSync, writeFileSync } from "node:fs";

/** Older than this and the dispatcher counts as dead (REM-4). */
export const PULSE_ALIVE_MS = 5_000;
const AT_MOST_EVERY_MS = 1_000;

/** The pulse of the runner: the mtime of `data/reminders.tick` (REM-4). */
export class Pulse {
  readonly #file: string;
  #touchedAt = Number.NEGATIVE_INFINITY;

  constructor(file: string) {
    this.#file = file;
  }

  /** Called after each pass of the dispatcher whose claim committed; writes at most once a second. */
  touch(now: Temporal.Instant): void {
    const at = now.epochMilliseconds;
    if (Math.abs(at - this.#touchedAt) < AT_MOST_EVERY_MS) return;
    this.#touchedAt = at;
    try {
      utimesSync(this.#file, at / 1000, at / 1000);
    } catch {
      // The file is missing on the first pass, or was removed by hand.
      writeFileSync(this.#file, "", { mode: 0o600 });
      utimesSync(this.#file, at / 1000, at / 1000);
    }
  }

  /** Milliseconds since the last touch by any process; null if there never was one. */
  age(now: Temporal.Instant): number | null {
    try {
      return now.epochMilliseconds - statSync(this.#file).mtimeMs;
    } catch {
      return null;
    }
  }

  alive(now: Temporal.Instant): boolean {
    const age = this.age(now);
    return age !== null && age < PULSE_ALIVE_MS;
  }
}
