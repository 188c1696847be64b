import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { withoutMarks } from "../untrusted-mark.ts";

/** The part of a prompt that is not answered yet: what was said since the last answer, and what tools came to since. */
export interface OpenConversation {
  /** The owner's messages, in order. */
  readonly said: string[];
  /** Results of tools by the id of their call. */
  readonly results: ReadonlyMap<string, LanguageModelV4ToolResultOutput>;
}

/** Reads what is open in `prompt`. `ignored` are messages of code to the model, which ask for nothing new. */
export function readOpenConversation(prompt: LanguageModelV4Prompt, ignored: readonly string[]): OpenConversation {
  const answered = prompt.findLastIndex(
    (m) => m.role === "assistant" && !m.content.some((part) => part.type === "tool-call"),
  );
  const said: string[] = [];
  const results = new Map<string, LanguageModelV4ToolResultOutput>();
  for (const message of prompt.slice(answered + 1)) {
    if (message.role === "user")
      for (const part of message.content)
        if (part.type === "text" && !ignored.includes(part.text)) said.push(withoutMarks(part.text).trim());
    if (message.role === "tool")
      for (const part of message.content) if (part.type === "tool-result") results.set(part.toolCallId, part.output);
  }
  return { said, results };
}
