import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { APPROVED_NOTE, CONTINUE_NOTE, PROMISE_NOTE } from "../context/history.ts";
import { OfflineAnswer, type OfflineModelOptions, sayOutcome } from "./offline-answer.ts";
import { readOpenConversation } from "./offline-conversation.ts";
import { readOutcome } from "./offline-results.ts";

/** Under this name in `providerOptions` a reminder's turn says what it is about: the offline model says just that. */
export const OFFLINE = "offline";

/** What code tells a model about its turn; none of it is a request. */
const NOTES = [APPROVED_NOTE, CONTINUE_NOTE, PROMISE_NOTE];

const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * A model without a network or weights (AGT-12): it understands fixed phrases in English, Russian and Chinese and
 * calls the same tools as any other. It keeps no state: each answer follows from the prompt alone.
 */
export function createOfflineModel(options: OfflineModelOptions): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: OFFLINE,
    modelId: OFFLINE,
    supportedUrls: {},
    async doGenerate(call) {
      call.abortSignal?.throwIfAborted();
      const { calls, text } = respond(call, options);
      const content = calls.length > 0 ? calls : [{ type: "text" as const, text }];
      return { content, finishReason: finishReason(calls), usage: NO_USAGE, warnings: [] };
    },
    async doStream(call) {
      call.abortSignal?.throwIfAborted();
      return { stream: ReadableStream.from(streamParts(respond(call, options), call.abortSignal)) };
    },
  };
}

function respond(
  call: LanguageModelV4CallOptions,
  options: OfflineModelOptions,
): { calls: LanguageModelV4ToolCall[]; text: string } {
  const due = call.providerOptions?.[OFFLINE]?.dueText;
  if (typeof due === "string") return { calls: [], text: due };
  const { said, results, before, carriedOut } = readOpenConversation(call.prompt, NOTES);
  const locale = options.preferences.locale();
  // The owner has allowed a call, and nobody has said anything new.
  if (said.length === 0 && carriedOut)
    return { calls: [], text: sayOutcome(carriedOut.action, readOutcome(carriedOut.output), locale, options.words) };
  const tools = call.toolChoice?.type === "none" ? [] : (call.tools ?? []).map((tool) => tool.name);
  const steps = said.map((message) =>
    new OfflineAnswer(message, { results, before, tools, id: `${OFFLINE}-${message.place}` }, options).next(),
  );
  const calls = steps.flatMap((step) => ("call" in step ? [step.call] : []));
  const text = steps.flatMap((step) => ("say" in step ? [step.say] : [])).join("\n\n");
  return { calls, text: text || options.words.t(locale, "offline-other") };
}

function finishReason(calls: readonly unknown[]): LanguageModelV4FinishReason {
  return calls.length > 0 ? { unified: "tool-calls", raw: undefined } : { unified: "stop", raw: undefined };
}

/** Text goes word by word, as it does from any provider. */
async function* streamParts(
  { calls, text }: { calls: LanguageModelV4ToolCall[]; text: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  for (const call of calls) {
    yield { type: "tool-input-start", id: call.toolCallId, toolName: call.toolName };
    yield { type: "tool-input-delta", id: call.toolCallId, delta: call.input };
    yield { type: "tool-input-end", id: call.toolCallId };
    yield call;
  }
  if (calls.length === 0) {
    yield { type: "text-start", id: "text" };
    for (const delta of text.match(/\S+\s*|\s+/g) ?? []) {
      signal?.throwIfAborted();
      yield { type: "text-delta", id: "text", delta };
    }
    yield { type: "text-end", id: "text" };
  }
  yield { type: "finish", finishReason: finishReason(calls), usage: NO_USAGE };
}
