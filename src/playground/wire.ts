import type { InlineKeyboardButton, MessageEntity } from "grammy/types";

/**
 * Objects as they travel between the server and the bot, limited to what this server speaks of. Names are the
 * Bot API's own, which is why they are in snake case.
 */
export type Params = Readonly<Record<string, unknown>>;

export interface WireUser {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly username?: string;
  readonly language_code?: string;
}

export interface WireChat {
  readonly id: number;
  readonly type: "private" | "group" | "supergroup";
  readonly title?: string;
  readonly first_name?: string;
  readonly username?: string;
  readonly is_forum?: true;
}

export interface WireFile {
  readonly file_id: string;
  readonly file_unique_id: string;
  readonly file_size: number;
  readonly mime_type?: string;
  readonly file_name?: string;
  readonly duration?: number;
  readonly width?: number;
  readonly height?: number;
}

/** The content of a message that an edit may replace. */
export interface WireContent {
  text?: string;
  entities?: MessageEntity[];
  caption?: string;
  caption_entities?: MessageEntity[];
  rich_message?: unknown;
  reply_markup?: { inline_keyboard: InlineKeyboardButton[][] };
}

export interface WireMessage extends WireContent {
  readonly message_id: number;
  readonly date: number;
  readonly chat: WireChat;
  readonly from: WireUser;
  readonly message_thread_id?: number;
  readonly is_topic_message?: true;
  edit_date?: number;
  readonly reply_to_message?: Omit<WireMessage, "reply_to_message">;
  readonly quote?: { readonly text: string; readonly position: number; readonly is_manual?: true };
  readonly forward_origin?: {
    readonly type: "user";
    readonly date: number;
    readonly sender_user: WireUser;
  };
  readonly media_group_id?: string;
  readonly location?: { readonly latitude: number; readonly longitude: number };
  readonly photo?: readonly WireFile[];
  readonly voice?: WireFile;
  readonly audio?: WireFile;
  readonly document?: WireFile;
  readonly effect_id?: string;
  readonly has_protected_content?: true;
  readonly forum_topic_created?: { readonly name: string; readonly icon_color: number };
  readonly forum_topic_edited?: { readonly name?: string };
  readonly forum_topic_closed?: Record<string, never>;
  readonly forum_topic_reopened?: Record<string, never>;
  readonly migrate_to_chat_id?: number;
  readonly migrate_from_chat_id?: number;
  readonly pinned_message?: Omit<WireMessage, "reply_to_message">;
}

/** What sets a message apart beyond its number, its chat and its time. */
export type MessageFields = Partial<Omit<WireMessage, "message_id" | "date" | "chat" | "from">>;
