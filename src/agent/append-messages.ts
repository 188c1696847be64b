import type { ModelMessage } from "ai";
import type { Stores } from "#stores/stores.ts";

/** Appends the model's messages to the history of the turn's session. */
export function appendMessages(
  stores: Stores,
  turn: { sessionId: number; turnId: string },
  messages: readonly ModelMessage[],
  now: Temporal.Instant,
): void {
  for (const message of messages) {
    if (message.role === "system") continue;
    const content =
      typeof message.content === "string" ? message.content : message.content.map((part) => ({ ...part }));
    stores.messages.append(turn.sessionId, message.role, content, now, { turnId: turn.turnId });
  }
}
