import type { Tool, ToolExecutionOptions, ToolSet } from "ai";
import { redactValue } from "#core/redact/redact-value.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import { inputWithoutMarks } from "../context/untrusted-mark.ts";
import type { ApprovalGate, AskedCall } from "./approval-gate.ts";

/** What a call is asked about; null: it goes without asking. */
type Question = Pick<AskedCall, "subject" | "cwd" | "grantable"> | null;

/** When a tool asks. `tainted`: the model has read words that are not the owner's (AGT-8). */
export type GateRule = (input: unknown, turn: { tainted: boolean }) => Question;

/** A tool without a rule of its own asks in a tainted turn, whatever it does: forgetting a rule must not open a door. */
const ASK_WHEN_TAINTED: GateRule = (input, { tainted }) =>
  tainted ? { subject: JSON.stringify(input), cwd: null, grantable: false } : null;

/**
 * The tools of a turn behind the gate: each asks as its rule says, and none of them returns a secret (OUT-8). Input is
 * checked before this, by the SDK.
 */
export function gateTools(
  tools: ToolSet,
  options: {
    gate: ApprovalGate;
    rules: Readonly<Record<string, GateRule>>;
    tainted: () => boolean;
    redactor: Redactor;
  },
): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]): [string, Tool] => [
      name,
      {
        ...tool,
        async execute(given: unknown, call: ToolExecutionOptions<never>) {
          const input = inputWithoutMarks(given);
          const rule = options.rules[name] ?? ASK_WHEN_TAINTED;
          const question = rule(input, { tainted: options.tainted() });
          if (question) {
            const signal = call.abortSignal ?? new AbortController().signal;
            const answer = await options.gate.pass({ tool: name, callId: call.toolCallId, input, ...question }, signal);
            if (!answer.go) return { not_done: answer.reason };
          }
          return redactValue(options.redactor, await runTool(tool, input, call));
        },
      } as Tool,
    ]),
  );
}

/** Runs a tool past the gate: the owner has allowed exactly this call. */
export async function runTool(
  tool: ToolSet[string],
  input: unknown,
  call: ToolExecutionOptions<never>,
): Promise<unknown> {
  if (!tool.execute) throw new Error("the tool cannot be run");
  return await (tool.execute as (input: unknown, options: unknown) => unknown)(input, call);
}
