import type { OutboxRow } from "#stores/outbox/outbox.ts";
import type { Stores } from "#stores/stores.ts";

/** How a row ended. `messageId` is Telegram's id of its last part. */
export type MessageOutcome =
  | { readonly state: "sent"; readonly messageId: number }
  | { readonly state: "unknown" | "failed" | "expired"; readonly error: string };

/**
 * Ends an outbox row with everything that follows from it, in one transaction: the receipt of its firing (REM-8, REM-12),
 * the memory of an alert (OUT-7), and the place of a delivered reminder in the history of its session (REM-15).
 */
export function settleMessage(stores: Stores, row: OutboxRow, outcome: MessageOutcome, now: Temporal.Instant): void {
  stores.db.transaction(() => {
    const error = outcome.state === "sent" ? null : outcome.error;
    stores.outbox.settle(row.id, outcome.state, error, now);
    const firing = outcome.state === "expired" ? "failed" : outcome.state;
    for (const id of firingsOf(row)) stores.firings.settle(id, firing, error, now);
    stores.alerts.settled(row.id, outcome.state === "sent", now);
    if (outcome.state === "sent") remember(stores, row, outcome.messageId, now);
  });
}

function firingsOf(row: OutboxRow): number[] {
  if (row.payload.kind === "digest") return row.payload.items.flatMap((item) => item.firingId ?? []);
  return row.firingId === null ? [] : [row.firingId];
}

/** What was sent by a clock, not in answer, stands in the chat's history too, so that "I did that" is understood. */
function remember(stores: Stores, row: OutboxRow, telegramMessageId: number, now: Temporal.Instant): void {
  const { payload } = row;
  const text =
    payload.kind === "reminder"
      ? payload.markdown
      : payload.kind === "digest" && payload.items.some((item) => item.firingId !== undefined)
        ? payload.items.map((item) => `- ${item.text}`).join("\n")
        : null;
  if (text === null) return;
  const session = stores.sessions.open(row.target, now);
  stores.messages.append(session.id, "assistant", text, now, { telegramMessageId });
}
