import type { MiddlewareFn } from "grammy";
import type { Chat, Message } from "grammy/types";
import type { Target } from "#core/ports.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";

/**
 * Finds the session of the chat and topic that an owner spoke or pressed in (TG-3), and keeps the chat's title and the
 * topic's name up to date. Updates without a chat go no further: there is nowhere to answer.
 */
export function findPlace({ stores, clock }: BotParts): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const chat = ctx.chat;
    if (!chat) return;
    const target = targetOf(chat.id, ctx.msg ?? ctx.update.stopped_message_generation);
    const session = stores.db.transaction(() => {
      const now = clock.now();
      stores.chats.see(chat.id, chat.type, titleOf(chat));
      // An owner who writes in private has let the bot in again, even if Telegram's own update about it was lost.
      if (chat.type === "private" && ctx.message && stores.chats.unblock(chat.id))
        stores.outbox.releaseBlocked(chat.id, now);
      const opened = stores.sessions.open(target, now);
      const topic = topicName(ctx.message);
      if (topic !== undefined && target.threadId !== null && opened.title !== topic)
        stores.sessions.rename(opened.id, topic);
      return opened;
    });
    ctx.place = { target, session };
    await next();
  };
}

/**
 * Where a message stands. Telegram gives replies in ordinary chats a thread id too: only `is_topic_message` tells a
 * topic, and a forum's general topic has neither.
 */
function targetOf(
  chatId: number,
  message: { is_topic_message?: boolean; message_thread_id?: number; draft_id?: number } | undefined,
): Target {
  const inTopic = message?.is_topic_message === true || message?.draft_id !== undefined;
  return { chatId, threadId: inTopic ? (message.message_thread_id ?? null) : null };
}

/** A topic's name: from the news about it, or from its first message, which every message outside a reply refers to. */
function topicName(message: Message | undefined): string | undefined {
  return (
    message?.forum_topic_edited?.name ??
    message?.forum_topic_created?.name ??
    message?.reply_to_message?.forum_topic_created?.name
  );
}

export function titleOf(chat: Chat): string {
  return chat.title ?? [chat.first_name, chat.last_name].filter(Boolean).join(" ");
}
