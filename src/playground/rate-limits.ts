/** One message a second on average, with a burst of five (OUT-1). */
const PRIVATE_BURST = 5;
const PRIVATE_REFILL_MS = 1000;
const GROUP_MESSAGES = 20;
const GROUP_WINDOW_MS = 60_000;
const OVERALL_MESSAGES = 30;
const OVERALL_WINDOW_MS = 1000;

/**
 * Telegram's limits on sending, as far as they are known (OUT-1, PLY-3). A refused message does not count.
 * The wall clock is the world's, in epoch milliseconds.
 */
export class RateLimits {
  readonly #now: () => number;
  readonly #private = new Map<number, { tokens: number; at: number }>();
  readonly #groups = new Map<number, number[]>();
  #overall: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one message to the chat, or returns for how many whole seconds it is refused; 0 means accepted. */
  take(chat: { readonly id: number; readonly kind: string }): number {
    const now = this.#now();
    this.#overall = within(this.#overall, now, OVERALL_WINDOW_MS);
    const waitOverall = this.#overall.length < OVERALL_MESSAGES ? 0 : this.#overall[0]! + OVERALL_WINDOW_MS - now;
    const wait = Math.max(
      waitOverall,
      chat.kind === "private" ? this.#waitPrivate(chat.id, now) : this.#waitGroup(chat.id, now),
    );
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#overall.push(now);
    if (chat.kind === "private") this.#private.get(chat.id)!.tokens -= 1;
    else this.#groups.get(chat.id)!.push(now);
    return 0;
  }

  #waitPrivate(chatId: number, now: number): number {
    const bucket = this.#private.get(chatId) ?? { tokens: PRIVATE_BURST, at: now };
    bucket.tokens = Math.min(PRIVATE_BURST, bucket.tokens + Math.max(0, now - bucket.at) / PRIVATE_REFILL_MS);
    bucket.at = now;
    this.#private.set(chatId, bucket);
    return bucket.tokens >= 1 ? 0 : (1 - bucket.tokens) * PRIVATE_REFILL_MS;
  }

  #waitGroup(chatId: number, now: number): number {
    const sent = within(this.#groups.get(chatId) ?? [], now, GROUP_WINDOW_MS);
    this.#groups.set(chatId, sent);
    return sent.length < GROUP_MESSAGES ? 0 : sent[0]! + GROUP_WINDOW_MS - now;
  }
}

function within(times: readonly number[], now: number, windowMs: number): number[] {
  return times.filter((time) => now - time < windowMs && time <= now);
}
