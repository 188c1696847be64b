import { ask, byId, h, openMenu } from "./dom.js";
import { act, chat, place, state } from "./place.js";
import { copy } from "./render-text.js";
import { t } from "./words.js";

const REACTIONS = ["👍", "❤️", "🔥", "🎉", "👀", "👎"];

/** Sets the speaker's reaction to a message; null takes it back. */
export function react(seen, emoji) {
  return act({ act: "react", chatId: seen.chatId, messageId: seen.id, emoji });
}

/** What can be done with a message. @param onCompose is called with `reply` or `edit` */
export function messageMenu(seen, anchor, onCompose) {
  const own = seen.fromId === place.speakerId;
  const given = seen.reactions.find(({ by }) => by === place.speakerId)?.emoji;
  const row = h(
    "div",
    { class: "reaction-row" },
    REACTIONS.map((emoji) => h("button", { type: "button", "aria-pressed": String(emoji === given), onclick: () => (byId("menu").hidePopover(), react(seen, emoji === given ? null : emoji)) }, emoji)),
  );
  openMenu(
    anchor,
    [
      [t("reply"), () => onCompose("reply")],
      ...(seen.text ? [[t("copy"), () => copy(seen.text)]] : []),
      ...(own && seen.text ? [[t("edit"), () => onCompose("edit")]] : []),
      [t("remove"), () => act({ act: "delete", chatId: seen.chatId, messageId: seen.id }), "danger"],
    ],
    row,
  );
}

/** What can be done with the chat. @param onTopic is called to open a new topic */
export function chatMenu(onTopic) {
  const of = chat();
  const isPrivate = of.kind === "private";
  const member = (value) => () => act({ act: "bot", chatId: of.id, member: value });
  openMenu(byId("chat-menu"), [
    ...(isPrivate || of.forum ? [[`＋ ${t("newTopic")}`, () => newTopic(onTopic)]] : []),
    ...(place.threadId === null ? [] : [[t("deleteTopic"), () => act({ act: "deleteTopic", chatId: of.id, threadId: place.threadId }), "danger"]]),
    ...(of.kind === "group" ? [[t("upgrade"), () => act({ act: "migrate", chatId: of.id })]] : []),
    ...(isPrivate ? [[t(of.banned ? "unblock" : "block"), () => act({ act: "block", blocked: !of.banned }), of.banned ? "" : "danger"]] : []),
    ...(isPrivate ? [] : [[t(of.banned ? "addBot" : "removeBot"), member(of.banned), of.banned ? "" : "danger"]]),
  ]);
}

/** Asks for a name and opens a topic. */
export async function newTopic(onTopic) {
  const answer = await ask(t("newTopic"), [{ name: "name", label: t("topicName") }], dialogWords());
  if (!answer?.name) return;
  const outcome = await act({ act: "topic", chatId: place.chatId, name: answer.name });
  if (!outcome) return;
  await state.load();
  onTopic(outcome.threadId);
}

/** Asks for a name and opens a group. */
export async function newGroup(onChat) {
  const fields = [
    { name: "title", label: t("groupTitle") },
    { name: "forum", label: t("withTopics"), type: "checkbox" },
  ];
  const answer = await ask(t("newGroup"), fields, dialogWords());
  if (!answer?.title) return;
  const outcome = await act({ act: "group", title: answer.title, forum: answer.forum, userId: state.ownerId });
  if (!outcome) return;
  await state.load();
  onChat(outcome.chatId);
}

const dialogWords = () => ({ ok: t("create"), cancel: t("cancel") });
