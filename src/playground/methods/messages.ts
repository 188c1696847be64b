import type { InlineKeyboardButton } from "grammy/types";
import { badRequest } from "../bot-api-error.ts";
import { formatText } from "../format-text.ts";
import type { WireContent } from "../wire.ts";
import type { Draft, Press, StoredMessage } from "../world.ts";
import {
  commonFields,
  countMessage,
  inlineKeyboard,
  knownChat,
  knownMessage,
  type Method,
  type MethodCall,
  openChat,
  say,
  withoutReply,
} from "./method-call.ts";

const MAX_TEXT = 4096;
const MAX_RICH = 32_768;
const MAX_ANSWER = 200;
/** A press that was not answered so long can no longer be. */
export const PRESS_LIVES_MS = 15 * 60_000;

const NOT_MODIFIED =
  "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message";
const TOO_OLD = "query is too old and response timeout expired or query ID is invalid";

const sendMessage: Method = (call) => {
  const { chat, threadId } = openChat(call);
  const content = textContent(call);
  const common = commonFields(call, chat, threadId);
  countMessage(call, chat);
  return say(call, chat, { ...common, ...content }).message;
};

const sendRichMessage: Method = (call) => {
  const { chat, threadId } = openChat(call);
  const rich_message = richContent(call);
  const common = commonFields(call, chat, threadId);
  countMessage(call, chat);
  return say(call, chat, { ...common, rich_message }).message;
};

const sendMessageDraft: Method = (call) => {
  const source = call.params.text;
  const empty = source === undefined || source === "";
  const { text, entities } = empty
    ? { text: "", entities: [] }
    : formatText(call.params, { text: "text", entities: "entities" }, MAX_TEXT);
  return putDraft(call, { text, entities, rich: undefined });
};

const sendRichMessageDraft: Method = (call) => putDraft(call, { text: "", entities: [], rich: richContent(call) });

const editMessageText: Method = (call) => {
  const content = call.params.rich_message === undefined ? textContent(call) : { rich_message: richContent(call) };
  return editMessage(call, content);
};

const editMessageCaption: Method = (call) => {
  const { text, entities } = formatText(call.params, { text: "caption", entities: "caption_entities" }, 1024);
  return editMessage(call, { caption: text, ...(entities.length > 0 ? { caption_entities: entities } : {}) });
};

const editMessageReplyMarkup: Method = (call) => editMessage(call, undefined);

const deleteMessage: Method = (call) => {
  const chat = knownChat(call);
  if (!call.world.deleteMessage(chat, Number(call.params.message_id))) throw badRequest("message to delete not found");
  return true;
};

const deleteMessages: Method = (call) => {
  const chat = knownChat(call);
  for (const id of call.params.message_ids as number[]) call.world.deleteMessage(chat, Number(id));
  return true;
};

const sendChatAction: Method = (call) => {
  const { chat, threadId } = openChat(call);
  call.world.tell({ kind: "action", chatId: chat.id, threadId, action: String(call.params.action) });
  return true;
};

const answerCallbackQuery: Method = ({ params, world }) => {
  const press = world.presses.get(String(params.callback_query_id));
  if (!press || press.answer || !isAnswerable(press, world.now())) throw badRequest(TOO_OLD);
  const { text, url } = params as { text?: string; url?: string };
  if (text !== undefined && [...text].length > MAX_ANSWER) throw badRequest("MESSAGE_TOO_LONG");
  press.answer = {
    ...(text === undefined || text === "" ? {} : { text }),
    ...(url === undefined ? {} : { url }),
    alert: params.show_alert === true,
  };
  world.tell({ kind: "answer", press });
  return true;
};

const setMessageReaction: Method = (call) => {
  const { chat } = openChat({ ...call, params: { chat_id: call.params.chat_id } });
  const stored = knownMessage(call, chat, "message to react not found");
  const reactions = (call.params.reaction ?? []) as { type: string; emoji?: string }[];
  if (reactions.length > 1) throw badRequest("REACTIONS_TOO_MANY");
  const others = stored.reactions.filter(({ by }) => by !== call.world.bot.id);
  stored.reactions = [...others, ...reactions.map(({ emoji }) => ({ by: call.world.bot.id, emoji: emoji ?? "⭐" }))];
  call.world.touch(chat, stored, false);
  return true;
};

const pinChatMessage: Method = (call) => {
  const chat = knownChat(call);
  const { message } = knownMessage(call, chat, "message to pin not found");
  say(call, chat, { pinned_message: withoutReply(message) });
  return true;
};

const unpinChatMessage: Method = (call) => {
  knownChat(call);
  return true;
};

/** Methods about messages. */
export const messageMethods: Readonly<Record<string, Method>> = {
  sendMessage,
  sendRichMessage,
  sendMessageDraft,
  sendRichMessageDraft,
  editMessageText,
  editMessageCaption,
  editMessageReplyMarkup,
  deleteMessage,
  deleteMessages,
  sendChatAction,
  answerCallbackQuery,
  setMessageReaction,
  pinChatMessage,
  unpinChatMessage,
  unpinAllChatMessages: unpinChatMessage,
};

/** Whether a press may still be answered at `now` (epoch milliseconds). */
export function isAnswerable(press: Press, now: number): boolean {
  return now - press.at < PRESS_LIVES_MS;
}

function textContent(call: MethodCall): WireContent {
  const { text, entities } = formatText(call.params, { text: "text", entities: "entities" }, MAX_TEXT);
  if (text === "") throw badRequest("message text is empty");
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

function richContent({ params }: MethodCall): unknown {
  const rich = params.rich_message as { html?: string; markdown?: string; blocks?: unknown[] };
  const forms = [rich.html, rich.markdown, rich.blocks].filter((form) => form !== undefined);
  if (forms.length !== 1) throw badRequest("rich message must have exactly one of html, markdown or blocks");
  const source = rich.html ?? rich.markdown ?? JSON.stringify(rich.blocks);
  if (source.trim() === "" || rich.blocks?.length === 0) throw badRequest("message text is empty");
  if ((rich.html ?? rich.markdown ?? "").length > MAX_RICH) throw badRequest("message is too long");
  return rich;
}

function putDraft(call: MethodCall, content: Pick<Draft, "text" | "entities" | "rich">): true {
  const { chat, threadId } = openChat(call);
  if (chat.kind !== "private") throw badRequest("drafts can be sent to private chats only");
  const draftId = Number(call.params.draft_id);
  if (draftId === 0) throw badRequest("DRAFT_ID_INVALID");
  const draft: Draft = {
    ...content,
    chatId: chat.id,
    threadId,
    draftId,
    canStop: call.params.can_stop === true,
    keepOnStop: call.params.keep_on_stop === true,
    at: call.world.now(),
  };
  call.world.putDraft(draft);
  return true;
}

/** @param content what replaces the message's content; undefined leaves it */
function editMessage(call: MethodCall, content: WireContent | undefined): unknown {
  const chat = knownChat(call);
  const stored = knownMessage(call, chat, "message to edit not found");
  if (stored.message.from.id !== call.world.bot.id) throw badRequest("message can't be edited");
  const keyboard = inlineKeyboard(call);
  const before = contentOf(stored);
  const after: WireContent = { ...(content ?? before) };
  if (keyboard) after.reply_markup = { inline_keyboard: keyboard };
  else delete after.reply_markup;
  if (isSame(before, after)) throw badRequest(NOT_MODIFIED);
  for (const key of CONTENT_KEYS) delete stored.message[key];
  Object.assign(stored.message, after);
  call.world.touch(chat, stored, true);
  return stored.message;
}

const CONTENT_KEYS = ["text", "entities", "caption", "caption_entities", "rich_message", "reply_markup"] as const;

function contentOf({ message }: StoredMessage): WireContent {
  return Object.fromEntries(CONTENT_KEYS.filter((key) => message[key] !== undefined).map((key) => [key, message[key]]));
}

function isSame(a: WireContent, b: WireContent): boolean {
  const ordered = (content: WireContent & { reply_markup?: { inline_keyboard: InlineKeyboardButton[][] } }) =>
    JSON.stringify(CONTENT_KEYS.map((key) => content[key] ?? null));
  return ordered(a) === ordered(b);
}
