import type { TurnUsage } from "#stores/sessions/turns.ts";

/** Adds up what a turn consumed. What a provider does not report is estimated high and marked (AGT-18). */
export class UsageMeter {
  #steps = 0;
  #input = 0;
  #output = 0;
  #estimated = false;
  #open: number | null = null;
  readonly #tools = new Set<string>();

  /** A model call begins with about `promptTokens`; it is charged even if it never reports. */
  begin(promptTokens: number): void {
    this.#settleOpen();
    this.#open = promptTokens;
  }

  /** The call ended; undefined and NaN mean "not reported". `text` is what it wrote, arguments of tools included. */
  end(reported: { inputTokens: number | undefined; outputTokens: number | undefined }, text: string): void {
    const input = known(reported.inputTokens);
    const output = known(reported.outputTokens);
    this.#steps++;
    this.#input += input ?? this.#open ?? 0;
    this.#output += output ?? estimateTokens(text);
    this.#estimated ||= input === undefined || output === undefined;
    this.#open = null;
  }

  /** Whether a tool of one of these names was called. */
  called(...names: readonly string[]): boolean {
    return names.some((name) => this.#tools.has(name));
  }

  tool(name: string): void {
    this.#tools.add(name);
  }

  total(): TurnUsage {
    this.#settleOpen();
    return {
      steps: this.#steps,
      inputTokens: this.#input,
      outputTokens: this.#output,
      estimated: this.#estimated,
      tools: [...this.#tools],
    };
  }

  #settleOpen(): void {
    if (this.#open === null) return;
    this.#steps++;
    this.#input += this.#open;
    this.#estimated = true;
    this.#open = null;
  }
}

function known(tokens: number | undefined): number | undefined {
  return tokens === undefined || Number.isNaN(tokens) ? undefined : tokens;
}

/** An estimate of the tokens in `text`, rather too high: 3 characters each, and one for each CJK character. */
export function estimateTokens(text: string): number {
  const dense = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / 3);
}
