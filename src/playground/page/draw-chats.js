import { byId, h, icon } from "./dom.js";
import { place, state } from "./place.js";
import { clockTime, colourClass, initials, preview } from "./render-message.js";
import { LANGUAGES, nearestLanguage, t } from "./words.js";

/** The words and icons of what always stands on the page. */
export function drawFrame() {
  byId("banner").textContent = t("banner");
  byId("new-group").textContent = `＋ ${t("newGroup")}`;
  byId("text").placeholder = t("message");
  for (const [id, name, word] of [
    ["back", "back", "back"],
    ["chat-menu", "more", "more"],
    ["to-end", "down", "toEnd"],
    ["open-commands", "slash", "commands"],
    ["attach", "attach", "attach"],
    ["send", "send", "send"],
  ]) {
    byId(id).replaceChildren(icon(name));
    byId(id).setAttribute("aria-label", t(word));
    byId(id).title = t(word);
  }
  const language = byId("language");
  language.setAttribute("aria-label", t("language"));
  language.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code }, name)));
  language.value = nearestLanguage(state.user(state.ownerId)?.language);
}

/** The list of chats. @param onOpen is called with the id of the chat that is chosen */
export function drawChats(onOpen) {
  const last = (of) => of.messages.at(-1);
  const ordered = state.chats
    .filter((of) => of.migratedTo === null)
    .sort((a, b) => (b.kind === "private") - (a.kind === "private") || (last(b)?.message.date ?? 0) - (last(a)?.message.date ?? 0));
  byId("chats").replaceChildren(
    ...ordered.map((of) => {
      const seen = last(of);
      const unread = of.id === place.chatId ? 0 : (state.unread.get(of.id) ?? 0);
      return h(
        "button",
        { type: "button", class: "chat-row", "aria-current": of.id === place.chatId ? "true" : null, onclick: () => onOpen(of.id) },
        fillAvatar(h("span"), of),
        h(
          "span",
          { class: "lines" },
          h("span", { class: "line" }, h("b", {}, titleOf(of)), seen && h("time", {}, clockTime(seen.message.date))),
          h("span", { class: "line" }, h("span", { class: "preview" }, seen ? preview(seen) : "…"), unread > 0 && h("span", { class: "unread" }, unread)),
        ),
      );
    }),
  );
  const total = [...state.unread].filter(([id]) => id !== place.chatId || document.hidden).reduce((sum, [, n]) => sum + n, 0);
  document.title = `${total > 0 ? `(${total}) ` : ""}Vigil playground`;
}

export function titleOf(of) {
  return of.kind === "private" ? state.bot.name : of.title;
}

/** A picture for a chat: the bot's own, or the first letter of a group. */
export function fillAvatar(element, of) {
  const isBot = of.kind === "private";
  element.className = `avatar ${isBot ? "bot" : colourClass(of.id)}`;
  element.replaceChildren(isBot ? h("img", { src: "/icon.svg", alt: "" }) : initials(of.title));
  return element;
}
