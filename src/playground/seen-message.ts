import type { InlineKeyboardButton, MessageEntity } from "grammy/types";
import type { WireMessage } from "./wire.ts";
import type { StoredMessage, World } from "./world.ts";

/** A message as a reader of the chat sees it at this moment: a copy. */
export interface SeenMessage {
  readonly id: number;
  readonly chatId: number;
  readonly threadId: number | null;
  readonly fromBot: boolean;
  readonly fromId: number;
  /** Text or caption; empty for what has none. */
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  readonly buttons: readonly (readonly InlineKeyboardButton[])[];
  /** Labels of the buttons, row by row. */
  readonly labels: readonly (readonly string[])[];
  readonly silent: boolean;
  readonly edits: number;
  readonly reactions: readonly { readonly by: number; readonly emoji: string }[];
  /** The object that the Bot API has for it. */
  readonly message: WireMessage;
}

/** Messages of a chat in order, of one topic (`null` for those outside topics) or of all. */
export function seenMessages(world: World, chatId: number, threadId?: number | null): SeenMessage[] {
  const chat = world.chats.get(chatId);
  const all = [...(chat?.messages.values() ?? [])].map((stored) => seenMessage(world, stored));
  return threadId === undefined ? all : all.filter((message) => message.threadId === threadId);
}

export function seenMessage(world: World, stored: StoredMessage): SeenMessage {
  const message = structuredClone(stored.message);
  const buttons = message.reply_markup?.inline_keyboard ?? [];
  return {
    id: message.message_id,
    chatId: message.chat.id,
    threadId: message.message_thread_id ?? null,
    fromBot: message.from.id === world.bot.id,
    fromId: message.from.id,
    text: message.text ?? message.caption ?? "",
    entities: message.entities ?? message.caption_entities ?? [],
    buttons,
    labels: buttons.map((row) => row.map((button) => button.text)),
    silent: stored.silent,
    edits: stored.edits,
    reactions: [...stored.reactions],
    message,
  };
}
