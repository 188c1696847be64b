import { MCP_CALL } from "#core/approvals/grant-subject.ts";
import type { Payload } from "#core/outbox/payload.ts";
import { concat, join, styled } from "#core/outbox/rich-text.ts";
import { button } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** Tools whose question has words of its own. */
const NAMED = new Set(["bash", "remind", "schedule", "web_fetch", MCP_CALL]);

/** Asks whether a tool may be called, with everything that it would do (AGT-7), and where the request came from (AGT-8). */
export function renderApproval(
  payload: Extract<Payload, { kind: "approval" }>,
  context: RenderContext,
): RenderedMessage {
  const { approvalId, tool, subject, cwd, sources, grantable } = payload;
  const question = say(context, "approval-question", { tool: NAMED.has(tool) ? tool : "other", name: tool });
  const body = join(
    [
      concat("🔐 ", styled(question, { type: "bold" })),
      styled(subject, tool === "bash" ? { type: "pre", language: "bash" } : { type: "pre" }),
      styled(cwd === null ? "" : say(context, "approval-folder", { folder: cwd })),
      styled(/\\u\{[0-9A-F]+\}/.test(subject) ? say(context, "approval-hidden") : ""),
      styled(tool === MCP_CALL && grantable ? say(context, "approval-any-input") : ""),
      styled(sources.length === 0 ? "" : say(context, "approval-sources", { sources: sources.join("; ") })),
    ],
    "\n\n",
  );
  return {
    body,
    keyboard: [
      [
        button(say(context, "approval-once"), "allow", approvalId),
        ...(grantable ? [button(say(context, "approval-always"), "always", approvalId)] : []),
        button(say(context, "approval-deny"), "deny", approvalId),
      ],
    ],
  };
}
