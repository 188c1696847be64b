import type { OutboxRow } from "#stores/outbox/outbox.ts";
import { ownerChat } from "#stores/people/owner-chat.ts";
import type { Stores } from "#stores/stores.ts";

/**
 * Alerts an owner, by another path, that a message did not arrive. Where there is no other path, the alert goes to the
 * same place if `elseHere` says that the fault was the message's own and not the chat's. Nobody is told about an alert.
 */
export function tellOwner(
  stores: Stores,
  row: OutboxRow,
  code: "message-refused" | "message-set-aside" | "message-unknown",
  reason: string,
  now: Temporal.Instant,
  { elseHere = false } = {},
): void {
  const other = ownerChat(stores, row.target.chatId);
  if (row.payload.kind === "alert" || (other === undefined && !elseHere)) return;
  const target = other === undefined ? row.target : { chatId: other, threadId: null };
  const params = { chat: chatName(stores, row.target.chatId), reason };
  stores.outbox.enqueue({ key: `alert:${code}:${row.id}`, target, payload: { kind: "alert", code, params } }, now);
}

/** Records that the bot may not write to a chat, and tells an owner once by another path (OUT-3). */
export function announceBlocked(stores: Stores, chatId: number, now: Temporal.Instant): void {
  if (!stores.chats.get(chatId)) stores.chats.see(chatId, chatId > 0 ? "private" : "supergroup", "");
  stores.chats.block(chatId, now);
  const owner = ownerChat(stores, chatId);
  if (owner === undefined) return;
  const params = { chat: chatName(stores, chatId) };
  stores.outbox.enqueue(
    {
      // One alert for each time that the chat was blocked.
      key: `alert:chat-blocked:${chatId}:${stores.chats.get(chatId)?.blockedAt}`,
      target: { chatId: owner, threadId: null },
      payload: { kind: "alert", code: "chat-blocked", params },
    },
    now,
  );
}

function chatName(stores: Stores, chatId: number): string {
  return stores.chats.get(chatId)?.title || String(chatId);
}
