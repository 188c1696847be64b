/** Beyond this the wall clock did not merely run: it was set, or the machine slept (TIME-30). */
const JUMP_MS = 5 * 60_000;
/** How long overdue rows are held after a jump forward, in case the clock is set back at once. */
export const HOLD_MS = 60_000;

/**
 * Compares how far the wall clock and the monotonic clock went since the last look, in milliseconds.
 * `forward` is treated as downtime; after `backward` elapsed times keep their distance.
 */
export function detectJump(
  wallMs: number,
  monotonicMs: number,
): { kind: "none" } | { kind: "forward" | "backward"; byMs: number } {
  const byMs = wallMs - monotonicMs;
  if (byMs > JUMP_MS) return { kind: "forward", byMs };
  if (byMs < -JUMP_MS) return { kind: "backward", byMs };
  return { kind: "none" };
}
