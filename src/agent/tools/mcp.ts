import type { Tool } from "ai";
import { z } from "zod";
import { MCP_CALL } from "#core/approvals/grant-subject.ts";
import { hasCode } from "#core/errors.ts";
import type { GateRule } from "../approvals/gate-tools.ts";
import type { Taint } from "../context/taint.ts";
import { markUntrusted } from "../context/untrusted-mark.ts";
import type { McpTool } from "../mcp/mcp-connection.ts";
import type { McpHost } from "../mcp/mcp-host.ts";
import type { AiSdk } from "../models/sdk.ts";
import { keptText } from "../process/kept-output.ts";
import { type ExecutionGuard, guardExecution } from "../turn/guard-execution.ts";
import { checkedInput } from "./check-input.ts";

const listSchema = z.strictObject({ server: z.string().trim(), tool: z.string().trim().optional() });
const callSchema = z.strictObject({
  server: z.string().trim(),
  tool: z.string().trim().min(1).max(200),
  input: z.record(z.string(), z.unknown()).optional(),
});
type CallInput = z.output<typeof callSchema>;

/** What a list may take of the conversation, in UTF-16 units; a longer one leaves the inputs out. */
const LONGEST_LIST = 8_000;
const LONGEST_LINE = 160;

/** What the tools need of their turn. */
interface McpTurn {
  readonly taint: Taint;
  readonly marker: string;
}

/**
 * The tool `mcp_tools` (AGT-14): loads the tools of one server into the conversation, so that only the servers' names go
 * out with every turn (AGT-6). What a server says of its tools is data, and does not taint: the owner has chosen it.
 */
export function mcpToolsTool(
  ai: AiSdk,
  host: McpHost,
  { marker }: McpTurn,
  guard: ExecutionGuard,
): Tool<z.output<typeof listSchema>, object> {
  const names = host.names();
  return ai.tool({
    description: `Loads the tools of one of the owner's MCP servers, to be called with ${MCP_CALL}. Servers: ${names.join(", ")}.`,
    inputSchema: checkedInput(ai, { name: "mcp_tools", schema: listSchema, example: { server: names[0] ?? "" } }),
    execute: ({ server, tool }, { abortSignal }) =>
      guardExecution("mcp_tools", guard, abortSignal, () =>
        orSentence(host, async () => {
          const all = await host.tools(server);
          const tools = tool === undefined ? all : all.filter(({ name }) => name === tool);
          return { server, tools: markUntrusted(listed(tools), marker) };
        }),
      ),
  });
}

/** The tool `mcp_call` (AGT-14). What it brings is marked and taints the turn (AGT-8). */
export function mcpCallTool(
  ai: AiSdk,
  host: McpHost,
  { taint, marker }: McpTurn,
  guard: ExecutionGuard,
): Tool<CallInput, object> {
  const example = { server: host.names()[0] ?? "", tool: "search", input: { query: "tea" } };
  return ai.tool({
    description: "Calls a tool that mcp_tools has named. The owner may be asked first.",
    inputSchema: checkedInput(ai, { name: MCP_CALL, schema: callSchema, example }),
    execute: ({ server, tool, input = {} }, { abortSignal, toolCallId }) =>
      guardExecution(MCP_CALL, guard, abortSignal, (signal) =>
        orSentence(host, async () => {
          const { output, failed } = await host.call(server, tool, input, signal);
          const text = keptText(output);
          taint.brought(toolCallId, `MCP ${server}/${tool}`, text);
          const marked = markUntrusted(text === "" ? "(nothing)" : text, marker);
          return failed ? { failed: marked } : { result: marked };
        }),
      ),
  });
}

/** Each tool of a server asks once; Always then holds for it, whatever its input, but never in a tainted turn (AGT-14). */
export function mcpCallRule(host: McpHost): GateRule {
  return (given) => {
    const { server, tool, input = {} } = callSchema.parse(given);
    // What there is not is told to the model, not asked of the owner.
    if (!host.names().includes(server) || host.knownTools(server)?.includes(tool) === false) return null;
    return { subject: `${server} · ${tool}\n${JSON.stringify(input, null, 2)}`, cwd: null, grantable: true };
  };
}

/** A server that cannot be used is told in a sentence. */
async function orSentence(host: McpHost, work: () => Promise<object>): Promise<object> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, "mcp_unknown")) return { not_done: error.message, servers: host.names() };
    if (hasCode(error, "mcp_variable_missing", "mcp_unreachable", "mcp_tool_unknown"))
      return { not_done: error.message, ...(error.remedy && { remedy: error.remedy }) };
    throw error;
  }
}

function listed(tools: readonly McpTool[]): string {
  if (tools.length === 0) return "(no such tools)";
  const whole = tools
    .map(({ name, description = "", inputSchema }) => `${name}: ${description}\ninput: ${JSON.stringify(inputSchema)}`)
    .join("\n\n");
  if (whole.length <= LONGEST_LIST || tools.length === 1) return whole.slice(0, 2 * LONGEST_LIST);
  const lines = tools.map(({ name, description = "" }) =>
    `${name}: ${description.replace(/\s+/g, " ")}`.slice(0, LONGEST_LINE),
  );
  return `Too many to show their inputs: name one of them with the field tool.\n${lines.join("\n")}`.slice(
    0,
    2 * LONGEST_LIST,
  );
}
