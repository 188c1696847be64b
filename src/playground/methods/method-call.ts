import type { InlineKeyboardButton } from "grammy/types";
import { BotApiError, badRequest, forbidden } from "../bot-api-error.ts";
import type { RateLimits } from "../rate-limits.ts";
import type { UploadedFile } from "../read-body.ts";
import type { UpdateQueue } from "../update-queue.ts";
import type { MessageFields, Params, WireMessage } from "../wire.ts";
import type { Chat, StoredMessage, World } from "../world.ts";

/** One call of the bot, and the world that it acts on. */
export interface MethodCall {
  readonly params: Params;
  readonly files: ReadonlyMap<string, UploadedFile>;
  readonly world: World;
  readonly updates: UpdateQueue;
  /** Null where limits are off. */
  readonly limits: RateLimits | null;
}

export type Method = (call: MethodCall) => unknown;

const MAX_DATA_BYTES = 64;
const MAX_COPY_TEXT = 256;
const MAX_BUTTONS = 100;
const ACTIONS = [
  "url",
  "callback_data",
  "web_app",
  "login_url",
  "switch_inline_query",
  "switch_inline_query_current_chat",
];
const MORE_ACTIONS = ["switch_inline_query_chosen_chat", "copy_text", "disabled", "callback_game", "pay"];

/** The chat of the call, whether or not the bot may speak there. */
export function knownChat({ params, world }: MethodCall): Chat {
  const chat = world.chats.get(Number(params.chat_id));
  if (!chat) throw badRequest("chat not found");
  if (chat.migratedTo !== null)
    throw badRequest("group chat was upgraded to a supergroup chat", { migrate_to_chat_id: chat.migratedTo });
  return chat;
}

/** The chat of the call, where the bot may speak, with the topic that was asked for. */
export function openChat(call: MethodCall): { chat: Chat; threadId: number | null } {
  const chat = knownChat(call);
  if (chat.banned)
    throw forbidden(
      chat.kind === "private" ? "bot was blocked by the user" : `bot was kicked from the ${chat.kind} chat`,
    );
  if (!chat.started) throw forbidden("bot can't initiate conversation with a user");
  const thread = call.params.message_thread_id;
  if (thread === undefined || Number(thread) === 0) return { chat, threadId: null };
  const threadId = Number(thread);
  if (!hasThread(chat, threadId)) throw badRequest("message thread not found");
  return { chat, threadId };
}

/** Counts a message against the limits; refuses it with the seconds to wait. */
export function countMessage({ limits }: MethodCall, chat: Chat): void {
  const seconds = limits?.take(chat) ?? 0;
  if (seconds > 0) throw new BotApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

/** The inline keyboard of the call, or undefined for none; other keyboards leave no trace in a message. */
export function inlineKeyboard({ params }: MethodCall): InlineKeyboardButton[][] | undefined {
  const markup = params.reply_markup as { inline_keyboard?: InlineKeyboardButton[][] } | undefined;
  const rows = (markup?.inline_keyboard ?? []).filter((row) => row.length > 0);
  const buttons = rows.flat();
  if (buttons.length > MAX_BUTTONS) throw badRequest("reply markup is too long");
  for (const button of buttons) checkButton(button);
  return rows.length > 0 ? rows : undefined;
}

function checkButton(button: InlineKeyboardButton): void {
  if (button.text.trim() === "") throw badRequest("Text buttons are unallowed in the inline keyboard");
  const actions = [...ACTIONS, ...MORE_ACTIONS].filter((action) => action in button);
  if (actions.length !== 1)
    throw badRequest(`inline keyboard button must have exactly one action, has ${actions.join(", ") || "none"}`);
  if ("callback_data" in button) {
    const bytes = Buffer.byteLength(button.callback_data);
    if (bytes < 1 || bytes > MAX_DATA_BYTES) throw badRequest("BUTTON_DATA_INVALID");
  }
  if ("copy_text" in button && (button.copy_text.text.length < 1 || [...button.copy_text.text].length > MAX_COPY_TEXT))
    throw badRequest("BUTTON_COPY_TEXT_INVALID");
  if ("url" in button && !URL.canParse(button.url)) throw badRequest("BUTTON_URL_INVALID");
}

/** What a sent message takes from the call beside its content. */
export function commonFields(call: MethodCall, chat: Chat, threadId: number | null): MessageFields {
  const keyboard = inlineKeyboard(call);
  const effect = call.params.message_effect_id;
  return {
    ...threadFields(chat, threadId),
    ...replyFields(call, chat, threadId),
    ...(keyboard ? { reply_markup: { inline_keyboard: keyboard } } : {}),
    ...(typeof effect === "string" ? { effect_id: effect } : {}),
    ...(call.params.protect_content === true ? { has_protected_content: true as const } : {}),
  };
}

/** Stores a message of the bot's. */
export function say(call: MethodCall, chat: Chat, fields: MessageFields): StoredMessage {
  return call.world.putMessage(chat, call.world.bot, fields, { silent: call.params.disable_notification === true });
}

/** The message that the call speaks of. @param refusal what is said where it is not there */
export function knownMessage({ params }: MethodCall, chat: Chat, refusal: string): StoredMessage {
  const stored = chat.messages.get(Number(params.message_id));
  if (!stored) throw badRequest(refusal);
  return stored;
}

/** A message inside another one carries no message of its own. */
export function withoutReply(message: WireMessage): Omit<WireMessage, "reply_to_message"> {
  const { reply_to_message: _, ...rest } = message;
  return rest;
}

/** Where a message stands. In a supergroup without topics, a thread is a chain of replies, and no topic. */
export function threadFields(chat: Chat, threadId: number | null): MessageFields {
  if (threadId === null) return {};
  return chat.topics.some((topic) => topic.threadId === threadId)
    ? { message_thread_id: threadId, is_topic_message: true }
    : { message_thread_id: threadId };
}

/** In a forum every message of a topic that replies to nothing replies to the message that opened the topic. */
export function topicReply(chat: Chat, threadId: number | null): MessageFields {
  const opening = chat.forum && threadId !== null ? chat.messages.get(threadId) : undefined;
  return opening ? { reply_to_message: withoutReply(opening.message) } : {};
}

function replyFields({ params }: MethodCall, chat: Chat, threadId: number | null): MessageFields {
  const reply = params.reply_parameters as
    | { message_id: number; quote?: string; quote_position?: number; allow_sending_without_reply?: boolean }
    | undefined;
  if (!reply) return topicReply(chat, threadId);
  const stored = chat.messages.get(Number(reply.message_id));
  if (!stored) {
    if (reply.allow_sending_without_reply) return topicReply(chat, threadId);
    throw badRequest("message to be replied not found");
  }
  const text = stored.message.text ?? stored.message.caption ?? "";
  if (reply.quote !== undefined && !text.includes(reply.quote)) throw badRequest("QUOTE_TEXT_INVALID");
  return {
    reply_to_message: withoutReply(stored.message),
    ...(reply.quote === undefined ? {} : { quote: { text: reply.quote, position: text.indexOf(reply.quote) } }),
  };
}

function hasThread(chat: Chat, threadId: number): boolean {
  if (chat.topics.some((topic) => topic.threadId === threadId)) return true;
  return chat.kind === "supergroup" && !chat.forum && chat.messages.has(threadId);
}
