import type { BotApi } from "./bot-api.ts";

export interface WaitOptions {
  /** 5 seconds unless said otherwise. */
  readonly timeoutMs?: number;
  /** Names what is waited for in the error. */
  readonly what?: string;
}

const DEFAULT_TIMEOUT_MS = 5000;
const DUMPED_CALLS = 12;

/**
 * Waits until `check` returns something, asking again after every call, update and change.
 * @throws Error after the time limit, with the last calls
 */
export function waitFor<T>(
  api: BotApi,
  check: () => T | undefined | null | false,
  { timeoutMs = DEFAULT_TIMEOUT_MS, what = "what the test expects" }: WaitOptions,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      stopWatching();
    };
    const attempt = () => {
      try {
        const found = check();
        if (!found) return;
        settle();
        resolve(found);
      } catch (error) {
        settle();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setTimeout(() => {
      settle();
      reject(new Error(`waited ${timeoutMs} ms for ${what}; ${dump(api)}`));
    }, timeoutMs);
    const stopWatching = api.watch(attempt);
    attempt();
  });
}

function dump(api: BotApi): string {
  const calls = api.calls.slice(-DUMPED_CALLS).map((call) => {
    const refusal = call.response?.description;
    return `  ${call.n}. ${call.method} ${call.status ?? "…"} ${JSON.stringify(call.payload).slice(0, 200)}${refusal === undefined ? "" : ` → ${String(refusal)}`}`;
  });
  return `${api.updates.pendingCount} updates unconfirmed; last of ${api.calls.length} calls:\n${calls.join("\n") || "  none"}`;
}
