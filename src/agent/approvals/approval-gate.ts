import { createHash } from "node:crypto";
import { grantSubject } from "#core/approvals/grant-subject.ts";
import { showExactly } from "#core/approvals/show-exactly.ts";
import type { Clock, Random, Target, TurnRef, Wake } from "#core/ports.ts";
import type { Approval, NewApproval } from "#stores/sessions/approvals.ts";
import type { Stores } from "#stores/stores.ts";
import { enqueueApproval } from "./enqueue-approval.ts";

/** How long the tool of a chat turn waits for the owner (AGT-7). */
const CHAT_WAIT = { minutes: 10 };
/** How long an approval stands for which no turn waits. */
export const STANDS = { hours: 24 };
/** What a person can be asked to read before allowing it, in UTF-16 units. */
const LONGEST_SUBJECT = 3_000;
/** What another process decided or wrote is seen at the latest after this. */
const LOOK_EVERY = { seconds: 1 };

/** A call that needs the owner's word. */
export interface AskedCall {
  readonly tool: string;
  readonly callId: string;
  readonly input: unknown;
  /** What would be done, in full. */
  readonly subject: string;
  readonly cwd: string | null;
  /** Whether Always makes sense for this tool. */
  readonly grantable: boolean;
}

export type GateAnswer = { readonly go: true } | { readonly go: false; readonly reason: string };

export interface GateContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly wake: Wake;
}

/** What the gate needs of its turn. */
export interface GatedTurn {
  readonly turn: TurnRef;
  /** The reminder whose turn it is. */
  readonly firingId: number | null;
  /** The place whose owner Always binds to; a private chat has its owner's id. */
  readonly place: Target | null;
  /** Whose words the model has read that are not the owner's. */
  sources(): readonly string[];
  /** Runs `work` without the turn's own time limit and without its slot. */
  waiting(tool: string, work: () => Promise<GateAnswer>): Promise<GateAnswer>;
  /** Aborts when the process is to stop: an open question outlives it. */
  readonly closing: AbortSignal;
  /** Ends the turn as `waiting`: nobody sits in front of a reminder's turn, and a stop does not wait for a person. */
  endWaiting(approval: NewApproval): void;
}

/**
 * Asks the owner before a tool runs (AGT-7, AGT-8). In a chat turn the call waits for the answer, and a new message is
 * one: it denies the call and steers. In a reminder's turn the turn ends, and the decision begins another.
 */
export class ApprovalGate {
  readonly #context: GateContext;
  readonly #turn: GatedTurn;

  constructor(context: GateContext, turn: GatedTurn) {
    this.#context = context;
    this.#turn = turn;
  }

  /** Rejects if `signal` aborts while it waits. */
  async pass(call: AskedCall, signal: AbortSignal): Promise<GateAnswer> {
    const { stores, clock, random } = this.#context;
    const { turn, firingId, place } = this.#turn;
    const sources = this.#turn.sources();
    const ownerId = place && place.chatId > 0 ? place.chatId : null;
    const grantable = call.grantable && sources.length === 0 && ownerId !== null;
    const subject = showExactly(call.subject);
    const always = {
      tool: call.tool,
      subject: grantSubject({ ...call, subject }),
      cwd: call.cwd,
      ownerId: ownerId ?? 0,
    };
    if (grantable && stores.grants.has(always)) return { go: true };
    if (subject.length > LONGEST_SUBJECT)
      return {
        go: false,
        reason: `The owner has to read this before it may run, and it is over ${LONGEST_SUBJECT} characters. Do it in shorter steps.`,
      };
    const chat = turn.origin === "chat";
    // Whoever has written meanwhile is read first; there is nothing to ask then.
    if (chat && stores.messages.hasPending(turn.sessionId))
      return { go: false, reason: refusalOf({ state: "denied", reason: "new_message" }) };
    const approval: NewApproval = {
      id: `a-${random.id(12)}`,
      turnId: turn.turnId,
      sessionId: turn.sessionId,
      firingId,
      tool: call.tool,
      callId: call.callId,
      input: call.input,
      hash: hashCall(call.tool, call.input),
      subject,
      cwd: call.cwd,
      sources: [...sources],
      grantable,
      held: chat,
      expiresAt: clock.now().add(chat ? CHAT_WAIT : STANDS).epochMilliseconds,
    };
    if (!chat || turn.target === null) {
      this.#turn.endWaiting({ ...approval, held: false });
      signal.throwIfAborted();
      return { go: false, reason: "The owner is asked." };
    }
    const { target } = turn;
    stores.db.transaction(() => {
      const now = clock.now();
      stores.approvals.add(approval, now);
      enqueueApproval(stores, approval, target, now);
    });
    return this.#turn.waiting(call.tool, () => this.#wait(approval, signal));
  }

  async #wait(asked: NewApproval, signal: AbortSignal): Promise<GateAnswer> {
    const { id, expiresAt, sessionId } = asked;
    const { stores, clock, wake } = this.#context;
    const { closing } = this.#turn;
    const expires = Temporal.Instant.fromEpochMilliseconds(expiresAt);
    let woken = new AbortController();
    const unsubscribe = wake.on(`session:${sessionId}`, () => woken.abort());
    try {
      for (;;) {
        woken = new AbortController();
        const now = clock.now();
        if (closing.aborted) {
          this.#turn.endWaiting(asked);
          throw closing.reason;
        }
        if (signal.aborted) stores.approvals.decide(id, { state: "denied", reason: "stopped" }, now);
        else if (stores.messages.hasPending(sessionId))
          stores.approvals.decide(id, { state: "denied", reason: "new_message" }, now);
        else if (Temporal.Instant.compare(now, expires) >= 0) stores.approvals.decide(id, { state: "expired" }, now);
        const approval = stores.approvals.get(id);
        if (approval?.state !== "waiting") {
          // Whatever was decided a moment before the turn was stopped: a stopped turn does nothing more.
          stores.approvals.take(id, now);
          signal.throwIfAborted();
          return approval ? answerOf(approval) : { go: false, reason: "The call is gone." };
        }
        const look = clock.now().add(LOOK_EVERY);
        await clock.sleep(
          Temporal.Instant.compare(look, expires) < 0 ? look : expires,
          AbortSignal.any([signal, woken.signal, closing]),
        );
      }
    } finally {
      unsubscribe();
    }
  }
}

function answerOf(approval: Approval): GateAnswer {
  return approval.state === "allowed" ? { go: true } : { go: false, reason: refusalOf(approval) };
}

/** Why a call was not carried out, for the model. */
export function refusalOf({ state, reason }: Pick<Approval, "state" | "reason">): string {
  if (state === "expired") return "The owner did not answer in time, so it was not done.";
  if (reason === "new_message") return "Not done: the owner wrote a new message instead of deciding. Read it first.";
  return "The owner denied this, so it was not done. Do not try it again in another way.";
}

/** Binds a decision to the exact call. */
export function hashCall(tool: string, input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, input ?? null]))
    .digest("hex");
}
