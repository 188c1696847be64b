import type { FaultDecision } from "#core/outbox/decide-fault.ts";
import type { FrozenPart } from "#core/outbox/frozen-part.ts";
import type { ButtonInput } from "#core/outbox/payload.ts";
import { mustArrive } from "#core/outbox/payload.ts";
import type { Log } from "#core/ports.ts";
import type { OutboxRow } from "#stores/outbox/outbox.ts";
import { ownerChat } from "#stores/people/owner-chat.ts";
import type { Stores } from "#stores/stores.ts";
import { settleMessage } from "#use-cases/settle-message.ts";
import { announceBlocked, tellOwner } from "./tell-owner.ts";

/** What a try of a row came to. `rest` is set for a repetition of which some parts were accepted. */
export interface TryEnd {
  readonly decision: Exclude<FaultDecision, { kind: "send_bare" }>;
  readonly detail: string;
  readonly rest?: readonly FrozenPart[];
}

/** Carries out what was decided after a fault, with everything that follows from it, in one transaction (OUT-2, OUT-3). */
export function endTry(stores: Stores, log: Log, row: OutboxRow, end: TryEnd, now: Temporal.Instant): void {
  const { decision, detail, rest } = end;
  const { outbox, chats } = stores;
  const { chatId, threadId } = row.target;
  log.warn({ outbox: row.id, chat: chatId, decision: decision.kind, detail }, "a message did not go out at once");
  stores.db.transaction(() => {
    switch (decision.kind) {
      case "mute_chat":
        chats.mute(chatId, now.add({ milliseconds: decision.ms }));
        outbox.release(row.id, detail);
        break;
      case "retry":
        outbox.retry(row.id, now.add({ milliseconds: decision.ms }), detail);
        break;
      case "repeat":
        outbox.retry(row.id, now.add({ milliseconds: decision.ms }), detail, { repeated: true });
        if (rest) outbox.freeze(row.id, rest);
        break;
      case "lost":
        settleMessage(stores, row, { state: "unknown", error: detail }, now);
        if (row.payload.kind === "reply") sayMaybeLost(stores, row, now);
        else if (mustArrive(row.payload)) tellOwner(stores, row, "message-unknown", detail, now);
        break;
      case "block_chat":
        outbox.release(row.id, detail);
        announceBlocked(stores, chatId, now);
        break;
      case "leave_topic":
        outbox.redirect(row.id, refuge(stores, row), threadId ?? 0, detail);
        break;
      case "migrate":
        outbox.release(row.id, detail);
        chats.migrate(chatId, decision.to);
        break;
      case "set_aside":
      case "refuse": {
        settleMessage(stores, row, { state: "failed", error: detail }, now);
        const code = decision.kind === "refuse" ? "message-refused" : "message-set-aside";
        tellOwner(stores, row, code, detail, now, { elseHere: true });
        break;
      }
      case "give_up_chat":
        settleMessage(stores, row, { state: "failed", error: detail }, now);
        tellOwner(stores, row, "message-refused", detail, now);
        break;
      default:
        decision satisfies never;
    }
  });
}

/** The session gets one line with a button that shows the answer; the answer itself is not sent again (OUT-2). */
function sayMaybeLost(stores: Stores, row: OutboxRow, now: Temporal.Instant): void {
  const show: ButtonInput = { label: "button-show-reply", action: "show-reply", args: [row.id] };
  stores.outbox.enqueue(
    {
      key: `maybe-lost:${row.id}`,
      target: row.target,
      payload: { kind: "notice", code: "reply-maybe-lost", buttons: [[show]] },
    },
    now,
  );
}

/** Where a message goes whose topic is gone: an alert to an owner's private chat, anything else to the chat itself. */
function refuge(stores: Stores, row: OutboxRow): OutboxRow["target"] {
  const { chatId } = row.target;
  const elsewhere = row.payload.kind === "alert" ? ownerChat(stores, chatId) : undefined;
  return { chatId: elsewhere ?? chatId, threadId: null };
}
