import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import { type OfflineMessage, readMessage } from "./offline-message.ts";
import { readSetId } from "./offline-results.ts";

/** The part of a prompt that is not answered yet: what was said since the last answer, and what tools came to since. */
export interface OpenConversation {
  /** The owner's messages, in order; `place` tells the calls of each apart and stays the same when more arrive. */
  readonly said: readonly (OfflineMessage & { readonly place: number })[];
  /** Results of tools by the id of their call. */
  readonly results: ReadonlyMap<string, LanguageModelV4ToolResultOutput>;
  readonly before: LastExchange;
  /** The last call of a tool whose result has come. */
  readonly carriedOut: { readonly action: string; readonly output: LanguageModelV4ToolResultOutput } | undefined;
}

/** What was said last before: a question of ours is answered by what is open now. */
export interface LastExchange {
  /** The last words of the owner, or empty. */
  readonly said: string;
  readonly answer: string;
  /** Ids of the reminders that were set. */
  readonly set: readonly string[];
}

/** Reads what is open in `prompt`. `ignored` are messages of code to the model, which ask for nothing new. */
export function readOpenConversation(prompt: LanguageModelV4Prompt, ignored: readonly string[]): OpenConversation {
  const answered = prompt.findLastIndex(isAnswer);
  const { said, results } = readMessages(prompt.slice(answered + 1), ignored);
  const withWords = said.filter(({ words }) => words !== "");
  return {
    // A file or a quote of its own adds nothing to words that came with it; without words one of them is answered.
    said: withWords.length > 0 ? withWords : said.slice(0, 1),
    results,
    before: readLastExchange(prompt.slice(0, answered + 1), ignored),
    carriedOut: readCarriedOut(prompt.slice(answered + 1), results),
  };
}

function readMessages(messages: readonly LanguageModelV4Message[], ignored: readonly string[]) {
  const said: (OfflineMessage & { place: number })[] = [];
  const results = new Map<string, LanguageModelV4ToolResultOutput>();
  let quote: string | undefined;
  let place = 0;
  for (const message of messages) {
    if (message.role === "user")
      for (const part of message.content)
        if (part.type === "text" && !ignored.includes(part.text)) {
          const read = readMessage(part.text);
          said.push({ ...read, quote: read.quote ?? quote, place: place++ });
          // The words of others that the next message refers to stand alone before it.
          quote = read.words === "" ? read.quote : undefined;
        }
    if (message.role === "tool")
      for (const part of message.content) if (part.type === "tool-result") results.set(part.toolCallId, part.output);
  }
  return { said, results };
}

function readLastExchange(prompt: LanguageModelV4Prompt, ignored: readonly string[]): LastExchange {
  const answer = prompt.at(-1);
  if (answer?.role !== "assistant") return { said: "", answer: "", set: [] };
  const exchange = prompt.slice(prompt.slice(0, -1).findLastIndex(isAnswer) + 1, -1);
  const { said, results } = readMessages(exchange, ignored);
  const added = callsIn(exchange).filter(({ toolName, input }) => toolName === "remind" && actionOf(input) === "add");
  return {
    said: said.findLast(({ words }) => words !== "")?.words ?? "",
    answer: answer.content
      .flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("\n\n")
      .trim(),
    set: added.flatMap(({ toolCallId }) => readSetId(results.get(toolCallId)) ?? []),
  };
}

function isAnswer(message: LanguageModelV4Message): boolean {
  return message.role === "assistant" && !message.content.some((part) => part.type === "tool-call");
}

function readCarriedOut(
  messages: readonly LanguageModelV4Message[],
  results: OpenConversation["results"],
): OpenConversation["carriedOut"] {
  const call = callsIn(messages).findLast(({ toolCallId }) => results.has(toolCallId));
  const output = call && results.get(call.toolCallId);
  return output && { action: actionOf(call.input), output };
}

function callsIn(messages: readonly LanguageModelV4Message[]): LanguageModelV4ToolCallPart[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? message.content.filter((part) => part.type === "tool-call") : [],
  );
}

function actionOf(input: unknown): string {
  return typeof input === "object" && input !== null && "action" in input ? String(input.action) : "";
}
