import type { ModelMessage } from "ai";
import type { MessageContent } from "#stores/sessions/messages.ts";
import type { Stores } from "#stores/stores.ts";
import type { Taint } from "./taint.ts";

/**
 * The turn has ended: what its tools brought from outside is replaced in the stored history by one line with its source
 * (AGT-8), so that no later turn reads it again.
 */
export function forgetOutside(stores: Stores, turnId: string): void {
  for (const row of stores.messages.ofTurn(turnId)) {
    if (row.role !== "tool" || !row.untrusted || typeof row.content === "string") continue;
    const source = row.source ?? "somebody else";
    const content: MessageContent = row.content.map((part) =>
      part.type === "tool-result" ? { ...part, output: lineFor(source) } : part,
    );
    stores.messages.replaceUntrusted(row.id, content);
  }
}

/** {@link forgetOutside} for messages that are not stored yet. */
export function withoutOutside(messages: readonly ModelMessage[], taint: Taint): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) => {
      const source = part.type === "tool-result" ? taint.sourceOf(part.toolCallId) : undefined;
      return part.type === "tool-result" && source !== undefined ? { ...part, output: lineFor(source) } : part;
    });
    return { ...message, content };
  });
}

function lineFor(source: string): { type: "text"; value: string } {
  return { type: "text", value: `[Was read during that turn, and is not kept: ${source}]` };
}
