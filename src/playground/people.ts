import { randomUUID } from "node:crypto";
import type { InlineKeyboardButton, MessageEntity, Update } from "grammy/types";
import { AppError } from "#core/errors.ts";
import { withFound } from "./format-text.ts";
import { dropTopic } from "./methods/chats.ts";
import { threadFields, topicReply, withoutReply } from "./methods/method-call.ts";
import { fileFields, type SentFile } from "./sent-file.ts";
import type { UpdateQueue } from "./update-queue.ts";
import type { MessageFields, WireMessage, WireUser } from "./wire.ts";
import type { Chat, Press, StoredMessage, World } from "./world.ts";

/** Where and how a person's message is sent. */
export interface SendOptions {
  /** The private chat with the bot where left out. */
  readonly chatId?: number | undefined;
  readonly threadId?: number | undefined;
  /** A message of the same chat. */
  readonly replyTo?: number | undefined;
  /** Part of the text of the message replied to. */
  readonly quote?: string | undefined;
  readonly entities?: readonly MessageEntity[] | undefined;
  readonly caption?: string | undefined;
  /** Files with the same mark are one album. */
  readonly album?: string | undefined;
  /** Marks the message as forwarded from this user. */
  readonly forwardFrom?: WireUser | undefined;
}

/**
 * What people do: every act changes the world as Telegram would and queues the update that the bot sees of it.
 * Acts that no client would offer throw an AppError `impossible_act`.
 */
export class People {
  readonly #world: World;
  readonly #updates: UpdateQueue;

  constructor(world: World, updates: UpdateQueue) {
    this.#world = world;
    this.#updates = updates;
  }

  sendText(userId: number, text: string, options: SendOptions = {}): StoredMessage {
    const formatted = { text, entities: [...(options.entities ?? [])] };
    const entities = withFound(formatted);
    return this.#send(userId, options, { text, ...(entities.length > 0 ? { entities } : {}) });
  }

  sendLocation(
    userId: number,
    location: { latitude: number; longitude: number },
    options: SendOptions = {},
  ): StoredMessage {
    return this.#send(userId, options, { location });
  }

  sendFile(userId: number, file: SentFile, options: SendOptions = {}): StoredMessage {
    return this.#send(userId, options, {
      ...fileFields(this.#world.files, file),
      ...(options.caption === undefined ? {} : { caption: options.caption }),
      ...(options.album === undefined ? {} : { media_group_id: options.album }),
    });
  }

  /** Edits a text or a caption of their own. */
  editText(userId: number, chatId: number, messageId: number, text: string): StoredMessage {
    const { chat, stored } = this.#message(chatId, messageId);
    if (stored.message.from.id !== userId) throw impossible(`message ${messageId} is not theirs`);
    if (stored.message.text === undefined) stored.message.caption = text;
    else {
      stored.message.text = text;
      const entities = withFound({ text, entities: [] });
      if (entities.length > 0) stored.message.entities = entities;
      else delete stored.message.entities;
    }
    this.#world.touch(chat, stored, true);
    this.#push({ edited_message: stored.message });
    return stored;
  }

  /** Deletes a message for everybody. The bot is told nothing, as in Telegram. */
  deleteMessage(chatId: number, messageId: number): void {
    this.#world.deleteMessage(this.#world.chat(chatId), messageId);
  }

  /** Presses a button of an inline keyboard by its label or its data. */
  press(userId: number, chatId: number, messageId: number, labelOrData: string): Press {
    const { stored } = this.#message(chatId, messageId);
    const buttons = (stored.message.reply_markup?.inline_keyboard ?? []).flat();
    const button =
      buttons.find((candidate) => candidate.text === labelOrData) ??
      buttons.find((candidate) => "callback_data" in candidate && candidate.callback_data === labelOrData);
    if (!button) throw impossible(`message ${messageId} has no button "${labelOrData}", but ${labels(buttons)}`);
    if (!("callback_data" in button)) throw impossible(`the button "${labelOrData}" sends nothing to the bot`);
    return this.pressData(userId, chatId, messageId, button.callback_data);
  }

  /** Sends a callback query with any data, as an outdated or a forged client could; the message may be gone. */
  pressData(userId: number, chatId: number, messageId: number, data: string): Press {
    const chat = this.#world.chat(chatId);
    const press: Press = { id: randomUUID(), chatId, messageId, userId, data, at: this.#world.now(), answer: null };
    this.#world.putPress(press);
    const message = chat.messages.get(messageId)?.message ?? {
      chat: this.#world.wireChat(chat),
      message_id: messageId,
      date: 0,
    };
    this.#push({
      callback_query: { id: press.id, from: this.#world.user(userId), chat_instance: String(chatId), data, message },
    });
    return press;
  }

  /** Sets their reaction to a message; null takes it back. */
  react(userId: number, chatId: number, messageId: number, emoji: string | null): void {
    const { chat, stored } = this.#message(chatId, messageId);
    const own = stored.reactions.filter(({ by }) => by === userId);
    stored.reactions = [
      ...stored.reactions.filter(({ by }) => by !== userId),
      ...(emoji === null ? [] : [{ by: userId, emoji }]),
    ];
    this.#world.touch(chat, stored, false);
    this.#push({
      message_reaction: {
        chat: this.#world.wireChat(chat),
        message_id: messageId,
        user: this.#world.user(userId),
        date: this.#world.seconds(),
        old_reaction: own.map((reaction) => ({ type: "emoji", emoji: reaction.emoji })),
        new_reaction: emoji === null ? [] : [{ type: "emoji", emoji }],
      },
    });
  }

  /** Blocks the bot, or lets it in again. */
  setBlocked(userId: number, blocked: boolean): void {
    const chat = this.#world.chat(userId);
    if (chat.banned === blocked) return;
    chat.banned = blocked;
    this.#tellMembership(chat, userId, blocked ? "kicked" : "member", blocked ? "member" : "kicked");
  }

  /** Puts the bot out of a group, or takes it in again. */
  setBotMember(userId: number, chatId: number, isMember: boolean): void {
    const chat = this.#world.chat(chatId);
    chat.banned = !isMember;
    this.#tellMembership(chat, userId, isMember ? "administrator" : "kicked", isMember ? "left" : "administrator");
  }

  /** Opens a group with the bot in it; the bot is told that it was added. */
  createGroup(userId: number, { title, forum }: { title: string; forum: boolean }): Chat {
    const chat = this.#world.putGroup({ kind: forum ? "supergroup" : "group", title, forum, members: [userId] });
    this.#tellMembership(chat, userId, forum ? "administrator" : "member", "left");
    return chat;
  }

  createTopic(userId: number, chatId: number, name: string): number {
    const chat = this.#world.chat(chatId);
    if (chat.kind !== "private" && !chat.forum) throw impossible(`chat ${chatId} has no topics`);
    chat.started = true;
    const { topic, stored } = this.#world.putTopic(chat, name, this.#world.user(userId));
    this.#push({ message: stored.message });
    return topic.threadId;
  }

  /** Deletes a topic with its messages. The bot is told nothing, as in Telegram. */
  deleteTopic(chatId: number, threadId: number): void {
    dropTopic(this.#world, this.#world.chat(chatId), threadId);
  }

  /** Turns a group into a supergroup with another id, with both service messages. Returns the supergroup. */
  migrate(userId: number, groupId: number): Chat {
    const group = this.#world.chat(groupId);
    if (group.kind !== "group" || group.migratedTo !== null) throw impossible(`chat ${groupId} is no group`);
    const to = this.#world.putGroup({ kind: "supergroup", title: group.title, forum: false, members: group.members });
    const user = this.#world.user(userId);
    const left = this.#world.putMessage(group, user, { migrate_to_chat_id: to.id });
    const arrived = this.#world.putMessage(to, user, { migrate_from_chat_id: group.id });
    group.migratedTo = to.id;
    this.#push({ message: left.message });
    this.#push({ message: arrived.message });
    this.#world.tell({ kind: "chat", chatId: group.id });
    return to;
  }

  /** Presses Stop on a streamed draft. */
  stopDraft(userId: number, draftId: number): void {
    const draft = this.#world.drafts.findLast((known) => known.chatId === userId && known.draftId === draftId);
    if (!draft?.canStop) throw impossible(`draft ${draftId} has no Stop`);
    this.#push({
      stopped_message_generation: {
        chat: this.#world.wireChat(this.#world.chat(userId)),
        draft_id: draftId,
        ...(draft.threadId === null ? {} : { message_thread_id: draft.threadId }),
      },
    });
  }

  #send(userId: number, options: SendOptions, content: MessageFields): StoredMessage {
    const user = this.#world.user(userId);
    const chat = this.#world.chat(options.chatId ?? userId);
    const threadId = this.#threadOf(chat, options);
    if (chat.kind === "private") {
      if (chat.banned) throw impossible("a user who blocked the bot cannot write to it");
      chat.started = true;
    } else if (!chat.members.includes(userId)) throw impossible(`user ${userId} is not a member of chat ${chat.id}`);
    const { forwardFrom } = options;
    const stored = this.#world.putMessage(chat, user, {
      ...threadFields(chat, threadId),
      ...this.#replyFields(chat, threadId, options),
      ...(forwardFrom
        ? { forward_origin: { type: "user" as const, date: this.#world.seconds(), sender_user: forwardFrom } }
        : {}),
      ...content,
    });
    if (!chat.banned) this.#push({ message: stored.message });
    return stored;
  }

  #replyFields(chat: Chat, threadId: number | null, { replyTo, quote }: SendOptions): MessageFields {
    if (replyTo === undefined) return topicReply(chat, threadId);
    const { stored } = this.#message(chat.id, replyTo);
    const text = stored.message.text ?? stored.message.caption ?? "";
    if (quote !== undefined && !text.includes(quote)) throw impossible(`"${quote}" is not in message ${replyTo}`);
    return {
      reply_to_message: withoutReply(stored.message),
      ...(quote === undefined
        ? {}
        : { quote: { text: quote, position: text.indexOf(quote), is_manual: true as const } }),
    };
  }

  /** Replies in a supergroup without topics stand in the thread of the message that began the chain. */
  #threadOf(chat: Chat, { threadId, replyTo }: SendOptions): number | null {
    const replied = replyTo === undefined ? undefined : this.#message(chat.id, replyTo).stored.message;
    if (threadId !== undefined) {
      if (!chat.topics.some((topic) => topic.threadId === threadId))
        throw impossible(`chat ${chat.id} has no topic ${threadId}`);
      return threadId;
    }
    if (!replied) return null;
    if (chat.kind === "supergroup" && !chat.forum) return replied.message_thread_id ?? replied.message_id;
    return replied.message_thread_id ?? null;
  }

  #tellMembership(chat: Chat, userId: number, status: string, before: string): void {
    const member = (state: string) => ({
      status: state,
      user: this.#world.bot,
      ...(state === "kicked" ? { until_date: 0 } : {}),
    });
    this.#push({
      my_chat_member: {
        chat: this.#world.wireChat(chat),
        from: this.#world.user(userId),
        date: this.#world.seconds(),
        old_chat_member: member(before),
        new_chat_member: member(status),
      },
    });
    this.#world.tell({ kind: "chat", chatId: chat.id });
  }

  #message(chatId: number, messageId: number): { chat: Chat; stored: StoredMessage } {
    const chat = this.#world.chat(chatId);
    const stored = chat.messages.get(messageId);
    if (!stored) throw impossible(`chat ${chatId} has no message ${messageId}`);
    return { chat, stored };
  }

  /** The bot gets the update as it was at that moment: a copy, for edits must not change the past. */
  #push(update: Readonly<Record<string, unknown>> & { readonly message?: WireMessage }): void {
    this.#updates.push(structuredClone(update) as unknown as Omit<Update, "update_id">);
  }
}

function labels(buttons: readonly InlineKeyboardButton[]): string {
  return buttons.map((button) => `"${button.text}"`).join(", ") || "none at all";
}

function impossible(reason: string): AppError {
  return new AppError("impossible_act", reason);
}
