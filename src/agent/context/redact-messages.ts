import type { ModelMessage } from "ai";
import type { Redactor } from "#core/redact/redactor.ts";

/** What the model wrote, without configured secrets (OUT-8): it is stored, and goes out again with every later turn. */
export function redactMessages(messages: readonly ModelMessage[], redactor: Redactor): ModelMessage[] {
  return messages.map((message): ModelMessage => {
    if (message.role !== "assistant") return message;
    if (typeof message.content === "string") return { ...message, content: redactor.redact(message.content) };
    const content = message.content.map((part) =>
      part.type === "text" ? { ...part, text: redactor.redact(part.text) } : part,
    );
    return { ...message, content };
  });
}
