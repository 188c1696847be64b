import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Firing } from "#stores/firings.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";

/**
 * The short receipt of a firing (REM-17): what was asked, when it was due, claimed and worked on, what became of its
 * message, and what was pressed. Only what is known is said; an unknown outcome stays unknown.
 */
export function receiptNotice(firing: Firing, parts: BotParts): PayloadInput {
  const { stores } = parts;
  const { moment } = ownerWords(parts);
  const at = (ms: number | null): string => (ms === null ? "" : moment(ms));
  const turn = firing.turnId === null ? undefined : stores.turns.get(firing.turnId);
  const row = firing.outboxId === null ? undefined : stores.outbox.get(firing.outboxId);
  const messages =
    firing.outboxId === null ? [] : stores.outbox.parts(firing.outboxId).flatMap((part) => part.messageId ?? []);
  const tap = firing.taps.at(-1);
  return {
    kind: "notice",
    code: "receipt",
    params: {
      text: firing.text.length > 200 ? `${firing.text.slice(0, 200)}…` : firing.text,
      asked: at(firing.askedAt),
      due: at(firing.dueAt),
      claimed: at(firing.claimedAt),
      skipped: firing.skippedEarlier,
      turn: turn?.state ?? "none",
      model: turn?.model ?? "",
      tokens: (turn?.usage?.inputTokens ?? 0) + (turn?.usage?.outputTokens ?? 0),
      tools: turn?.usage?.tools.join(", ") || "–",
      outcome: firing.state === "interrupted" && firing.delivered ? "interrupted-sent" : firing.state,
      sent: at(row?.settledAt ?? null),
      message: messages.join(", "),
      error: firing.error ?? "none",
      tap: tap ? tap.action.split("-")[0]! : "none",
      tapped: at(tap?.at ?? null),
    },
  };
}
