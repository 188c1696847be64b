import { type Api, GrammyError, HttpError } from "grammy";
import type { Update } from "grammy/types";
import { AppError } from "#core/errors.ts";
import type { Clock, Log, Random } from "#core/ports.ts";
import type { Stores } from "#stores/stores.ts";

/** Everything that the bot handles; Telegram leaves reactions out unless they are named. */
const ALLOWED_UPDATES = [
  "message",
  "edited_message",
  "callback_query",
  "message_reaction",
  "my_chat_member",
  "stopped_message_generation",
] as const satisfies readonly Exclude<keyof Update, "update_id">[];

/** How long Telegram holds an empty poll, in seconds. */
const POLL_SECONDS = 25;
const MAX_TRIES = 3;
/** A new update is stored with its first try counted: it is made at once, and a write of its own would be one sync more. */
const FIRST_TRY = 1;
/** Pauses before the second and the third try of an update, in milliseconds. */
const PAUSES = [1_000, 5_000] as const;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** A conflict ends at the earliest when the other poller's request has ended, which is after its poll (TG-16). */
const CONFLICT_MS = 30_000;
/** No more updates are fetched while so many wait for their handlers. */
const MAX_IN_FLIGHT = 200;
/** How often the last contact is written down for `doctor`, in milliseconds. */
const CONTACT_EVERY_MS = 60_000;

export interface InboxOptions {
  readonly api: Pick<Api, "getUpdates">;
  readonly botId: number;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Handles an update and marks it as handled; a rejection means that nothing of it was stored. */
  readonly handle: (update: Update) => Promise<void>;
}

/**
 * The stored inbox (TG-15): an update is written down before its offset moves, is handled in the order of its chat,
 * and is replayed at the next start if it was not finished. Chats do not wait for each other.
 */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #stopping = new AbortController();
  /** The end of each lane's queue. */
  readonly #lanes = new Map<string, Promise<void>>();
  #inFlight = 0;
  #retryMs = FIRST_RETRY_MS;
  #inConflict = false;
  #contactWritten = Number.NEGATIVE_INFINITY;
  #lastContactAt: Temporal.Instant | null = null;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** When Telegram last answered a poll. */
  get lastContactAt(): Temporal.Instant | null {
    return this.#lastContactAt;
  }

  /**
   * Polls until {@link stop}.
   * @throws AppError `telegram_token_wrong`
   */
  async run(): Promise<void> {
    const { api, botId, stores, clock } = this.#options;
    const { signal } = this.#stopping;
    for (const waiting of stores.updates.waiting(botId)) this.#dispatch(waiting.body as Update, null);
    let offset: number | undefined;
    while (!signal.aborted) {
      try {
        const updates = await api.getUpdates(
          {
            timeout: POLL_SECONDS,
            limit: 100,
            allowed_updates: ALLOWED_UPDATES,
            ...(offset !== undefined && { offset }),
          },
          signal as unknown as Parameters<Api["getUpdates"]>[1],
        );
        this.#contact();
        const fresh = stores.updates.receive(botId, updates, clock.now());
        const last = updates.at(-1);
        if (last) offset = last.update_id + 1;
        for (const update of fresh) this.#dispatch(update, FIRST_TRY);
        if (this.#inFlight >= MAX_IN_FLIGHT) await this.#settled();
      } catch (error) {
        if (signal.aborted) break;
        const waitMs = this.#waitAfter(error);
        await clock.sleep(clock.now().add({ milliseconds: waitMs }), signal);
      }
    }
  }

  /** Stops polling and waits for the handlers in flight. What they did not finish is replayed at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#settled();
  }

  #settled(): Promise<unknown> {
    return Promise.all(this.#lanes.values());
  }

  #contact(): void {
    const { stores, clock, log } = this.#options;
    const now = clock.now();
    this.#retryMs = FIRST_RETRY_MS;
    this.#lastContactAt = now;
    if (this.#inConflict) {
      this.#inConflict = false;
      log.info({}, "the other poller is gone: updates arrive here again");
    }
    if (now.epochMilliseconds - this.#contactWritten < CONTACT_EVERY_MS) return;
    this.#contactWritten = now.epochMilliseconds;
    stores.meta.set("telegram_contact_at", String(now.epochMilliseconds));
  }

  /** Milliseconds to wait after a failed poll. */
  #waitAfter(error: unknown): number {
    const { stores, clock, random, log } = this.#options;
    if (error instanceof GrammyError) {
      if (error.error_code === 401 || error.error_code === 404) throw wrongToken(error);
      if (error.error_code === 409) {
        stores.meta.set("poller_conflict_at", String(clock.now().epochMilliseconds));
        if (!this.#inConflict)
          log.warn(
            { reason: networkReason(error) },
            "another process polls with this bot's token: stop it; trying again every half minute",
          );
        this.#inConflict = true;
        return CONFLICT_MS + Math.floor(random.float() * 10_000);
      }
      if (error.error_code === 429) return (error.parameters.retry_after ?? 5) * 1_000;
    }
    const waitMs = this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    warnOfRetry(log, error, waitMs, "no updates could be fetched; trying again");
    return waitMs;
  }

  /** `counted` is the try that is on record already; null: none for this start. */
  #dispatch(update: Update, counted: number | null): void {
    const lane = laneOf(update);
    this.#inFlight++;
    const end = (this.#lanes.get(lane) ?? Promise.resolve())
      .then(() => this.#process(update, counted))
      .catch((error: unknown) => {
        // The store itself failed: the update stays unhandled in it and is replayed at the next start.
        this.#options.log.error({ update: update.update_id, err: error }, "an update could not be recorded");
      })
      .finally(() => {
        this.#inFlight--;
        if (this.#lanes.get(lane) === end) this.#lanes.delete(lane);
      });
    this.#lanes.set(lane, end);
  }

  async #process(update: Update, counted: number | null): Promise<void> {
    const { botId, stores, clock, log, handle } = this.#options;
    for (let onRecord = counted; ; onRecord = null) {
      if (this.#stopping.signal.aborted) return;
      // Counted before it is made: a crash in the middle consumes the try, so no update can crash Vigil for ever.
      const tries = onRecord ?? stores.updates.countTry(botId, update.update_id);
      if (tries > MAX_TRIES) return this.#setAside(update, "it never came to an end");
      try {
        return await handle(update);
      } catch (error) {
        log.error({ update: update.update_id, tries, err: error }, "an update could not be handled");
        if (tries >= MAX_TRIES) return this.#setAside(update, reasonOf(error));
        await clock.sleep(clock.now().add({ milliseconds: PAUSES[tries - 1] ?? 0 }), this.#stopping.signal);
      }
    }
  }

  /** Gives an update up and tells the owner, in one transaction. */
  #setAside(update: Update, reason: string): void {
    const { botId, stores, clock } = this.#options;
    const now = clock.now();
    stores.db.transaction(() => {
      stores.updates.handled(botId, update.update_id, now, reason);
      const chatId = stores.owners.list().find((owner) => owner.privateChatId !== null)?.privateChatId;
      if (chatId === undefined || chatId === null) return;
      stores.outbox.enqueue(
        {
          key: `update-aside:${botId}:${update.update_id}`,
          target: { chatId, threadId: null },
          payload: { kind: "alert", code: "update-aside", params: { update: String(update.update_id), reason } },
        },
        now,
      );
    });
  }
}

/** Updates of a lane are handled one after another. Presses do not wait behind messages, and nothing holds back a stop (TG-4). */
function laneOf(update: Update): string {
  if (update.stopped_message_generation || /^\/stop(@\w+)?(\s|$)/i.test(update.message?.text ?? "")) return "stop";
  if (update.callback_query) return `press:${update.callback_query.message?.chat.id ?? update.callback_query.from.id}`;
  const chat = (update.message ?? update.edited_message ?? update.my_chat_member ?? update.message_reaction)?.chat;
  return `chat:${chat?.id ?? 0}`;
}

/** What is said when Telegram does not know the token. */
export function wrongToken(cause: unknown): AppError {
  return new AppError("telegram_token_wrong", "Telegram does not accept the bot's token.", {
    cause,
    remedy: "Copy the token of your bot from @BotFather into TELEGRAM_BOT_TOKEN and start again.",
  });
}

/** A line a retry while Telegram is away for long: what keeps it away; the stack says no more and is for `debug`. */
export function warnOfRetry(log: Log, error: unknown, waitMs: number, message: string): void {
  log.warn({ reason: networkReason(error), waitMs }, message);
  log.debug({ err: error }, message);
}

/** The system's own code where there is one: `ECONNREFUSED`, `ENOTFOUND`. */
function networkReason(error: unknown): string {
  if (error instanceof GrammyError) return `${error.error_code} ${error.description}`;
  const fault: unknown = error instanceof HttpError ? error.error : error;
  if (!(fault instanceof Error)) return String(fault);
  const code = (fault as NodeJS.ErrnoException).code ?? (fault.cause as NodeJS.ErrnoException | undefined)?.code;
  return code ?? fault.message;
}

/** grammY wraps what a handler threw: the cause is what matters. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && "error" in error ? error.error : error;
  return cause instanceof Error ? cause.message : String(cause);
}
