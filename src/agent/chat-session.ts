import type { ModelMessage } from "ai";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { TurnRef } from "#core/ports.ts";
import { appendMessages } from "./append-messages.ts";
import type { Fault } from "./faults.ts";
import { CONTINUE_NOTE, STOPPED_NOTE } from "./history.ts";
import type { ResolvedModel } from "./models/resolve-model.ts";
import { TurnRun } from "./run-turn.ts";
import type { AiSdk } from "./sdk.ts";
import type { Slots } from "./slots.ts";
import type { TurnContext } from "./turn-context.ts";
import type { TurnResult } from "./turn-result.ts";

/** A chat reply is worth sending for a day (OUT-2). */
const REPLY_EXPIRES = { hours: 24 };

export interface ChatSessionContext extends TurnContext {
  readonly slots: Slots;
  readonly modelName: string;
  load(): Promise<{ ai: AiSdk; model: ResolvedModel }>;
}

/** The turns of one session: one at a time, each begun by what waits in the store (AGT-3, AGT-4). */
export class ChatSession {
  readonly #id: number;
  readonly #context: ChatSessionContext;
  #run: TurnRun | undefined;
  #working: Promise<void> | undefined;
  #continue = false;
  #closed = false;

  constructor(id: number, context: ChatSessionContext) {
    this.#id = id;
    this.#context = context;
  }

  /** Something may wait in the store: a running turn is told of it, an idle session begins one. */
  poke(): void {
    if (this.#run && this.#context.stores.messages.hasPending(this.#id)) this.#run.noteInput();
    if (!this.#working && this.#hasWork()) this.#begin();
  }

  /** Begins a turn from the stored history (AGT-21). False while another one is under way. */
  continue(): boolean {
    if (this.#working || this.#closed) return false;
    this.#continue = true;
    this.#begin();
    return true;
  }

  /** Ends the running turn as `stopped`; false if there is none. */
  stop(): boolean {
    this.#run?.breakOff({ kind: "stopped" });
    return this.#run !== undefined;
  }

  /** No new turns. Resolves when the running one has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  #hasWork(): boolean {
    return !this.#closed && (this.#continue || this.#context.stores.messages.hasPending(this.#id));
  }

  #begin(): void {
    // Not in the caller's stack: it may be inside a transaction, which ours would join.
    this.#working = Promise.resolve()
      .then(() => this.#work())
      .then(
        () => {
          this.#working = undefined;
          // Input that came after the last look and before this line found the session at work.
          if (this.#hasWork()) this.#begin();
        },
        (error) => {
          this.#working = undefined;
          // What fails here is our own storage; the next look at the store begins anew.
          this.#context.log.error({ session: this.#id, err: error }, "a session's turn broke");
        },
      );
  }

  async #work(): Promise<void> {
    while (this.#hasWork()) await this.#context.slots.run(() => this.#turn());
  }

  async #turn(): Promise<void> {
    if (!this.#hasWork()) return;
    const turn = this.#start();
    this.#run = new TurnRun(turn, this.#context);
    this.#context.observer.started(turn);
    try {
      const { result, messages } = await this.#run.run({
        load: () => this.#context.load(),
        totalSeconds: this.#context.limits().chatTurn,
      });
      this.#end(turn, result, messages);
    } finally {
      this.#run = undefined;
      this.#context.observer.ended(turn);
    }
  }

  /** The turn's row is committed, with its input, before the first model call. */
  #start(): TurnRef {
    const { stores, clock, random, modelName } = this.#context;
    const turnId = `t-${random.id(12)}`;
    return stores.db.transaction(() => {
      const now = clock.now();
      stores.turns.start({ id: turnId, sessionId: this.#id, origin: "chat", model: modelName }, now);
      if (this.#continue) stores.messages.append(this.#id, "user", CONTINUE_NOTE, now, { turnId });
      this.#continue = false;
      stores.messages.takePending(this.#id, turnId);
      return { turnId, sessionId: this.#id, origin: "chat", target: stores.sessions.get(this.#id)?.target ?? null };
    });
  }

  /** The turn's end, its last messages and what is said are one transaction (ARC-2); a turn that has ended says nothing more (AGT-19). */
  #end(turn: TurnRef, result: TurnResult, messages: readonly ModelMessage[]): void {
    const { stores, clock } = this.#context;
    const state = { done: "done", failed: "failed", stopped: "stopped" } as const;
    stores.db.transaction(() => {
      const now = clock.now();
      const ended = stores.turns.end(turn.turnId, state[result.outcome], now, {
        ...(result.outcome === "failed" && { error: result.fault.code }),
        ...(result.usage && { usage: result.usage }),
      });
      // The chat's place is read anew: a group can have moved to another id meanwhile.
      const target = stores.sessions.get(this.#id)?.target;
      if (!ended) return;
      appendMessages(stores, turn, messages, now);
      if (result.outcome === "stopped")
        stores.messages.append(this.#id, "assistant", STOPPED_NOTE, now, { turnId: turn.turnId });
      if (!target) return;
      const expiresAt = now.add(REPLY_EXPIRES).epochMilliseconds;
      stores.outbox.enqueue(
        { key: `turn:${turn.turnId}`, target, payload: sayResult(result), expiresAt, turnId: turn.turnId },
        now,
      );
    });
  }
}

/** What the owner is told of a turn's end. Times that were set show their cards whatever became of the answer. */
function sayResult(result: TurnResult): PayloadInput {
  const cards = result.cards ?? [];
  switch (result.outcome) {
    case "done":
      return { kind: "reply", markdown: result.text, cards };
    case "stopped":
      return { kind: "notice", code: "stopped", cards };
    case "failed":
      return { kind: "notice", ...sayFault(result.fault), cards };
    default:
      return result satisfies never;
  }
}

function sayFault({ code, waitSeconds }: Fault): { code: string; params?: Record<string, string | number> } {
  if (code !== "rate_limited" || waitSeconds === undefined) return { code: `fault-${code.replaceAll("_", "-")}` };
  const params =
    waitSeconds < 120
      ? { count: Math.max(1, waitSeconds), unit: "seconds" }
      : { count: Math.ceil(waitSeconds / 60), unit: "minutes" };
  return { code: "fault-rate-limited-wait", params };
}
