import { h, icon } from "./dom.js";
import { copy, renderRich, renderText } from "./render-text.js";
import { locale, t } from "./words.js";

/** Colours of avatars and names: by id, so that a person keeps theirs. */
export function colourClass(id) {
  return `colour-${Math.abs(id) % 7}`;
}

export function initials(name) {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}

/** One line that stands for a message: in the list of chats, in a reply. */
export function preview(seen) {
  const { message } = seen;
  if (seen.text) return seen.text.replace(/\s+/g, " ").slice(0, 120);
  if (message.photo) return `🖼 ${t("photo")}`;
  if (message.voice || message.audio) return `🎤 ${t("voice")}`;
  if (message.document) return `📎 ${message.document.file_name ?? t("document")}`;
  if (message.location) return `📍 ${t("location")}`;
  if (message.rich_message) return "▤";
  return serviceText(message) ?? t("deletedMessage");
}

export function serviceText(message) {
  if (message.forum_topic_created) return t("topicCreated", message.forum_topic_created);
  if (message.forum_topic_edited) return t("topicEdited", { name: message.forum_topic_edited.name ?? "" });
  if (message.forum_topic_closed) return t("topicClosed");
  if (message.forum_topic_reopened) return t("topicReopened");
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return t("migrated");
  if (message.pinned_message) return t("pinned");
  return null;
}

export function clockTime(unixSeconds) {
  return new Date(unixSeconds * 1000).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/**
 * A message as it stands in the chat.
 * @param acts what the reader can do: `press(button, element)`, `menu(seen, element)`, `command(text)`, `go(id)`, `react(seen, emoji)`
 */
export function renderMessage(seen, { own, ownerId, showName, acts }) {
  const { message } = seen;
  const id = `m${seen.id}`;
  const service = serviceText(message);
  if (service) return h("div", { id, class: "service" }, h("span", {}, service));
  const more = h("button", { type: "button", class: "more icon-button", "aria-label": t("more"), onclick: () => acts.menu(seen, more) }, icon("more"));
  const bubble = h(
    "div",
    { class: "bubble" },
    showName && h("div", { class: `name ${colourClass(seen.fromId)}` }, message.from.first_name),
    message.forward_origin && h("div", { class: "forward" }, t("forwarded", { name: message.forward_origin.sender_user.first_name })),
    renderReply(message, acts),
    renderMedia(message),
    message.rich_message && h("div", { class: "rich" }, renderRich(message.rich_message)),
    seen.text && h("div", { class: "text" }, renderText(seen.text, seen.entities, acts.command)),
    h(
      "div",
      { class: "foot" },
      renderReactions(seen, ownerId, acts),
      h(
        "span",
        { class: "meta" },
        seen.silent && h("span", { title: t("silent") }, icon("silent")),
        seen.edits > 0 && !isButtonsOnly(seen) && h("span", {}, t("edited")),
        h("time", { datetime: new Date(message.date * 1000).toISOString() }, clockTime(message.date)),
        own && icon("check"),
      ),
    ),
    more,
  );
  return h("article", { id, class: `message ${own ? "own" : "other"}` }, bubble, renderKeyboard(seen, acts));
}

/** A screen that is edited in place says "edited" at every tap; Telegram leaves that out under keyboards. */
function isButtonsOnly(seen) {
  return seen.fromBot && seen.buttons.length > 0;
}

function renderReply(message, acts) {
  const replied = message.reply_to_message;
  // In a topic everything replies to the message that opened it; nobody wants to see that.
  if (!replied || replied.forum_topic_created) return null;
  const text = message.quote?.text ?? replied.text ?? replied.caption ?? t("deletedMessage");
  return h(
    "button",
    { type: "button", class: "reply", onclick: () => acts.go(replied.message_id) },
    h("b", { class: colourClass(replied.from.id) }, replied.from.first_name),
    h("span", {}, text.slice(0, 140)),
  );
}

function renderMedia(message) {
  const address = (file) => `/page/files/${encodeURIComponent(file.file_id)}`;
  const largest = message.photo?.at(-1);
  if (largest) return h("img", { class: "photo", src: address(largest), alt: t("photo"), loading: "lazy" });
  const sound = message.voice ?? message.audio;
  if (sound) return h("audio", { controls: true, preload: "metadata", src: address(sound) });
  if (message.document) {
    const { file_name: name, file_size: size } = message.document;
    return h(
      "a",
      { class: "document", href: address(message.document), download: name ?? "file" },
      h("span", { class: "badge" }, icon("file")),
      h("span", {}, h("b", {}, name ?? t("document")), h("small", {}, formatSize(size))),
    );
  }
  if (message.location) {
    const { latitude, longitude } = message.location;
    return h("div", { class: "document" }, h("span", { class: "badge" }, icon("pin")), h("span", {}, h("b", {}, t("location")), h("small", {}, `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`)));
  }
  return null;
}

function formatSize(bytes) {
  const [unit, size] = bytes >= 1_000_000 ? ["megabyte", 1_000_000] : bytes >= 1000 ? ["kilobyte", 1000] : ["byte", 1];
  return (bytes / size).toLocaleString(locale(), { style: "unit", unit, maximumFractionDigits: 1 });
}

function renderReactions(seen, ownerId, acts) {
  const byEmoji = Map.groupBy(seen.reactions, ({ emoji }) => emoji);
  if (byEmoji.size === 0) return null;
  return h(
    "span",
    { class: "reactions" },
    [...byEmoji].map(([emoji, given]) => {
      const isOwn = given.some(({ by }) => by === ownerId);
      return h("button", { type: "button", class: isOwn ? "own" : "", onclick: () => acts.react(seen, isOwn ? null : emoji) }, emoji, given.length > 1 ? ` ${given.length}` : "");
    }),
  );
}

function renderKeyboard(seen, acts) {
  if (seen.buttons.length === 0) return null;
  return h(
    "div",
    { class: "keyboard" },
    seen.buttons.map((row) =>
      h(
        "div",
        { class: "keys" },
        row.map((button) => {
          const style = button.style ? `key ${button.style}` : "key";
          if (button.url) return h("a", { class: style, href: button.url, target: "_blank", rel: "noopener noreferrer" }, button.text, icon("link"));
          const isCopy = button.copy_text !== undefined;
          const key = h(
            "button",
            {
              type: "button",
              class: style,
              disabled: button.disabled !== undefined,
              onclick: () => (isCopy ? copy(button.copy_text.text) : acts.press(seen, button, key)),
            },
            h("span", {}, button.text),
            isCopy && icon("copy"),
          );
          return key;
        }),
      ),
    ),
  );
}
