import type { Stores } from "#stores/stores.ts";

/**
 * After a crash (AGT-21): a chat turn found running becomes `interrupted`. Its finished steps stay, calls without a
 * result get one, and its session gets one message with Continue and Drop; it is never run again by itself.
 * Turns of reminders are recovered with their firings. Returns how many were interrupted.
 */
export function recoverTurns(stores: Stores, now: Temporal.Instant): number {
  const found = stores.turns.running().filter((turn) => turn.origin === "chat");
  for (const { id, sessionId } of found) {
    stores.db.transaction(() => {
      stores.turns.end(id, "interrupted", now, { error: "interrupted" });
      for (const { toolCallId, toolName } of danglingCalls(stores, id))
        stores.messages.append(
          sessionId,
          "tool",
          [
            {
              type: "tool-result",
              toolCallId,
              toolName,
              output: { type: "error-text", value: "cancelled: restarted" },
            },
          ],
          now,
          { turnId: id },
        );
      const target = stores.sessions.get(sessionId)?.target;
      if (!target) return;
      const button = (action: "continue" | "drop") => ({
        label: `notice-interrupted-${action}`,
        action,
        args: [sessionId],
      });
      stores.outbox.enqueue(
        {
          key: `interrupted:${id}`,
          target,
          payload: { kind: "notice", code: "interrupted", buttons: [[button("continue"), button("drop")]] },
        },
        now,
      );
    });
  }
  return found.length;
}

interface Call {
  toolCallId: string;
  toolName: string;
}

function danglingCalls(stores: Stores, turnId: string): Call[] {
  const open = new Map<string, Call>();
  for (const { content } of stores.messages.ofTurn(turnId)) {
    if (typeof content === "string") continue;
    for (const part of content) {
      const { toolCallId, toolName } = part;
      if (typeof toolCallId !== "string" || typeof toolName !== "string") continue;
      if (part.type === "tool-call") open.set(toolCallId, { toolCallId, toolName });
      if (part.type === "tool-result") open.delete(toolCallId);
    }
  }
  return [...open.values()];
}
