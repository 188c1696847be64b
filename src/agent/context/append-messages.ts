import type { ModelMessage } from "ai";
import type { Stores } from "#stores/stores.ts";
import type { Taint } from "./taint.ts";

/** Appends the model's messages to the history of the turn's session; what `taint` knows to be from outside is marked so. */
export function appendMessages(
  stores: Stores,
  turn: { sessionId: number; turnId: string },
  messages: readonly ModelMessage[],
  now: Temporal.Instant,
  taint?: Taint,
): void {
  for (const message of messages) {
    if (message.role === "system") continue;
    const content =
      typeof message.content === "string" ? message.content : message.content.map((part) => ({ ...part }));
    const sources = message.role === "tool" && taint ? sourcesOf(message, taint) : [];
    stores.messages.append(turn.sessionId, message.role, content, now, {
      turnId: turn.turnId,
      ...(sources.length > 0 && { untrusted: true, source: sources.join(", ") }),
    });
  }
}

function sourcesOf(message: Extract<ModelMessage, { role: "tool" }>, taint: Taint): string[] {
  return message.content.flatMap((part) =>
    part.type === "tool-result" ? (taint.sourceOf(part.toolCallId) ?? []) : [],
  );
}
