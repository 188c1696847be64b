import type { ModelMessage } from "ai";
import type { Target, TurnRef } from "#core/ports.ts";
import type { Approval } from "#stores/sessions/approvals.ts";
import { refusalOf, STANDS } from "../approvals/approval-gate.ts";
import { storeApproval } from "../approvals/enqueue-approval.ts";
import { appendMessages } from "../context/append-messages.ts";
import { forgetOutside } from "../context/forget-outside.ts";
import { APPROVED_NOTE, CONTINUE_NOTE, STOPPED_NOTE } from "../context/history.ts";
import type { ResolvedModel } from "../models/resolve-model.ts";
import type { AiSdk } from "../models/sdk.ts";
import { TurnRun } from "../turn/run-turn.ts";
import type { TurnContext, TurnPurpose } from "../turn/turn-context.ts";
import type { TurnResult } from "../turn/turn-result.ts";
import { sayResult } from "./say-result.ts";
import type { Slots } from "./slots.ts";

/** A chat reply is worth sending for a day (OUT-2). */
const REPLY_EXPIRES = { hours: 24 };

export interface ChatSessionContext extends TurnContext {
  readonly slots: Slots;
  readonly modelName: string;
  load(): Promise<{ ai: AiSdk; model: ResolvedModel }>;
}

/** What a turn was begun for. */
interface BegunTurn {
  readonly ref: TurnRef;
  readonly purpose: TurnPurpose;
}

/**
 * The turns of one session: one at a time, each begun by what waits in the store (AGT-3, AGT-4): input, or a call that
 * the owner has allowed (AGT-7).
 */
export class ChatSession {
  readonly #id: number;
  readonly #context: ChatSessionContext;
  #run: TurnRun | undefined;
  #working: Promise<void> | undefined;
  #continue = false;
  readonly #closed = new AbortController();
  #waitingUntil = 0;

  constructor(id: number, context: ChatSessionContext) {
    this.#id = id;
    this.#context = context;
  }

  /** Something may wait in the store: a running turn is told of it, an idle session begins one. */
  poke(): void {
    if (this.#run && this.#inputIsReady()) this.#run.noteInput();
    if (!this.#working && this.#hasWork()) this.#begin();
  }

  /** Begins a turn from the stored history (AGT-21). False while another one is under way. */
  continue(): boolean {
    if (this.#working || this.#closed.signal.aborted) return false;
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
    this.#closed.abort();
    await this.#working;
  }

  #hasWork(): boolean {
    if (this.#closed.signal.aborted) return false;
    return this.#continue || this.#inputIsReady() || this.#context.stores.approvals.decidedIn(this.#id).length > 0;
  }

  /** Input whose rest may still follow (TG-4) is looked at again when that time is over. */
  #inputIsReady(): boolean {
    const { stores, clock } = this.#context;
    const readyAt = stores.messages.pendingReadyAt(this.#id);
    if (readyAt === null) return false;
    if (readyAt <= clock.now().epochMilliseconds) return true;
    if (this.#waitingUntil !== readyAt) {
      this.#waitingUntil = readyAt;
      void clock.sleep(Temporal.Instant.fromEpochMilliseconds(readyAt), this.#closed.signal).then(() => this.poke());
    }
    return false;
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
    const begun = this.#start();
    if (!begun) return;
    const { ref } = begun;
    const limits = this.#context.limits();
    this.#run = new TurnRun(ref, this.#context, begun.purpose);
    this.#context.observer.started(ref);
    try {
      const { result, messages } = await this.#run.run({
        load: () => this.#context.load(),
        totalSeconds: ref.origin === "chat" ? limits.chatTurn : limits.reminderTurn,
        closing: this.#closed.signal,
        stepAside: (work) => this.#context.slots.stepAside(work),
      });
      this.#end(begun, result, messages);
    } finally {
      this.#run = undefined;
      this.#context.observer.ended(ref);
    }
  }

  /**
   * The turn's row is committed, with what it is for, before the first model call. Undefined if it turns out that there is
   * nothing for a turn to do.
   */
  #start(): BegunTurn | undefined {
    const { stores, clock, random, modelName } = this.#context;
    const turnId = `t-${random.id(12)}`;
    return stores.db.transaction(() => {
      const now = clock.now();
      const approved = this.#takeDecided(now);
      const input = approved === undefined && this.#inputIsReady();
      if (!approved && !input && !this.#continue) return undefined;
      const firing = approved && this.#firingOf(approved);
      const origin = firing ? "reminder" : "chat";
      stores.turns.start({ id: turnId, sessionId: this.#id, origin, model: modelName }, now);
      const note = approved ? APPROVED_NOTE : this.#continue ? CONTINUE_NOTE : undefined;
      if (note !== undefined) stores.messages.append(this.#id, "user", note, now, { turnId });
      if (!approved) this.#continue = false;
      const taken = input ? stores.messages.takePending(this.#id, turnId) : [];
      const messageId = taken.find((row) => row.telegramMessageId !== null)?.telegramMessageId;
      const target = stores.sessions.get(this.#id)?.target ?? null;
      return {
        ref: { turnId, sessionId: this.#id, origin, target, ...(messageId && { messageId }) },
        purpose: { ...(approved && { approved }), ...(firing && { firing }) },
      };
    });
  }

  /** Acts on decisions that no turn waits for: a refusal is written into the history, the first call allowed is returned. */
  #takeDecided(now: Temporal.Instant): Approval | undefined {
    const { stores } = this.#context;
    for (const approval of stores.approvals.decidedIn(this.#id)) {
      if (!stores.approvals.take(approval.id, now)) continue;
      if (approval.state === "allowed") return approval;
      stores.messages.append(this.#id, "assistant", `(${approval.tool}: ${refusalOf(approval)})`, now);
    }
    return undefined;
  }

  #firingOf({ firingId }: Approval): TurnPurpose["firing"] | undefined {
    const firing = firingId === null ? undefined : this.#context.stores.firings.get(firingId);
    return firing && { id: firing.id, text: firing.text, target: firing.target };
  }

  /** The turn's end, its last messages and what is said are one transaction (ARC-2); a turn that has ended says nothing more (AGT-19). */
  #end({ ref, purpose }: BegunTurn, result: TurnResult, messages: readonly ModelMessage[]): void {
    const { stores, clock } = this.#context;
    stores.db.transaction(() => {
      const now = clock.now();
      const ended = stores.turns.end(ref.turnId, result.outcome, now, {
        ...(result.outcome === "failed" && { error: result.fault.code }),
        ...(result.usage && { usage: result.usage }),
      });
      if (!ended) return;
      appendMessages(stores, ref, messages, now);
      forgetOutside(stores, ref.turnId);
      // A question that was asked already only outlives its turn.
      if (result.outcome === "waiting" && result.approval.held)
        return stores.approvals.release(ref.turnId, now.add(STANDS).epochMilliseconds);
      if (result.outcome === "stopped")
        stores.messages.append(this.#id, "assistant", STOPPED_NOTE, now, { turnId: ref.turnId });
      // The chat's place is read anew: a group can have moved to another id meanwhile.
      const target = purpose.firing ? this.#placeOf(purpose.firing) : stores.sessions.get(this.#id)?.target;
      if (!target) return;
      const firing = purpose.firing && stores.firings.get(purpose.firing.id);
      const payload = sayResult(result, firing && { id: firing.id, scheduleId: firing.scheduleId });
      const expiresAt = now.add(REPLY_EXPIRES).epochMilliseconds;
      if (payload)
        stores.outbox.enqueue(
          { key: `turn:${ref.turnId}`, target, payload, turnId: ref.turnId, ...(!purpose.firing && { expiresAt }) },
          now,
        );
      if (result.outcome === "waiting") storeApproval(stores, result.approval, target, now);
    });
  }

  #placeOf({ id, target }: NonNullable<TurnPurpose["firing"]>): Target {
    return this.#context.stores.firings.get(id)?.target ?? target;
  }
}
