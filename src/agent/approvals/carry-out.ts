import type { ModelMessage, ToolSet } from "ai";
import type { Log } from "#core/ports.ts";
import { redactValue } from "#core/redact/redact-value.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import type { Approval } from "#stores/sessions/approvals.ts";
import { hashCall } from "./approval-gate.ts";
import { runTool } from "./gate-tools.ts";

/**
 * Carries out a call that the owner has allowed after its turn had ended: exactly the call that was shown (AGT-7). Returns
 * the call and its result as they belong into the history. Never rejects; a call that fails says so.
 */
export async function carryOut(
  approval: Approval,
  tools: ToolSet,
  { signal, redactor, log }: { signal: AbortSignal; redactor: Redactor; log: Log },
): Promise<ModelMessage[]> {
  const toolCallId = `approved-${approval.id}`;
  const toolName = approval.tool;
  const result = async (): Promise<unknown> => {
    const tool = tools[toolName];
    if (!tool) throw new Error(`there is no tool ${toolName} any more`);
    if (hashCall(toolName, approval.input) !== approval.hash) throw new Error("the stored call is not what was shown");
    return redactValue(
      redactor,
      await runTool(tool, approval.input, { toolCallId, messages: [], abortSignal: signal } as never),
    );
  };
  const output = await result().then(
    (value) =>
      typeof value === "string"
        ? { type: "text" as const, value }
        : { type: "json" as const, value: JSON.parse(JSON.stringify(value ?? null)) },
    (error: unknown) => {
      log.warn({ turn: approval.turnId, tool: toolName, err: error }, "an allowed call could not be carried out");
      const reason = signal.aborted ? "stopped by the owner" : error instanceof Error ? error.message : "failed";
      return { type: "error-text" as const, value: redactor.redact(reason) };
    },
  );
  return [
    { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input: approval.input }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] },
  ];
}
