import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Clock, Locale, Words } from "#core/ports.ts";
import type { WhenHints } from "#core/time/parse-when.ts";
import { CONTINUE_NOTE } from "../history.ts";
import { readOpenConversation } from "./offline-conversation.ts";
import { languageOf, readIntent } from "./offline-intent.ts";
import { listWords, readListed, readOutcome } from "./offline-results.ts";

export interface OfflineModelOptions {
  readonly clock: Clock;
  readonly words: Words;
  readonly preferences: { locale(): Locale; zone(): string; hints(): WhenHints };
}

/** Under this name in `providerOptions` a reminder's turn says what it is about: the offline model says just that. */
export const OFFLINE = "offline";

const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** What to do about one message: say something, or call the tool first. */
type Step = { readonly say: string } | { readonly call: LanguageModelV4ToolCall };

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
  const { said, results } = readOpenConversation(call.prompt, [CONTINUE_NOTE]);
  const tools = call.toolChoice?.type === "none" ? [] : (call.tools ?? []).map((tool) => tool.name);
  const steps = said.map((message, index) => nextStep(message, `${OFFLINE}-${index}`, results, tools, options));
  const calls = steps.flatMap((step) => ("call" in step ? [step.call] : []));
  const text = steps.flatMap((step) => ("say" in step ? [step.say] : [])).join("\n\n");
  return { calls, text: text || options.words.t(options.preferences.locale(), "offline-other") };
}

/** Every message has its own calls, told apart by their ids, so that several open messages do not mix. */
function nextStep(
  message: string,
  id: string,
  results: ReadonlyMap<string, Parameters<typeof readOutcome>[0]>,
  tools: readonly string[],
  { clock, words, preferences }: OfflineModelOptions,
): Step {
  const locale = languageOf(message, preferences.locale());
  const say = (key: string, params?: Record<string, string | number>): Step => ({
    say: words.t(locale, `offline-${key}`, params),
  });
  const zone = preferences.zone();
  const when = { now: clock.now(), zone, locale, hints: preferences.hints() };
  const intent = readIntent(message, when, words.t(locale, "offline-wake-text"));
  const remind = (step: string, input: object): Step => ({
    call: { type: "tool-call", toolCallId: `${id}-${step}`, toolName: "remind", input: JSON.stringify(input) },
  });
  if (["add", "list", "remove"].includes(intent.kind) && !tools.includes("remind") && results.size === 0)
    return say("no-tools");

  switch (intent.kind) {
    case "add": {
      const result = results.get(`${id}-add`);
      return result
        ? { say: sayAdded(readOutcome(result), locale, words) }
        : remind("add", { action: "add", ...intent.input });
    }
    case "list": {
      const result = results.get(`${id}-list`);
      return result
        ? { say: listWords(readListed(result), { locale, zone, words }) }
        : remind("list", { action: "list" });
    }
    case "remove": {
      const removed = results.get(`${id}-remove`);
      if (removed) {
        const outcome = readOutcome(removed);
        if ("failed" in outcome) return say("tool-failed");
        if ("notDone" in outcome) return say("not-done");
        return "refused" in outcome ? say("not-found") : say("removed", { text: outcome.text });
      }
      if ("id" in intent.by) return remind("remove", { action: "remove", id: intent.by.id });
      const listed = results.get(`${id}-list`);
      if (!listed) return remind("list", { action: "list" });
      const found = findListed(readListed(listed), intent.by);
      if (found.length === 1) return remind("remove", { action: "remove", id: found[0]!.id });
      return found.length === 0
        ? say("not-found")
        : { say: `${words.t(locale, "offline-which")}\n\n${listWords(readListed(listed), { locale, zone, words })}` };
    }
    case "unavailable":
      return say("unavailable", { what: intent.what });
    case "help":
    case "greeting":
    case "thanks":
    case "other":
      return say(intent.kind);
    default:
      return intent satisfies never;
  }
}

function sayAdded(outcome: ReturnType<typeof readOutcome>, locale: Locale, words: Words): string {
  if ("failed" in outcome) return words.t(locale, "offline-tool-failed");
  if ("notDone" in outcome) return words.t(locale, "offline-not-done");
  // The owner's words for a refusal are those that commands and menus use.
  if ("refused" in outcome) return words.t(locale, `refused-${outcome.refused.replaceAll("_", "-")}`, outcome.params);
  return words.t(locale, outcome.dispatcherAlive ? "offline-added" : "offline-added-not-alive");
}

function findListed(listed: ReturnType<typeof readListed>, by: { id: string } | { number: number } | { text: string }) {
  if ("number" in by) return listed.slice(by.number - 1, by.number);
  if ("id" in by) return listed.filter((row) => row.id === by.id);
  const part = by.text.toLowerCase();
  return listed.filter((row) => row.text.toLowerCase().includes(part));
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
