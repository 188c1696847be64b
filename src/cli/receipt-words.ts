import type { FiringReceipt } from "#use-cases/firing-receipt.ts";
import { counted, readable } from "./output.ts";

const STATES: Readonly<Record<FiringReceipt["firing"]["state"], string>> = {
  claimed: "waits for its turn",
  running: "is under way",
  queued: "its message waits to be sent",
  sent: "Telegram accepted the message",
  unknown: "the message was sent, and whether it arrived is not known",
  failed: "it failed",
  skipped: "it was skipped",
  interrupted: "it was interrupted by the end of the process",
};

/** A firing's receipt in English, a step a line (REM-17). Nothing that is not known is said. */
export function receiptLines(receipt: FiringReceipt, zone: string): string[] {
  const { firing, asked, turn, message, taps } = receipt;
  const at = (ms: number): string => readable(ms, zone);
  const lines = [
    firing.text,
    `asked     ${at(asked.at)}${asked.message ? `, message ${asked.message.messageId} in chat ${asked.message.chatId}` : ""}`,
    `due       ${at(firing.dueAt)}${firing.origin === "run_now" ? ", by hand" : ""}`,
    `claimed   ${at(firing.claimedAt)}${lateness(receipt.claimedLateMs)}`,
  ];
  if (firing.skippedEarlier > 0)
    lines.push(`skipped   ${counted(firing.skippedEarlier, "earlier one")}, while nothing ran`);
  if (turn) {
    const tokens = `${turn.estimated ? "about " : ""}${turn.inputTokens} + ${turn.outputTokens} tokens`;
    const tools = turn.tools.length > 0 ? `, ${turn.tools.join(", ")}` : "";
    lines.push(`turn      ${turn.state}, ${turn.model}, ${tokens}${tools}${turn.error ? `: ${turn.error}` : ""}`);
  }
  if (message) {
    const how = [message.inList && "in a list", message.repeated && "perhaps twice"].filter(Boolean).join(", ");
    lines.push(
      `outbox    ${message.state}, ${counted(message.attempts, "try", "tries")}${how ? `, ${how}` : ""}${message.error ? `: ${message.error}` : ""}`,
    );
    for (const { messageId, sentAt } of message.accepted)
      lines.push(`telegram  message ${messageId}${sentAt === null ? "" : `, ${at(sentAt)}`}`);
  }
  for (const tap of taps) lines.push(`tapped    ${tap.action}, ${at(tap.at)}`);
  lines.push(`so        ${STATES[firing.state]}${firing.error ? ` (${firing.error})` : ""}`);
  return lines;
}

function lateness(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? "" : `, ${minutes} min late`;
}
