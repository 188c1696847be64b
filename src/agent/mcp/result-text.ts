import type { CallToolResult } from "@ai-sdk/mcp";

/** What a tool of an MCP server brought, as text: pictures, sounds and files are named, not shown. */
export function resultText(result: CallToolResult): string {
  const content = Array.isArray(result.content) ? result.content : [];
  const parts = content.map(partText).filter((text) => text !== "");
  if (parts.length > 0) return parts.join("\n\n");
  return "structuredContent" in result ? JSON.stringify(result.structuredContent ?? null) : "";
}

function partText(part: { type: string; [key: string]: unknown }): string {
  if (typeof part.text === "string") return part.text;
  if (part.type === "resource_link") return `[${String(part.name)}: ${String(part.uri)}]`;
  const { resource } = part;
  if (typeof resource === "object" && resource !== null) {
    if ("text" in resource && typeof resource.text === "string") return resource.text;
    return `[file ${"uri" in resource ? String(resource.uri) : ""}, not shown]`;
  }
  return `[${part.type} ${typeof part.mimeType === "string" ? part.mimeType : ""}, not shown]`;
}
