import { AppError } from "#core/errors.ts";
import type { Clock, Log } from "#core/ports.ts";
import { Countdown } from "./countdown.ts";

export interface ExecutionGuard {
  readonly clock: Clock;
  readonly log: Log;
  readonly turnId: string;
  /** Seconds that a tool may take (AGT-10). */
  readonly limit: number;
}

/**
 * Runs a tool within its time limit and the turn's signal, whether or not it heeds either. What it throws goes to the
 * log; the model gets a sentence without details, since those can hold secrets.
 */
export async function guardExecution<T>(
  toolName: string,
  guard: ExecutionGuard,
  turnSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const countdown = new Countdown(guard.clock, () =>
    limit.abort(new AppError("tool_timeout", `${toolName} took over ${guard.limit} s`)),
  );
  const signal = turnSignal ? AbortSignal.any([turnSignal, limit.signal]) : limit.signal;
  // A tool that has not begun when the turn is broken off must not begin any more.
  signal.throwIfAborted();
  countdown.restart(guard.limit);
  try {
    return await Promise.race([work(signal), rejectOnAbort(signal)]);
  } catch (error) {
    if (turnSignal?.aborted) throw error;
    guard.log.warn({ turn: guard.turnId, tool: toolName, err: error }, "a tool failed");
    throw new Error(
      error instanceof AppError && error.code === "tool_timeout"
        ? `${toolName} did not answer within ${guard.limit} s.`
        : `${toolName} failed.`,
    );
  } finally {
    countdown.stop();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
