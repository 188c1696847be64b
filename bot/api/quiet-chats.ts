import type { Transformer } from "grammy";
import type { Clock } from "#core/ports.ts";
import type { ChatStore } from "#stores/people/chats.ts";

/** Calls to a chat that are made at once, past the outbox: niceties while a turn runs, and edits after a press. */
const DIRECT_CALLS = new Set([
  "sendChatAction",
  "sendMessageDraft",
  "setMessageReaction",
  "editMessageText",
  "editMessageReplyMarkup",
]);

/**
 * Keeps a chat quiet for as long as Telegram asked for after a 429 (OUT-2). The outbox holds a muted chat's messages by
 * itself; every direct call to it is answered here, in Telegram's place and as Telegram would: 429 with the time that is
 * left. Answers to presses name no chat and pass.
 */
export function quietChats(chats: Pick<ChatStore, "get">, clock: Clock): Transformer {
  return async (prev, method, payload, signal) => {
    const chatId = (payload as { readonly chat_id?: number | string }).chat_id;
    if (!DIRECT_CALLS.has(method) || typeof chatId !== "number") return prev(method, payload, signal);
    const leftMs = (chats.get(chatId)?.mutedUntil ?? 0) - clock.now().epochMilliseconds;
    if (leftMs <= 0) return prev(method, payload, signal);
    const retryAfter = Math.ceil(leftMs / 1_000);
    return {
      ok: false,
      error_code: 429,
      description: `Too Many Requests: retry after ${retryAfter}`,
      parameters: { retry_after: retryAfter },
    };
  };
}
