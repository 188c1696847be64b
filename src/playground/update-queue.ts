import type { ServerResponse } from "node:http";
import type { Update } from "grammy/types";
import { BotApiError } from "./bot-api-error.ts";
import type { Params } from "./wire.ts";

/** Kinds of updates that come only when they are asked for by name. */
const ASKED_FOR = new Set(["chat_member", "message_reaction", "message_reaction_count"]);
const MAX_UPDATES = 100;
const MAX_TIMEOUT_SECONDS = 50;

type Settle = (outcome: { updates: readonly Update[] } | { error: BotApiError }) => void;
interface Poll {
  readonly limit: number;
  readonly settle: Settle;
}

export interface QueueSnapshot {
  readonly nextUpdateId: number;
  readonly pending: readonly Update[];
  readonly allowed: readonly string[] | null;
}

/**
 * Updates that the bot has not confirmed. An update is confirmed by an offset beyond it, and stays until then:
 * a bot that died sees it again.
 */
export class UpdateQueue {
  #pending: Update[] = [];
  #nextUpdateId = 1;
  #allowed: readonly string[] | null = null;
  #poll: Poll | undefined;
  #polls = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get pendingCount(): number {
    return this.#pending.length;
  }

  /** How often the bot has polled. */
  get pollCount(): number {
    return this.#polls;
  }

  /** Queues an update unless the bot does not want its kind; returns its id, or null. */
  push(update: Omit<Update, "update_id">): number | null {
    const kind = Object.keys(update)[0]!;
    const wanted =
      this.#allowed === null || this.#allowed.length === 0 ? !ASKED_FOR.has(kind) : this.#allowed.includes(kind);
    if (!wanted) return null;
    const update_id = this.#nextUpdateId++;
    this.#pending.push({ update_id, ...update });
    this.#onChange();
    this.#deliver();
    return update_id;
  }

  drop(): void {
    this.#pending = [];
    this.#onChange();
  }

  /** A long poll. A second one ends the first with 409, as Telegram does. */
  async poll(params: Params, response: ServerResponse): Promise<readonly Update[]> {
    const offset = Number(params.offset ?? 0);
    const limit = Math.min(MAX_UPDATES, Math.max(1, Number(params.limit ?? MAX_UPDATES)));
    const timeout = Math.min(MAX_TIMEOUT_SECONDS, Math.max(0, Number(params.timeout ?? 0)));
    if (Array.isArray(params.allowed_updates)) this.#allowed = params.allowed_updates.map(String);
    this.end(
      new BotApiError(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      ),
    );
    this.#confirm(offset);
    this.#polls++;
    this.#onChange();
    if (this.#pending.length > 0 || timeout === 0) return this.#pending.slice(0, limit);
    const { promise, resolve, reject } = Promise.withResolvers<readonly Update[]>();
    const poll: Poll = {
      limit,
      settle: (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.updates)),
    };
    this.#poll = poll;
    const leave = () => {
      if (this.#poll === poll) this.#poll = undefined;
      resolve([]);
    };
    const timer = setTimeout(leave, timeout * 1000);
    response.once("close", leave);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      response.off("close", leave);
    }
  }

  /** Ends the waiting poll, with an error or with nothing. */
  end(error?: BotApiError): void {
    const poll = this.#poll;
    this.#poll = undefined;
    poll?.settle(error ? { error } : { updates: [] });
  }

  snapshot(): QueueSnapshot {
    return { nextUpdateId: this.#nextUpdateId, pending: this.#pending, allowed: this.#allowed };
  }

  /** @param gap by how much the ids skip ahead, for those handed out after the last save */
  restore(snapshot: QueueSnapshot, gap: number): void {
    this.#nextUpdateId = snapshot.nextUpdateId + gap;
    this.#pending = [...snapshot.pending];
    this.#allowed = snapshot.allowed;
  }

  #confirm(offset: number): void {
    const before = this.#pending.length;
    if (offset < 0) this.#pending = this.#pending.slice(offset);
    else if (offset > 0) this.#pending = this.#pending.filter(({ update_id }) => update_id >= offset);
    if (this.#pending.length !== before) this.#onChange();
  }

  #deliver(): void {
    const poll = this.#poll;
    if (!poll) return;
    this.#poll = undefined;
    poll.settle({ updates: this.#pending.slice(0, poll.limit) });
  }
}
