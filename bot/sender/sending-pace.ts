import { paceAfter, paceArrived, paceWait, RESTED } from "#core/outbox/pace.ts";
import type { Clock } from "#core/ports.ts";

/** The longest sleep: what is on its way may be back at any moment. */
const LONGEST_SLEEP_MS = 1_000;

/** The pace of all messages that leave this process (OUT-1). */
export class SendingPace {
  readonly #clock: Clock;
  #pace = RESTED;
  /** Chats to which a message is on its way; one at a time. */
  readonly #onTheWay = new Set<number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes the chat's turn if it may send now; else returns for how many milliseconds it has to wait. */
  take(chatId: number): number {
    const at = this.#clock.monotonic();
    const wait = paceWait(this.#pace, chatId, at);
    if (wait > 0) return Math.min(wait, LONGEST_SLEEP_MS);
    this.#pace = paceAfter(this.#pace, chatId, at);
    this.#onTheWay.add(chatId);
    return 0;
  }

  /** The answer to the chat's message is back, or it did not leave after all. */
  arrived(chatId: number): void {
    if (this.#onTheWay.delete(chatId)) this.#pace = paceArrived(this.#pace, chatId, this.#clock.monotonic());
  }

  /** Waits for the chat's turn and takes it; false if `signal` aborted first. */
  async turn(chatId: number, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const wait = this.take(chatId);
      if (wait === 0) return true;
      await this.#clock.sleep(this.#clock.now().add({ milliseconds: Math.ceil(wait) }), signal);
    }
    return false;
  }
}
