import { badRequest } from "../bot-api-error.ts";
import type { Chat, Topic } from "../world.ts";
import { knownChat, type Method, type MethodCall, openChat, say, threadFields } from "./method-call.ts";

const MAX_TOPIC_NAME = 128;

const getChat: Method = (call) => {
  const chat = knownChat(call);
  return { ...call.world.wireChat(chat), accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: {} };
};

const getChatMember: Method = (call) => {
  const chat = knownChat(call);
  const userId = Number(call.params.user_id);
  const user = call.world.user(userId);
  if (userId === call.world.bot.id) return { status: chat.banned ? "kicked" : "administrator", user };
  return { status: chat.members.includes(userId) ? "member" : "left", user };
};

const getChatMemberCount: Method = (call) => knownChat(call).members.length + 1;

const createForumTopic: Method = (call) => {
  const { chat } = openChat(call);
  const name = String(call.params.name);
  if (!chat.forum && chat.kind !== "private") throw badRequest("the chat is not a forum");
  if (name.trim() === "" || [...name].length > MAX_TOPIC_NAME) throw badRequest("TOPIC_TITLE_INVALID");
  const color = call.params.icon_color;
  const { topic } = call.world.putTopic(chat, name, call.world.bot, color === undefined ? undefined : Number(color));
  return { message_thread_id: topic.threadId, name, icon_color: topic.iconColor };
};

const editForumTopic: Method = (call) => {
  const { chat, topic } = openTopic(call);
  const name = call.params.name;
  if (name === undefined || name === topic.name) throw badRequest("TOPIC_NOT_MODIFIED");
  topic.name = String(name);
  return announce(call, chat, topic, { forum_topic_edited: { name: topic.name } });
};

const closeForumTopic: Method = (call) => {
  const { chat, topic } = openTopic(call);
  if (topic.closed) throw badRequest("TOPIC_NOT_MODIFIED");
  topic.closed = true;
  return announce(call, chat, topic, { forum_topic_closed: {} });
};

const reopenForumTopic: Method = (call) => {
  const { chat, topic } = openTopic(call);
  if (!topic.closed) throw badRequest("TOPIC_NOT_MODIFIED");
  topic.closed = false;
  return announce(call, chat, topic, { forum_topic_reopened: {} });
};

const deleteForumTopic: Method = (call) => {
  const { chat, topic } = openTopic(call);
  dropTopic(call.world, chat, topic.threadId);
  return true;
};

/** Methods about chats, their members and their topics. */
export const chatMethods: Readonly<Record<string, Method>> = {
  getChat,
  getChatMember,
  getChatMemberCount,
  createForumTopic,
  editForumTopic,
  closeForumTopic,
  reopenForumTopic,
  deleteForumTopic,
};

/** Deletes a topic with every message in it. */
export function dropTopic(world: MethodCall["world"], chat: Chat, threadId: number): void {
  chat.topics = chat.topics.filter((topic) => topic.threadId !== threadId);
  for (const { message } of [...chat.messages.values()])
    if (message.message_thread_id === threadId) world.deleteMessage(chat, message.message_id);
  world.tell({ kind: "chat", chatId: chat.id });
}

function openTopic(call: MethodCall): { chat: Chat; topic: Topic } {
  const { chat, threadId } = openChat(call);
  const topic = chat.topics.find((known) => known.threadId === threadId);
  if (!topic) throw badRequest("message thread not found");
  return { chat, topic };
}

function announce(call: MethodCall, chat: Chat, topic: Topic, fields: Parameters<typeof say>[2]): true {
  say(call, chat, { ...threadFields(chat, topic.threadId), ...fields });
  call.world.tell({ kind: "chat", chatId: chat.id });
  return true;
}
