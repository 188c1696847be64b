import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from "ai";

/** What a history says after a turn that the owner stopped, so that the next turn does not take it up again. */
export const STOPPED_NOTE = "(Stopped by the owner before this was answered.)";
/** What it says when the owner let an interrupted turn go. */
export const DROPPED_NOTE = "(Interrupted by a restart; the owner does not want it continued.)";
/** The user message that continues a turn which a restart interrupted (AGT-21). */
export const CONTINUE_NOTE =
  "(A restart interrupted you. Continue where you stopped; do not repeat what is already done.)";

/** The user message of a turn that an approval begins (AGT-7); the call and its result follow. */
export const APPROVED_NOTE =
  "(The owner has now allowed the call that you asked for. It was carried out; go on from its result.)";
/** The user message that gives a promise without a tool call one more chance (AGT-17). */
export const PROMISE_NOTE =
  "(You said that a reminder is set or will come, but you called no tool, so nothing is set. If the owner wants one, call the tool now; else answer again without that promise.)";

/** Why a tool call has no result of its own (AGT-16). */
export type CancelReason = "restarted" | "stopped by the owner" | "failed" | "waits for the owner's approval";

/** The result that a call without one is given. */
export function cancelledResult(
  call: { toolCallId: string; toolName: string },
  reason: CancelReason,
): ToolModelMessage {
  const output = { type: "error-text" as const, value: `cancelled: ${reason}` };
  return {
    role: "tool",
    content: [{ type: "tool-result", toolCallId: call.toolCallId, toolName: call.toolName, output }],
  };
}

/**
 * Makes a history that every provider accepts (AGT-16): each tool call is followed by its result, a made-up one if need
 * be; a result without its call is left out; neighbours of the same role become one message.
 */
export function validHistory(messages: readonly ModelMessage[], reason: CancelReason): ModelMessage[] {
  const valid: ModelMessage[] = [];
  let open = new Map<string, string>();
  const close = () => {
    for (const [toolCallId, toolName] of open) valid.push(cancelledResult({ toolCallId, toolName }, reason));
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === "tool") {
      const content = message.content.filter((part) => part.type !== "tool-result" || open.delete(part.toolCallId));
      if (content.length > 0) valid.push({ ...message, content });
      continue;
    }
    close();
    valid.push(message);
    if (message.role === "assistant") open = new Map(callsOf(message).map((call) => [call.toolCallId, call.toolName]));
  }
  close();
  return mergeNeighbours(valid);
}

/** The calls of a message whose results are ours to give. */
function callsOf(message: AssistantModelMessage): { toolCallId: string; toolName: string }[] {
  if (typeof message.content === "string") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" && !part.providerExecuted ? [part] : []));
}

/** Some servers refuse two user messages in a row, which a turn without an answer leaves behind. */
function mergeNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const message of messages) {
    const before = merged.at(-1);
    if (before?.role === "user" && message.role === "user")
      merged[merged.length - 1] = { ...before, content: [...asParts(before.content), ...asParts(message.content)] };
    else if (before?.role === "tool" && message.role === "tool")
      merged[merged.length - 1] = { ...before, content: [...before.content, ...message.content] };
    else merged.push(message);
  }
  return merged;
}

function asParts<Part>(content: string | Part[]): (Part | { type: "text"; text: string })[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
