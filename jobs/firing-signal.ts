/**
 * Why a firing's work is broken off: its row was removed, so nothing of it may be sent (REM-6); or the process ends,
 * so nothing is written and the next start recovers it (OPS-10, REM-13).
 */
export type BrokenOff = "removed" | "abandoned";

/** The reason for which `signal` was aborted; null while it was not. */
export function brokenOff(signal: AbortSignal): BrokenOff | null {
  if (!signal.aborted) return null;
  return signal.reason === ("removed" satisfies BrokenOff) ? "removed" : "abandoned";
}
