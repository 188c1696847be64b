import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { type FiringReceipt, firingReceipt } from "#use-cases/firing-receipt.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";

/** A text that is quoted in a receipt is cut here, in UTF-16 units. */
const MAX_QUOTED = 200;

/**
 * The receipt of a firing in words (REM-17): what was asked, when it was due, claimed and worked on, what became of its
 * message, and what was pressed. Only what is known is said; an unknown outcome stays unknown.
 */
export function receiptNotice(firing: Firing, parts: BotParts): PayloadInput {
  const { moment } = ownerWords(parts);
  const at = (ms: number | null | undefined): string => (ms === null || ms === undefined ? "" : moment(ms));
  const receipt = firingReceipt(parts.stores, firing.id);
  const told = firing.name ?? firing.text;
  const common = {
    text: told.length > MAX_QUOTED ? `${told.slice(0, MAX_QUOTED).toWellFormed()}…` : told,
    asked: at(firing.askedAt),
    link: linkOf(receipt?.asked.message ?? null),
    due: at(firing.dueAt),
    origin: firing.origin,
    claimed: at(firing.claimedAt),
    skipped: firing.skippedEarlier,
    error: firing.error ?? "none",
  };
  if (firing.kind === "command")
    return {
      kind: "notice",
      code: "receipt-command",
      params: { ...common, outcome: firing.state, started: at(firing.startedAt) || "none", ended: at(firing.endedAt) },
    };
  const { turn, message, taps } = receipt ?? NOTHING;
  const tap = taps.at(-1);
  return {
    kind: "notice",
    code: "receipt",
    params: {
      ...common,
      turn: turn?.state ?? "none",
      model: turn?.model ?? "",
      tokens: (turn?.inputTokens ?? 0) + (turn?.outputTokens ?? 0),
      estimated: turn?.estimated ? "yes" : "no",
      tools: turn?.tools.join(", ") || "–",
      outcome: firing.state === "interrupted" && firing.delivered ? "interrupted-sent" : firing.state,
      sent: at(message?.settledAt),
      message: message?.accepted.map(({ messageId }) => messageId).join(", ") ?? "",
      attempts: message?.attempts ?? 0,
      arrival: message?.inList ? "list" : message?.repeated ? "repeated" : "plain",
      tap: tap ? (tap.action.split("-")[0] ?? "none") : "none",
      tapped: at(tap?.at),
    },
  };
}

const NOTHING: Pick<FiringReceipt, "turn" | "message" | "taps"> = { turn: null, message: null, taps: [] };

/** A link to a message; Telegram has them for supergroups alone. */
function linkOf(message: (Target & { readonly messageId: number }) | null): string {
  const group = message && /^-100(\d+)$/.exec(String(message.chatId))?.[1];
  if (!message || !group) return "none";
  const topic = message.threadId === null ? "" : `${message.threadId}/`;
  return `https://t.me/c/${group}/${topic}${message.messageId}`;
}
