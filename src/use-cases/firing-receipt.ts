import type { Target } from "#core/ports.ts";
import type { OutboxRow } from "#stores/outbox/outbox.ts";
import type { Firing, Tap } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";

/** The turn that carried a firing out. */
interface ReceiptTurn {
  readonly id: string;
  readonly state: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The provider did not count: the numbers are estimates. */
  readonly estimated: boolean;
  /** Names of the tools that were called. */
  readonly tools: readonly string[];
  readonly error: string | null;
}

/** The message of a firing on its way. */
interface ReceiptMessage {
  readonly outboxId: number;
  readonly state: OutboxRow["state"];
  readonly queuedAt: number;
  readonly settledAt: number | null;
  readonly attempts: number;
  /** It went out once more after an unknown outcome: it may have arrived twice. */
  readonly repeated: boolean;
  /** It arrived within the list of what a blocked chat had missed. */
  readonly inList: boolean;
  /** Telegram's ids of the parts that it has accepted. */
  readonly accepted: readonly { readonly messageId: number; readonly sentAt: number | null }[];
  readonly error: string | null;
}

/**
 * What is known of a firing, from the asking to the last tap (REM-17). Instants are epoch milliseconds. It holds facts
 * of the store alone: `delivered` is true only if Telegram accepted the message, and null while that is not known.
 */
export interface FiringReceipt {
  readonly firing: Firing;
  /** The message that asked for it; null if it came from the command line or is not known any more. */
  readonly asked: { readonly at: number; readonly message: (Target & { readonly messageId: number }) | null };
  /** How late the claim was, in milliseconds; never negative. */
  readonly claimedLateMs: number;
  readonly turn: ReceiptTurn | null;
  readonly message: ReceiptMessage | null;
  readonly delivered: boolean | null;
  readonly taps: readonly Tap[];
}

/** The receipt of a firing; undefined if there is none, or none any more (setting `reminders.keepFiringsDays`). */
export function firingReceipt(stores: Stores, firingId: number): FiringReceipt | undefined {
  const firing = stores.firings.get(firingId);
  if (!firing) return undefined;
  return {
    firing,
    asked: { at: firing.askedAt, message: askedMessage(stores, firing) },
    claimedLateMs: Math.max(0, firing.claimedAt - firing.dueAt),
    turn: turnOf(stores, firing),
    message: messageOf(stores, firing),
    delivered: firing.delivered,
    taps: firing.taps,
  };
}

function askedMessage(stores: Stores, { askedSession, askedMessage: messageId }: Firing) {
  const target = askedSession === null ? null : (stores.sessions.get(askedSession)?.target ?? null);
  return target === null || messageId === null ? null : { ...target, messageId };
}

function turnOf(stores: Stores, firing: Firing): ReceiptTurn | null {
  const turn = firing.turnId === null ? undefined : stores.turns.get(firing.turnId);
  if (!turn) return null;
  return {
    id: turn.id,
    state: turn.state,
    model: turn.model,
    inputTokens: turn.usage?.inputTokens ?? 0,
    outputTokens: turn.usage?.outputTokens ?? 0,
    estimated: turn.usage?.estimated ?? false,
    tools: turn.usage?.tools ?? [],
    error: turn.error,
  };
}

function messageOf(stores: Stores, firing: Firing): ReceiptMessage | null {
  const own = firing.outboxId === null ? undefined : stores.outbox.get(firing.outboxId);
  if (!own) return null;
  // Gathered into the list of a chat that had blocked the bot: the row's error is the key of the list.
  const list = own.state === "expired" && own.error !== null ? stores.outbox.byKey(own.error) : undefined;
  const row = list ?? own;
  return {
    outboxId: row.id,
    state: row.state,
    queuedAt: own.createdAt,
    settledAt: row.settledAt,
    attempts: row.attempts,
    repeated: row.repeated,
    inList: list !== undefined,
    accepted: stores.outbox
      .parts(row.id)
      .flatMap(({ messageId, sentAt }) => (messageId === null ? [] : [{ messageId, sentAt }])),
    error: row.error,
  };
}
