import { byId } from "./dom.js";
import { attachMenu, compose, drawCommands, fit, moveTo, stopComposing, submit, toggleCommands } from "./composer.js";
import { acts, drawChat, drawDraft, drawMessage, drawMessages, drawReplying, drawStatus, drawTopics, isAtEnd, toEnd } from "./draw-chat.js";
import { drawChats, drawFrame } from "./draw-chats.js";
import { chatMenu, messageMenu, newGroup, newTopic, react } from "./menus.js";
import { act, chat, inPlace, place, sendText, state } from "./place.js";
import { answered, press } from "./presses.js";
import { Unauthorised } from "./state.js";
import { nearestLanguage, setLanguage, t } from "./words.js";

Object.assign(acts, {
  press,
  react,
  openTopic,
  stopDraft,
  stopComposing,
  command: sendText,
  go: goTo,
  newTopic: () => newTopic(openTopic),
  menu: (seen, anchor) => messageMenu(seen, anchor, (kind) => compose(kind, seen)),
});

function drawAll() {
  setLanguage(state.user(state.ownerId)?.language);
  if (!chat()) place.chatId = state.chats[0].id;
  if (place.threadId !== null && !chat().topics.some(({ threadId }) => threadId === place.threadId)) place.threadId = null;
  drawFrame();
  drawChats(openChat);
  // A reader who looks back stays where they are.
  const top = isAtEnd() ? null : byId("messages").scrollTop;
  drawChat();
  if (top !== null) byId("messages").scrollTop = top;
}

state.onChange((change) => {
  switch (change.kind) {
    case "loaded":
      return drawAll();
    case "message":
      return messageCame(change);
    case "deleted":
      if (change.chatId === place.chatId) byId(`m${change.messageId}`)?.remove();
      return drawChats(openChat);
    case "draft":
      return drawDraft();
    case "action":
      drawStatus();
      setTimeout(drawStatus, 5050);
      return;
    case "answer":
      return answered(change.press);
  }
});

function messageCame({ chatId, message, isNew }) {
  if (chatId === place.chatId && !document.hidden) state.unread.delete(chatId);
  drawChats(openChat);
  if (chatId !== place.chatId) return;
  drawStatus();
  if (inPlace(message)) drawMessage(message, isNew);
}

function openChat(chatId) {
  moveTo(chatId, null);
  state.unread.delete(chatId);
  document.body.classList.add("in-chat");
  drawChats(openChat);
  drawChat();
  if (matchMedia("(hover: hover)").matches) byId("text").focus();
}

function openTopic(threadId) {
  moveTo(place.chatId, threadId);
  drawTopics();
  drawMessages();
  drawReplying();
}

async function stopDraft(draft) {
  await act({ act: "stop", draftId: draft.draftId });
  if (!draft.keepOnStop) state.dropDraft(draft.chatId, draft.threadId);
  drawDraft();
}

function goTo(id) {
  const element = byId(`m${id}`);
  if (!element) return;
  element.scrollIntoView({ block: "center", behavior: "smooth" });
  element.classList.add("found");
  setTimeout(() => element.classList.remove("found"), 1500);
}

function listen() {
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  byId("text").addEventListener("input", () => {
    fit();
    drawCommands();
  });
  byId("text").addEventListener("keydown", (event) => {
    if (event.key === "Escape") byId("commands").hidden = true;
    // While an input method composes, Enter chooses a word: it must not send.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit();
  });
  byId("open-commands").addEventListener("click", toggleCommands);
  byId("attach").addEventListener("click", attachMenu);
  byId("chat-menu").addEventListener("click", () => chatMenu(openTopic));
  byId("new-group").addEventListener("click", () => newGroup(openChat));
  byId("back").addEventListener("click", () => document.body.classList.remove("in-chat"));
  byId("to-end").addEventListener("click", toEnd);
  byId("messages").addEventListener("scroll", () => {
    byId("to-end").hidden = isAtEnd();
  });
  byId("speaker").addEventListener("change", (event) => {
    place.speakerId = Number(event.target.value);
    drawMessages();
  });
  byId("language").addEventListener("change", (event) => state.act({ act: "person", userId: state.ownerId, language: event.target.value }));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) state.unread.delete(place.chatId);
    drawChats(openChat);
  });
  setInterval(() => {
    drawStatus();
    if (byId("draft") && !state.draft(place.chatId, place.threadId)) byId("draft").remove();
  }, 1000);
}

function lost(word) {
  document.body.dataset.lost = word;
  byId("banner").textContent = t(word);
}

async function start() {
  setLanguage(navigator.language);
  document.body.classList.toggle("in-chat", true);
  try {
    const first = await state.load();
    place.speakerId = state.ownerId;
    if (first.asksLanguage) await state.tellLanguage(nearestLanguage(navigator.language));
    openChat(state.ownerId);
  } catch (error) {
    return lost(error instanceof Unauthorised ? "restarted" : "offline");
  }
  listen();
  // Until here a tap would have met no listener.
  document.body.inert = false;
  state.follow({
    onLost: () => lost("offline"),
    onFound: () => {
      delete document.body.dataset.lost;
      drawFrame();
    },
    onUnauthorised: () => lost("restarted"),
  });
}

void start();
