import type { Button } from "#core/outbox/payload.ts";
import type { Turn } from "#stores/sessions/turns.ts";
import type { Stores } from "#stores/stores.ts";
import { STANDS } from "../approvals/approval-gate.ts";
import { forgetOutside } from "../context/forget-outside.ts";
import { cancelledResult } from "../context/history.ts";

/**
 * After a crash (AGT-21): a chat turn found running becomes `interrupted`. Its finished steps stay, calls without a
 * result get one, and its session gets one message with Continue and Drop; it is never run again by itself.
 * One that waited for the owner's approval ends as `waiting`: the decision begins the next turn (AGT-7). Turns of
 * reminders are recovered with their firings. Returns how many were interrupted.
 */
export function recoverTurns(stores: Stores, now: Temporal.Instant): number {
  const found = stores.turns.running().filter((turn) => turn.origin === "chat");
  const [waiting, cutOff] = partition(found, ({ id }) => stores.approvals.openOf(id).length > 0);
  for (const turn of waiting) stores.db.transaction(() => keepWaiting(stores, turn, now));
  for (const { id, sessionId } of cutOff) {
    stores.db.transaction(() => {
      stores.turns.end(id, "interrupted", now, { error: "interrupted" });
      forgetOutside(stores, id);
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
      const button = (action: "continue" | "drop"): Button => ({
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
  return cutOff.length;
}

/** Its unfinished step was never stored: the call that waits is written down, so that the history says what was asked for. */
function keepWaiting(stores: Stores, { id: turnId, sessionId }: Turn, now: Temporal.Instant): void {
  for (const { callId: toolCallId, tool: toolName, input } of stores.approvals.openOf(turnId)) {
    const call = { type: "tool-call", toolCallId, toolName, input };
    stores.messages.append(sessionId, "assistant", [call], now, { turnId });
    const { content } = cancelledResult({ toolCallId, toolName }, "waits for the owner's approval");
    stores.messages.append(
      sessionId,
      "tool",
      content.map((part) => ({ ...part })),
      now,
      { turnId },
    );
  }
  stores.approvals.release(turnId, now.add(STANDS).epochMilliseconds);
  forgetOutside(stores, turnId);
  stores.turns.end(turnId, "waiting", now);
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
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
