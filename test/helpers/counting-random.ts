import type { Random } from "#core/ports.ts";

/** Ids that count up, and jitter that is always the middle: repeatable. */
export class CountingRandom implements Random {
  #next = 0;
  float(): number {
    return 0.5;
  }
  id(length: number): string {
    return (this.#next++).toString(36).padStart(length, "0");
  }
}
