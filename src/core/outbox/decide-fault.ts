import { type Payload, repeatsAfterUnknown } from "./payload.ts";
import type { SendFault } from "./send-fault.ts";

/** After so many faults in a row a row is set aside, if others pass meanwhile (OUT-2). */
const FAULTS_IN_A_ROW = 5;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** What is known about a row and the part that was being sent. */
export interface SendFacts {
  readonly payload: Payload;
  /** Tries so far, with this one. */
  readonly attempts: number;
  /** It was sent once more after an unknown outcome already. */
  readonly repeated: boolean;
  /** The row is bound to a topic. */
  readonly inTopic: boolean;
  /** The part went out with entities, with buttons, as an answer to a message. */
  readonly formatted: boolean;
  readonly buttons: boolean;
  readonly answers: boolean;
  /** The part went out as nothing but its words already. */
  readonly plain: boolean;
  /** Another row was accepted since this one failed first. */
  readonly othersPassed: boolean;
  /** In [0, 1): spreads retries. */
  readonly jitter: number;
}

/** What to do after a fault. Instants are left to the caller: waits are in milliseconds. */
export type FaultDecision =
  /** Ask again at once without what was refused. */
  | { readonly kind: "send_bare"; readonly without: "entities" | "buttons" | "reply" | "everything" }
  | { readonly kind: "mute_chat"; readonly ms: number }
  | { readonly kind: "retry"; readonly ms: number }
  /** Once more, marked as a possible duplicate. */
  | { readonly kind: "repeat"; readonly ms: number }
  /** A reply whose outcome is not known: the session is told in one line. */
  | { readonly kind: "lost" }
  | { readonly kind: "block_chat" }
  | { readonly kind: "leave_topic" }
  | { readonly kind: "migrate"; readonly to: number }
  | { readonly kind: "set_aside" }
  | { readonly kind: "refuse" }
  /** Refused like any other message to this chat would be. */
  | { readonly kind: "give_up_chat" };

/** Decides what becomes of a row after a failed call (OUT-2, OUT-3). */
export function decideAfterFault(facts: SendFacts, fault: SendFault): FaultDecision {
  switch (fault.kind) {
    case "rate_limited":
      return { kind: "mute_chat", ms: fault.retryAfterSeconds * 1_000 };
    case "unreachable":
    case "server":
      if (facts.attempts >= FAULTS_IN_A_ROW && facts.othersPassed) return { kind: "set_aside" };
      return { kind: "retry", ms: retryDelay(facts.attempts, facts.jitter) };
    case "outcome_unknown":
      if (!repeatsAfterUnknown(facts.payload) || facts.repeated) return { kind: "lost" };
      return { kind: "repeat", ms: retryDelay(facts.attempts, facts.jitter) };
    case "blocked":
      return { kind: "block_chat" };
    case "chat_gone":
      return { kind: "give_up_chat" };
    case "topic_gone":
      return facts.inTopic ? { kind: "leave_topic" } : { kind: "refuse" };
    case "migrated":
      return { kind: "migrate", to: fault.to };
    case "formatting":
      return facts.formatted ? { kind: "send_bare", without: "entities" } : plainOnce(facts);
    case "keyboard":
      return facts.buttons ? { kind: "send_bare", without: "buttons" } : plainOnce(facts);
    case "reply_gone":
      return facts.answers ? { kind: "send_bare", without: "reply" } : plainOnce(facts);
    case "not_modified":
    case "edit_gone":
    case "query_too_old":
    case "refused":
      return plainOnce(facts);
    default:
      return fault satisfies never;
  }
}

/** A refusal of something that was not sent, or of nothing that is known: once more as nothing but the words (OUT-5). */
function plainOnce({ plain }: SendFacts): FaultDecision {
  return plain ? { kind: "refuse" } : { kind: "send_bare", without: "everything" };
}

/** The wait before try `attempts` + 1: a second, doubling up to a minute, spread by a fifth. */
export function retryDelay(attempts: number, jitter: number): number {
  const base = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(base * (0.9 + 0.2 * jitter));
}
