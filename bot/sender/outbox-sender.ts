import type { Api } from "grammy";
import type { Clock, Log, Random, Wake, Words } from "#core/ports.ts";
import type { Stores } from "#stores/stores.ts";
import { loadMarkdown } from "../words/load-markdown.ts";
import { type MenuRenderer, MessageFreezer } from "./freeze-message.ts";
import { MessageDelivery, type SenderPreferences } from "./message-delivery.ts";
import { SendingPace } from "./sending-pace.ts";
import { announceBlocked } from "./tell-owner.ts";

/** Requests under way at once, one a chat. */
const MOST_IN_FLIGHT = 16;
/** The longest sleep: what another process queued, and what became due, is seen within it (ARC-12). */
const LONGEST_SLEEP_MS = 1_000;
/** After a fault of our own (a full disk) a chat rests so long. */
const FAULT_REST_MS = 5_000;

export interface OutboxSenderOptions {
  /** Its client has a time limit of less than a minute. */
  readonly api: Api;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly wake: Wake;
  readonly log: Log;
  readonly words: Words;
  readonly preferences: SenderPreferences;
  /** Takes secrets out of alerts, whose words come from outside (OUT-8). */
  readonly redact: (text: string) => string;
  /** Draws payloads of kind `menu`; without it they fail. */
  readonly menus?: MenuRenderer;
}

/** Sends what the outbox holds, in order per chat and within Telegram's limits (OUT-1…OUT-6). */
export class OutboxSender {
  readonly #options: OutboxSenderOptions;
  readonly #pace: SendingPace;
  readonly #delivery: MessageDelivery;
  readonly #inFlight = new Map<number, Promise<void>>();
  readonly #stopping = new AbortController();
  #nap = new AbortController();
  #awake = false;
  /** Spares the store the same question; the alert itself is made once by its key. */
  #toldBlocked: ReadonlySet<number> = new Set();
  #loop: Promise<void> | undefined;

  constructor(options: OutboxSenderOptions) {
    const { words, preferences, redact, menus } = options;
    this.#options = options;
    this.#pace = new SendingPace(options.clock);
    this.#delivery = new MessageDelivery({
      ...options,
      pace: this.#pace,
      freezer: new MessageFreezer({ words, preferences, redact, menus }),
    });
  }

  /** Takes up what an earlier process left, then sends until `stop`. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Finishes the requests in flight; what is left is sent after the next start (OUT-6). */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeUp();
    await this.#loop;
    await Promise.all(this.#inFlight.values());
  }

  async #run(): Promise<void> {
    const { clock, wake, log } = this.#options;
    const off = wake.on("outbox", () => this.#wakeUp());
    try {
      await this.#recover();
      while (!this.#stopping.signal.aborted) {
        this.#awake = false;
        let wait = LONGEST_SLEEP_MS;
        try {
          wait = this.#sendWhatMayGo();
          this.#tellOfBlockedChats();
        } catch (error) {
          log.error({ err: error }, "the outbox could not be read");
        }
        if (this.#awake) continue;
        this.#nap = new AbortController();
        await clock.sleep(clock.now().add({ milliseconds: Math.ceil(wait) }), this.#nap.signal);
        // Loaded in the first quiet second, so that neither the start nor the first reminder waits for it.
        if (!this.#awake) void loadMarkdown();
      }
    } finally {
      off();
    }
  }

  /** Starts a delivery for every chat that may send now; returns for how many milliseconds there is nothing more to do. */
  #sendWhatMayGo(): number {
    const { stores, clock } = this.#options;
    const now = clock.now();
    let wait = LONGEST_SLEEP_MS;
    const heldFor = Number(stores.meta.get("held_for_bot") || Number.NaN);
    const paused = stores.pause.settle(now) !== null;
    for (const head of stores.outbox.heads(now, Number.isNaN(heldFor) ? null : heldFor, paused)) {
      if (this.#inFlight.size >= MOST_IN_FLIGHT) break;
      if (this.#inFlight.has(head.chatId)) continue;
      const ready = head.nextAttemptAt - now.epochMilliseconds;
      const remaining = ready > 0 ? ready : this.#pace.take(head.chatId);
      if (remaining > 0) wait = Math.min(wait, remaining);
      else this.#inFlight.set(head.chatId, this.#deliver(head.id, head.chatId));
    }
    return wait;
  }

  async #deliver(id: number, chatId: number): Promise<void> {
    const { clock, log } = this.#options;
    try {
      await this.#delivery.deliver(id, this.#stopping.signal);
    } catch (error) {
      log.error({ err: error, outbox: id, chat: chatId }, "a message could not be handled");
      await clock.sleep(clock.now().add({ milliseconds: FAULT_REST_MS }), this.#stopping.signal);
      await this.#recover(id);
    } finally {
      this.#pace.arrived(chatId);
      this.#inFlight.delete(chatId);
      this.#wakeUp();
    }
  }

  /** A chat may be blocked long before a reminder for it is due: then an owner hears of it by another path (OUT-3). */
  #tellOfBlockedChats(): void {
    const { stores, clock } = this.#options;
    const blocked = stores.outbox.blockedWithReminders(clock.now());
    for (const chatId of blocked)
      if (!this.#toldBlocked.has(chatId)) stores.db.transaction(() => announceBlocked(stores, chatId, clock.now()));
    this.#toldBlocked = new Set(blocked);
  }

  /** Ends the tries of which nobody knows the outcome: all that an earlier process left, or the one of row `id`. */
  async #recover(id?: number): Promise<void> {
    const { stores, log } = this.#options;
    try {
      for (const row of stores.outbox.interrupted())
        if (id === undefined || row.id === id) await this.#delivery.recover(row);
    } catch (error) {
      log.error({ err: error }, "what was being sent could not be looked at");
    }
  }

  #wakeUp(): void {
    this.#awake = true;
    this.#nap.abort();
  }
}
