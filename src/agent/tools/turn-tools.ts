import type { ToolSet } from "ai";
import { readSkills } from "#stores/files/custom-files.ts";
import type { GateRule } from "../approvals/gate-tools.ts";
import type { McpHost } from "../mcp/mcp-host.ts";
import type { AiSdk } from "../models/sdk.ts";
import type { ToolTurn, TurnTools } from "../turn/turn-context.ts";
import type { FetchedPage } from "../web/fetch-page.ts";
import { type BashContext, bashRule, bashTool } from "./bash.ts";
import { delegateTool } from "./delegate.ts";
import { mcpCallRule, mcpCallTool, mcpToolsTool } from "./mcp.ts";
import { type RemindContext, remindTool } from "./remind.ts";
import { scheduleTool } from "./schedule.ts";
import { skillTool } from "./skill.ts";
import { webFetchRule, webFetchTool } from "./web-fetch.ts";

/** The project's own skills. */
const OWN_SKILLS = new URL("../skills/", import.meta.url).pathname;

/** What the tools need of the process. */
export interface ToolsContext extends RemindContext {
  /** `data/custom`. */
  readonly custom: string;
  readonly shell: Omit<BashContext, "redactor">;
  readonly redactor: BashContext["redactor"];
  /** The owner's MCP servers; without it there are none. */
  readonly mcp?: McpHost | undefined;
  fetchPage(url: string, options: { signal: AbortSignal }): Promise<FetchedPage>;
}

/** The tools of one turn with their rules (AGT-6). */
export function turnTools(ai: AiSdk, context: ToolsContext, turn: ToolTurn): TurnTools {
  const { ref, guard, taint, marker, onCard } = turn;
  const bash: BashContext = { ...context.shell, redactor: context.redactor };
  const skills = readSkills([OWN_SKILLS, `${context.custom}/skills`]);
  const { mcp } = context;
  const hasServers = mcp !== undefined && mcp.names().length > 0;
  const tools: ToolSet = {
    remind: remindTool(ai, context, { ...ref, onCard }, guard),
    schedule: scheduleTool(ai, context, { ...ref, onCard }, guard),
    ...(ref.origin === "chat" && { delegate: delegateTool(ai, context, ref, guard) }),
    web_fetch: webFetchTool(ai, (url, options) => context.fetchPage(url, options), { taint, marker }, guard),
    ...(bash.mode() !== "off" && { bash: bashTool(ai, bash, { ...ref, taint, marker }, guard) }),
    ...(skills.length > 0 && { skill: skillTool(ai, skills) }),
    ...(hasServers && {
      mcp_tools: mcpToolsTool(ai, mcp, { taint, marker }, guard),
      mcp_call: mcpCallTool(ai, mcp, { taint, marker }, guard),
    }),
  };
  const rules: Record<string, GateRule> = {
    remind: remindRule,
    schedule: remindRule,
    web_fetch: webFetchRule(taint),
    bash: bashRule(bash),
    skill: () => null,
    ...(hasServers && { mcp_tools: () => null, mcp_call: mcpCallRule(mcp) }),
  };
  return { tools, rules };
}

/** Looking at what is set is always free; setting and removing is asked about in a tainted turn (AGT-8). */
const remindRule: GateRule = (input, { tainted }) => {
  if (!tainted || (typeof input === "object" && input !== null && "action" in input && input.action === "list"))
    return null;
  return { subject: fieldsOf(input), cwd: null, grantable: false };
};

/** A tool's input as lines of `field: value`, for a person to read. */
function fieldsOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return JSON.stringify(input);
  return Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
