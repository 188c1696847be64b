import type { TurnUsage } from "#stores/sessions/turns.ts";

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
}

/**
 * Published list prices by the beginning of `provider/model`, the longest that fits. What a provider grants beside them
 * (caching, batches) is not counted: a budget is rather reached too early.
 */
const PRICES: Readonly<Record<string, Price>> = {
  offline: { input: 0, output: 0 },
  "ollama/": { input: 0, output: 0 },
  "openai/gpt-4o": { input: 2.5, output: 10 },
  "openai/gpt-4o-mini": { input: 0.15, output: 0.6 },
  "openai/gpt-4.1": { input: 2, output: 8 },
  "openai/gpt-4.1-mini": { input: 0.4, output: 1.6 },
  "openai/gpt-4.1-nano": { input: 0.1, output: 0.4 },
  "openai/gpt-5": { input: 1.25, output: 10 },
  "openai/gpt-5-mini": { input: 0.25, output: 2 },
  "openai/gpt-5-nano": { input: 0.05, output: 0.4 },
  "openai/o3": { input: 2, output: 8 },
  "openai/o4-mini": { input: 1.1, output: 4.4 },
  "anthropic/claude-opus-4": { input: 15, output: 75 },
  "anthropic/claude-sonnet-4": { input: 3, output: 15 },
  "anthropic/claude-haiku-4": { input: 1, output: 5 },
  "anthropic/claude-3-5-haiku": { input: 0.8, output: 4 },
  "google/gemini-2.5-pro": { input: 2.5, output: 15 },
  "google/gemini-2.5-flash": { input: 0.3, output: 2.5 },
  "google/gemini-2.5-flash-lite": { input: 0.1, output: 0.4 },
};

/** What a turn with `model` costs in US dollars; null if the model has no known price. */
export function costOf(model: string, usage: Pick<TurnUsage, "inputTokens" | "outputTokens">): number | null {
  const key = Object.keys(PRICES)
    .filter((prefix) => fits(model, prefix))
    .sort((a, b) => b.length - a.length)[0];
  const price = key === undefined ? undefined : PRICES[key];
  return price ? (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000 : null;
}

/** A name goes on with a version or a date, not with another name: `gpt-5-codex` is not `gpt-5`. */
function fits(model: string, prefix: string): boolean {
  if (!model.startsWith(prefix)) return false;
  return prefix.endsWith("/") || /^$|^[-.@:]?(\d|latest)/.test(model.slice(prefix.length));
}
