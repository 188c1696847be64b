import type { ModelMessage, ToolModelMessage } from "ai";
import { type CancelReason, cancelledResult } from "../context/history.ts";
import { visibleSoFar } from "../context/visible-text.ts";

interface StartedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}
type ToolResultPart = Extract<ToolModelMessage["content"][number], { type: "tool-result" }>;

/**
 * What the running step has shown and done so far, in case it does not end. The SDK forgets an aborted step, but the
 * tools that ran in it have had their effects.
 */
export class StepRecord {
  #text = "";
  readonly #calls: StartedCall[] = [];
  readonly #results = new Map<string, ToolResultPart>();

  addText(delta: string): void {
    this.#text += delta;
  }

  visibleSoFar(): string {
    return visibleSoFar(this.#text);
  }

  toolStarted({ toolCallId, toolName, input }: StartedCall): void {
    this.#calls.push({ toolCallId, toolName, input });
  }

  toolEnded(
    output: { toolCallId: string; toolName: string } & (
      | { type: "tool-result"; output: unknown }
      | { type: "tool-error"; error: unknown }
    ),
  ): void {
    const { toolCallId, toolName } = output;
    this.#results.set(toolCallId, {
      type: "tool-result",
      toolCallId,
      toolName,
      output:
        output.type === "tool-result"
          ? { type: "json", value: JSON.parse(JSON.stringify(output.output ?? null)) }
          : { type: "error-text", value: output.error instanceof Error ? output.error.message : "failed" },
    });
  }

  /** True once the owner could have seen something of this step, or a tool has begun. */
  hasShown(): boolean {
    return this.#calls.length > 0 || this.visibleSoFar() !== "";
  }

  /** The calls that began, each with its result or the reason why it has none (AGT-16). */
  salvage(reason: CancelReason): ModelMessage[] {
    if (this.#calls.length === 0) return [];
    return [
      { role: "assistant", content: this.#calls.map((call) => ({ type: "tool-call" as const, ...call })) },
      {
        role: "tool",
        content: this.#calls.flatMap(
          (call) => this.#results.get(call.toolCallId) ?? cancelledResult(call, reason).content,
        ),
      },
    ];
  }
}
