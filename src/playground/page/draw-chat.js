import { byId, h, icon } from "./dom.js";
import { fillAvatar, titleOf } from "./draw-chats.js";
import { chat, hasTopics, inPlace, place, sendText, state } from "./place.js";
import { preview, renderMessage } from "./render-message.js";
import { renderRich, renderText } from "./render-text.js";
import { locale, t } from "./words.js";

/** What a reader can do with messages, topics and drafts; `page.js` fills it in. */
export const acts = {};

/** The whole chat: header, topics, messages, draft. */
export function drawChat() {
  const of = chat();
  fillAvatar(byId("chat-avatar"), of);
  byId("chat-title").textContent = titleOf(of);
  drawStatus();
  drawTopics();
  drawSpeaker();
  drawMessages();
  drawReplying();
  byId("composer").classList.toggle("closed", of.banned && of.kind === "private");
}

export function drawStatus() {
  const of = chat();
  const isTyping = state.isTyping(of.id);
  const status = byId("chat-status");
  status.classList.toggle("typing", isTyping);
  status.textContent = of.banned ? t(of.kind === "private" ? "blocked" : "removed") : isTyping ? t("typing") : of.kind === "private" ? t("bot") : t("members", { n: of.members.length });
}

export function drawTopics() {
  const of = chat();
  const bar = byId("topics");
  bar.hidden = !hasTopics(of);
  if (bar.hidden) return;
  const tab = (threadId, name) =>
    h("button", { type: "button", class: "topic", "aria-current": threadId === place.threadId ? "true" : null, onclick: () => acts.openTopic(threadId) }, name);
  bar.replaceChildren(
    tab(null, t("general")),
    ...of.topics.map((topic) => tab(topic.threadId, `${topic.closed ? "🔒 " : "# "}${topic.name}`)),
    h("button", { type: "button", class: "topic new", title: t("newTopic"), "aria-label": t("newTopic"), onclick: () => acts.newTopic() }, "＋"),
  );
}

function drawSpeaker() {
  const of = chat();
  const select = byId("speaker");
  select.hidden = of.kind === "private" || of.members.length < 2;
  if (select.hidden || !of.members.includes(place.speakerId)) place.speakerId = state.ownerId;
  select.setAttribute("aria-label", t("speaker"));
  select.title = t("speaker");
  select.replaceChildren(...of.members.map((id) => h("option", { value: id }, state.user(id)?.name ?? id)));
  select.value = String(place.speakerId);
}

export function drawMessages() {
  const list = byId("messages");
  const shown = chat().messages.filter(inPlace);
  const nodes = [];
  let day = "";
  for (const seen of shown) {
    const date = new Date(seen.message.date * 1000).toDateString();
    if (date !== day) nodes.push(h("div", { class: "service day" }, h("span", {}, dayName(seen.message.date))));
    day = date;
    nodes.push(drawn(seen));
  }
  if (shown.length === 0) nodes.push(emptyChat());
  list.replaceChildren(...nodes);
  drawDraft();
  toEnd();
}

function emptyChat() {
  const canStart = chat().kind === "private" && place.threadId === null;
  return h("div", { class: "empty" }, h("p", {}, t("empty")), canStart && h("button", { type: "button", class: "primary", onclick: () => sendText("/start") }, t("start")));
}

function drawn(seen) {
  const own = seen.fromId === place.speakerId;
  return renderMessage(seen, { own, ownerId: state.ownerId, showName: chat().kind !== "private" && !own, acts });
}

function dayName(unixSeconds) {
  const date = new Date(unixSeconds * 1000);
  const now = new Date();
  if (date.toDateString() === now.toDateString()) return t("today");
  if (date.toDateString() === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return t("yesterday");
  return date.toLocaleDateString(locale(), { day: "numeric", month: "long", year: date.getFullYear() === now.getFullYear() ? undefined : "numeric" });
}

/** Puts a new or a changed message into its place. */
export function drawMessage(seen, isNew) {
  const existing = byId(`m${seen.id}`);
  const follow = isAtEnd() || seen.fromId === place.speakerId;
  if (existing) existing.replaceWith(drawn(seen));
  else if (isNew && byId("messages").querySelector(".day")) {
    const element = drawn(seen);
    element.classList.add("new");
    byId("messages").append(element);
  } else if (isNew) return drawMessages();
  drawDraft();
  if (follow) toEnd();
}

/** The draft that is being streamed here, if any. */
export function drawDraft() {
  byId("draft")?.remove();
  const draft = state.draft(place.chatId, place.threadId);
  if (!draft) return;
  const atEnd = isAtEnd();
  const content = draft.rich ? h("div", { class: "rich" }, renderRich(draft.rich)) : draft.text ? renderText(draft.text, draft.entities) : t("thinking");
  byId("messages").append(
    h(
      "article",
      { id: "draft", class: `message other draft ${draft.text || draft.rich ? "" : "thinking"}` },
      h("div", { class: "bubble" }, h("div", { class: "text" }, content)),
      draft.canStop && h("button", { type: "button", class: "stop", onclick: () => acts.stopDraft(draft) }, t("stop")),
    ),
  );
  if (atEnd) toEnd();
}

export function isAtEnd() {
  const list = byId("messages");
  return list.scrollHeight - list.scrollTop - list.clientHeight < 80;
}

export function toEnd() {
  const list = byId("messages");
  list.scrollTop = list.scrollHeight;
}

/** What is replied to or edited, above the field. */
export function drawReplying() {
  const bar = byId("replying");
  bar.hidden = !place.composing;
  if (!place.composing) return;
  const title = place.composing.kind === "edit" ? t("edit") : place.composing.seen.message.from.first_name;
  bar.replaceChildren(
    h("div", {}, h("b", {}, title), h("span", {}, preview(place.composing.seen))),
    h("button", { type: "button", class: "icon-button", "aria-label": t("cancel"), onclick: () => acts.stopComposing() }, icon("close")),
  );
}
