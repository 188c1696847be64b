import type { BotCommand } from "grammy/types";
import { badRequest } from "./bot-api-error.ts";
import { FileStore } from "./file-store.ts";
import type { MessageFields, Params, WireChat, WireMessage, WireUser } from "./wire.ts";

export interface Topic {
  /** The number of the service message that opened it. */
  readonly threadId: number;
  name: string;
  readonly iconColor: number;
  closed: boolean;
}

export interface StoredMessage {
  readonly message: WireMessage;
  silent: boolean;
  /** How often the bot or the user edited it. */
  edits: number;
  reactions: { readonly by: number; readonly emoji: string }[];
}

export interface Chat {
  readonly id: number;
  readonly kind: "private" | "group" | "supergroup";
  title: string;
  readonly forum: boolean;
  members: number[];
  topics: Topic[];
  /** A bot may not speak first: true once the user has written. */
  started: boolean;
  /** The user blocked the bot, or the group put it out. */
  banned: boolean;
  migratedTo: number | null;
  /** Supergroups number their own messages; private chats and groups share the bot's numbers (null). */
  nextMessageId: number | null;
  readonly messages: Map<number, StoredMessage>;
}

/** A button that was pressed, and what the bot answered. */
export interface Press {
  readonly id: string;
  readonly chatId: number;
  readonly messageId: number;
  readonly userId: number;
  readonly data: string;
  /** Epoch milliseconds. */
  readonly at: number;
  answer: { readonly text?: string; readonly alert: boolean; readonly url?: string } | null;
}

export interface Draft {
  readonly chatId: number;
  readonly threadId: number | null;
  readonly draftId: number;
  /** Empty means "thinking". */
  readonly text: string;
  readonly entities: NonNullable<WireMessage["entities"]>;
  readonly rich: unknown;
  readonly canStop: boolean;
  readonly keepOnStop: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What changed, for those who watch: the page and the waits of tests. */
export type WorldEvent =
  | { readonly kind: "message"; readonly chatId: number; readonly messageId: number }
  | { readonly kind: "deleted"; readonly chatId: number; readonly messageId: number }
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "action"; readonly chatId: number; readonly threadId: number | null; readonly action: string }
  | { readonly kind: "answer"; readonly press: Press }
  | { readonly kind: "chat"; readonly chatId: number }
  | { readonly kind: "user"; readonly userId: number }
  | { readonly kind: "commands" };

/** The world as `playground.json` keeps it. */
export interface WorldSnapshot {
  readonly users: readonly WireUser[];
  readonly chats: readonly (Omit<Chat, "messages"> & { readonly messages: readonly StoredMessage[] })[];
  readonly commands: readonly (readonly [string, readonly BotCommand[]])[];
  readonly presses: readonly Press[];
  readonly files: ReturnType<FileStore["snapshot"]>;
  readonly nextMessageId: number;
  readonly nextGroupId: number;
}

const ICON_COLOR = 7_322_096;
/** A chat keeps so many messages over a restart; the page shows no more. */
const KEPT_MESSAGES = 500;
const KEPT_DRAFTS = 5000;
const KEPT_PRESSES = 2000;
const FIRST_GROUP_ID = 4_000_000;

/**
 * The Telegram that the bot sees: people, chats, topics, messages. It holds facts and tells of changes; who may do
 * what is decided by the bot's methods (`methods/`) and the people (`people.ts`).
 */
export class World {
  readonly bot: WireUser & { readonly username: string };
  readonly users = new Map<number, WireUser>();
  readonly chats = new Map<number, Chat>();
  readonly commands = new Map<string, readonly BotCommand[]>();
  readonly presses = new Map<string, Press>();
  readonly drafts: Draft[] = [];
  readonly files: FileStore;
  /** Settings of the bot's profile by method: descriptions, menu buttons. */
  readonly profile = new Map<string, Params>();
  readonly now: () => number;
  #nextMessageId = 1;
  #nextGroupId = FIRST_GROUP_ID;
  readonly #watchers = new Set<(event: WorldEvent) => void>();

  /** @param options.now epoch milliseconds; @param options.filesFolder where uploads survive a restart */
  constructor(options: {
    botId: number;
    botName: string;
    botUsername: string;
    now: () => number;
    filesFolder?: string;
  }) {
    this.bot = { id: options.botId, is_bot: true, first_name: options.botName, username: options.botUsername };
    this.now = options.now;
    this.files = new FileStore(options.filesFolder);
  }

  /** Calls `watcher` at every change until the returned function is called. */
  watch(watcher: (event: WorldEvent) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  tell(event: WorldEvent): void {
    for (const watcher of [...this.#watchers]) watcher(event);
  }

  /** Unix seconds. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  user(id: number): WireUser {
    const user = id === this.bot.id ? this.bot : this.users.get(id);
    if (!user) throw badRequest("user not found");
    return user;
  }

  chat(id: number): Chat {
    const chat = this.chats.get(id);
    if (!chat) throw badRequest("chat not found");
    return chat;
  }

  /** Adds a person with the private chat, or changes their name and language. */
  putUser(user: Omit<WireUser, "is_bot">): Chat {
    this.users.set(user.id, { is_bot: false, ...user });
    const chat =
      this.chats.get(user.id) ??
      this.#putChat({ id: user.id, kind: "private", title: user.first_name, forum: false, members: [user.id] });
    chat.title = user.first_name;
    this.tell({ kind: "user", userId: user.id });
    return chat;
  }

  /** Opens a group. An id is drawn where none is given. */
  putGroup(group: {
    id?: number;
    kind: "group" | "supergroup";
    title: string;
    forum: boolean;
    members: number[];
  }): Chat {
    const number = this.#nextGroupId++;
    const id = group.id ?? (group.kind === "group" ? -number : -1_000_000_000_000 - number);
    const chat = this.#putChat({ ...group, id });
    chat.started = true;
    this.tell({ kind: "chat", chatId: id });
    return chat;
  }

  /** Opens a topic by its service message, whose number is the topic's. */
  putTopic(chat: Chat, name: string, by: WireUser, iconColor = ICON_COLOR): { topic: Topic; stored: StoredMessage } {
    const fields = { forum_topic_created: { name, icon_color: iconColor } };
    const numbered = (id: number) => ({ message_thread_id: id, is_topic_message: true as const });
    const stored = this.putMessage(chat, by, fields, { numbered });
    const topic: Topic = { threadId: stored.message.message_id, name, iconColor, closed: false };
    chat.topics.push(topic);
    this.tell({ kind: "chat", chatId: chat.id });
    return { topic, stored };
  }

  /** Adds a message under the chat's next number. @param numbered what the message takes from its own number */
  putMessage(
    chat: Chat,
    from: WireUser,
    fields: MessageFields,
    { silent = false, numbered }: { silent?: boolean; numbered?: (messageId: number) => MessageFields } = {},
  ): StoredMessage {
    const message_id = chat.nextMessageId === null ? this.#nextMessageId++ : chat.nextMessageId++;
    const message: WireMessage = {
      message_id,
      date: this.seconds(),
      chat: this.wireChat(chat),
      from,
      ...numbered?.(message_id),
      ...fields,
    };
    const stored: StoredMessage = { message, silent, edits: 0, reactions: [] };
    chat.messages.set(message_id, stored);
    this.tell({ kind: "message", chatId: chat.id, messageId: message_id });
    return stored;
  }

  /** Marks a stored message as changed, with the time of the edit where its content changed. */
  touch(chat: Chat, stored: StoredMessage, edited: boolean): void {
    if (edited) {
      stored.message.edit_date = this.seconds();
      stored.edits += 1;
    }
    this.tell({ kind: "message", chatId: chat.id, messageId: stored.message.message_id });
  }

  deleteMessage(chat: Chat, messageId: number): boolean {
    const existed = chat.messages.delete(messageId);
    if (existed) this.tell({ kind: "deleted", chatId: chat.id, messageId });
    return existed;
  }

  putDraft(draft: Draft): void {
    this.drafts.push(draft);
    if (this.drafts.length > KEPT_DRAFTS) this.drafts.shift();
    this.tell({ kind: "draft", draft });
  }

  putPress(press: Press): void {
    this.presses.set(press.id, press);
    const [oldest] = this.presses.keys();
    if (this.presses.size > KEPT_PRESSES && oldest !== undefined) this.presses.delete(oldest);
  }

  wireChat(chat: Chat): WireChat {
    if (chat.kind === "private") {
      const { first_name, username } = this.user(chat.id);
      return { id: chat.id, type: "private", first_name, ...(username === undefined ? {} : { username }) };
    }
    return { id: chat.id, type: chat.kind, title: chat.title, ...(chat.forum ? { is_forum: true as const } : {}) };
  }

  /** @param isAnswerable presses that are too old to be answered are left out */
  snapshot(isAnswerable: (press: Press) => boolean): WorldSnapshot {
    return {
      users: [...this.users.values()],
      chats: [...this.chats.values()].map((chat) => ({
        ...chat,
        messages: [...chat.messages.values()].slice(-KEPT_MESSAGES),
      })),
      commands: [...this.commands],
      presses: [...this.presses.values()].filter(isAnswerable),
      files: this.files.snapshot(),
      nextMessageId: this.#nextMessageId,
      nextGroupId: this.#nextGroupId,
    };
  }

  /** @param gap by how much the numbers skip ahead: what was handed out after the last save must not come twice */
  restore(snapshot: WorldSnapshot, gap: number): void {
    for (const user of snapshot.users) this.users.set(user.id, user);
    for (const { messages, ...chat } of snapshot.chats)
      this.chats.set(chat.id, {
        ...chat,
        nextMessageId: chat.nextMessageId === null ? null : chat.nextMessageId + gap,
        messages: new Map(messages.map((stored) => [stored.message.message_id, stored])),
      });
    for (const [scope, commands] of snapshot.commands) this.commands.set(scope, commands);
    for (const press of snapshot.presses) this.presses.set(press.id, press);
    this.files.restore(snapshot.files);
    this.#nextMessageId = snapshot.nextMessageId + gap;
    this.#nextGroupId = snapshot.nextGroupId + gap;
  }

  #putChat(chat: Pick<Chat, "id" | "kind" | "title" | "forum" | "members">): Chat {
    const whole: Chat = {
      ...chat,
      topics: [],
      started: false,
      banned: false,
      migratedTo: null,
      nextMessageId: chat.kind === "supergroup" ? 1 : null,
      messages: new Map(),
    };
    this.chats.set(chat.id, whole);
    return whole;
  }
}
