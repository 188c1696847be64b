/** The tool that calls a tool of an MCP server. */
export const MCP_CALL = "mcp_call";

/**
 * What Always binds to: the exact text that was shown, or for an MCP server its tool, whatever the input (AGT-7, AGT-14).
 * The name of a server holds no slash, so that no two pairs read the same.
 */
export function grantSubject(call: { tool: string; input: unknown; subject: string }): string {
  const { tool, input, subject } = call;
  if (tool !== MCP_CALL || typeof input !== "object" || input === null) return subject;
  return "server" in input && "tool" in input ? `${String(input.server)}/${String(input.tool)}` : subject;
}
