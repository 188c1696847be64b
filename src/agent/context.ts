import type { ModelMessage } from "ai";
import type { Message, MessageContent } from "#stores/messages.ts";
import { validHistory } from "./history.ts";
import { estimateTokens } from "./usage.ts";

/** How many tokens of a session's history go into a turn, by estimate. Small local models hold 16,000 in all. */
export const HISTORY_TOKENS = 12_000;
/** How many messages are looked at; the budget usually ends earlier. */
export const HISTORY_MESSAGES = 200;

export interface ContextOptions {
  /** The running turn: its own messages keep what the provider needs back, such as signatures of reasoning. */
  readonly turnId: string;
  readonly budgetTokens: number;
  /** Random for each turn, so that text from outside cannot close the mark that it stands in (AGT-8). */
  readonly marker: string;
  /** `modelMessageSchema` of the SDK: a message that does not fit is left out rather than sent. */
  isValid(message: unknown): message is ModelMessage;
}

/**
 * The messages of a turn from the stored history (AGT-5, AGT-16): the newest within the budget, beginning with a
 * user message, what comes from outside marked, and every tool call with its result.
 */
export function buildContext(history: readonly Message[], options: ContextOptions): ModelMessage[] {
  const messages = history.flatMap((row) => {
    const message = toModelMessage(row, options);
    return options.isValid(message) ? [{ message, tokens: estimateTokens(JSON.stringify(message)) }] : [];
  });
  let from = messages.length;
  for (let left = options.budgetTokens; from > 0; from--) {
    left -= messages[from - 1]!.tokens;
    // The newest message goes in whatever its size: without it there would be nothing to answer.
    if (left < 0 && from < messages.length) break;
  }
  const newest = messages.slice(from).map((m) => m.message);
  const start = newest.findIndex((m) => m.role === "user");
  const lastUser = messages.findLast((m) => m.message.role === "user");
  // A turn with so many steps that its own question fell out of the budget keeps the question.
  const kept = start >= 0 ? newest.slice(start) : lastUser ? [lastUser.message, ...newest] : newest;
  return validHistory(kept, "restarted");
}

/** One stored message as the model gets it. */
export function toModelMessage(row: Message, options: Pick<ContextOptions, "turnId" | "marker">): unknown {
  const content = row.turnId === options.turnId ? row.content : withoutTraces(row.content);
  return { role: row.role, content: row.untrusted ? marked(content, options.marker) : content };
}

/** Drops reasoning and the provider's own notes: another model, or the same one later, refuses them. */
function withoutTraces(content: MessageContent): MessageContent {
  if (typeof content === "string") return content;
  return content
    .filter((part) => part.type !== "reasoning" && part.type !== "reasoning-file")
    .map(({ providerOptions: _, ...part }) => part);
}

function marked(content: MessageContent, marker: string): MessageContent {
  const wrap = (text: string) => `<untrusted-${marker}>\n${text.replaceAll(marker, "")}\n</untrusted-${marker}>`;
  if (typeof content === "string") return wrap(content);
  return content.map((part) =>
    part.type === "text" && typeof part.text === "string" ? { ...part, text: wrap(part.text) } : part,
  );
}
