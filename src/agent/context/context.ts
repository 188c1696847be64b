import type { ModelMessage } from "ai";
import type { Message, MessageContent } from "#stores/sessions/messages.ts";
import { estimateTokens } from "../usage/usage.ts";
import { validHistory } from "./history.ts";
import type { Taint } from "./taint.ts";
import { markUntrusted } from "./untrusted-mark.ts";

/** How many tokens of a session's history go into a turn, by estimate. Small local models hold 16,000 in all. */
export const HISTORY_TOKENS = 12_000;
/** How many messages are looked at; the budget usually ends earlier. */
export const HISTORY_MESSAGES = 200;

/** What providers charge for a picture of Telegram's size, rather too high. */
const TOKENS_OF_PICTURE = 2_000;
const SUMMARY_HEAD = "[Summary of the earlier part of this conversation]";

export interface ContextOptions {
  /** The running turn: its own messages keep what the provider needs back, such as signatures of reasoning. */
  readonly turnId: string;
  readonly budgetTokens: number;
  /** Random for each turn, so that text from outside cannot close the mark that it stands in (AGT-8). */
  readonly marker: string;
  /** Is told of every stored message that goes to the model. */
  readonly taint: Taint;
  /** The bytes of a kept file as base64; undefined if there are none for this model. */
  picture(name: string): string | undefined;
  /** What was folded of the conversation before `history`, if anything (AGT-5). */
  readonly summary: string | null;
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
    return options.isValid(message) ? [{ row, message, tokens: tokensOf(row) }] : [];
  });
  let from = messages.length;
  for (let left = options.budgetTokens - estimateTokens(options.summary ?? ""); from > 0; from--) {
    left -= messages[from - 1]!.tokens;
    // The newest message goes in whatever its size: without it there would be nothing to answer.
    if (left < 0 && from < messages.length) break;
  }
  const newest = messages.slice(from);
  const start = newest.findIndex((m) => m.message.role === "user");
  const lastUser = messages.findLast((m) => m.message.role === "user");
  // A turn with so many steps that its own question fell out of the budget keeps the question.
  const kept = start >= 0 ? newest.slice(start) : lastUser ? [lastUser, ...newest] : newest;
  for (const { row } of kept) options.taint.see(row);
  const summary: ModelMessage[] =
    options.summary === null ? [] : [{ role: "user", content: `${SUMMARY_HEAD}\n${options.summary}` }];
  return validHistory([...summary, ...kept.map((m) => m.message)], "restarted");
}

/** One stored message as the model gets it. */
export function toModelMessage(row: Message, options: Pick<ContextOptions, "turnId" | "marker" | "picture">): unknown {
  const own = row.turnId === options.turnId;
  const content = withFiles(own ? row.content : withoutTraces(row.content), own ? options.picture : () => undefined);
  return { role: row.role, content: row.untrusted ? marked(content, options.marker) : content };
}

/** A picture goes to the model in the turn that it was sent for; later its place is all that is left of it (TG-6). */
function withFiles(content: MessageContent, picture: ContextOptions["picture"]): MessageContent {
  if (typeof content === "string") return content;
  return content.map((part) => {
    if (part.type !== "attachment" || typeof part.name !== "string") return part;
    const data = picture(part.name);
    return data === undefined
      ? { type: "text", text: `[Picture: ${part.name}]` }
      : { type: "file", mediaType: part.mediaType, data };
  });
}

/** What a message weighs; a picture costs about as much whatever its bytes are. */
function tokensOf({ content }: Message): number {
  const pictures = typeof content === "string" ? 0 : content.filter((part) => part.type === "attachment").length;
  return estimateTokens(JSON.stringify(content)) + pictures * TOKENS_OF_PICTURE;
}

/** Drops reasoning and the provider's own notes: another model, or the same one later, refuses them. */
function withoutTraces(content: MessageContent): MessageContent {
  if (typeof content === "string") return content;
  return content
    .filter((part) => part.type !== "reasoning" && part.type !== "reasoning-file")
    .map(({ providerOptions: _, ...part }) => part);
}

/** A tool's output is marked where it comes in; here it is what people wrote. */
function marked(content: MessageContent, marker: string): MessageContent {
  if (typeof content === "string") return markUntrusted(content, marker);
  return content.map((part) =>
    part.type === "text" && typeof part.text === "string" ? { ...part, text: markUntrusted(part.text, marker) } : part,
  );
}
