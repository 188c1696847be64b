import { h, toast } from "./dom.js";
import { locale, t } from "./words.js";

const SAFE_LINK = /^(?:https?|mailto|tel|tg):/i;

/** A text with its entities (offsets in UTF-16, nested by their spans) as nodes. */
export function renderText(text, entities, onCommand) {
  const ordered = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return renderSpan(text, ordered, 0, text.length, onCommand);
}

function renderSpan(text, entities, from, to, onCommand) {
  const nodes = [];
  let at = from;
  let wasBlock = false;
  let rest = entities;
  while (rest.length > 0) {
    const [entity, ...others] = rest;
    const end = Math.min(to, entity.offset + entity.length);
    if (entity.offset > at) nodes.push(gap(text.slice(at, entity.offset), wasBlock, isBlock(entity)));
    const inside = others.filter((other) => other.offset < end);
    rest = others.filter((other) => other.offset >= end);
    const content = renderSpan(text, inside, entity.offset, end, onCommand);
    nodes.push(renderEntity(entity, text.slice(entity.offset, end), content, onCommand));
    at = end;
    wasBlock = isBlock(entity);
  }
  if (at < to) nodes.push(gap(text.slice(at, to), wasBlock, false));
  return nodes;
}

/** A block breaks the line by itself: the newline on either side of it would leave an empty one. */
function gap(text, afterBlock, beforeBlock) {
  const rest = afterBlock ? text.replace(/^\n/, "") : text;
  return beforeBlock ? rest.replace(/\n$/, "") : rest;
}

function isBlock({ type }) {
  return type === "pre" || type === "blockquote" || type === "expandable_blockquote";
}

function renderEntity(entity, source, content, onCommand) {
  switch (entity.type) {
    case "bold":
      return h("b", {}, content);
    case "italic":
      return h("i", {}, content);
    case "underline":
      return h("u", {}, content);
    case "strikethrough":
      return h("s", {}, content);
    case "code":
      return h("code", { title: t("copy"), onclick: () => copy(source) }, content);
    case "pre":
      return h(
        "pre",
        { onclick: () => copy(source) },
        entity.language && h("span", { class: "language" }, entity.language),
        h("code", {}, content),
      );
    case "blockquote":
      return h("blockquote", {}, content);
    case "expandable_blockquote": {
      const quote = h("blockquote", { class: "folded", onclick: () => quote.classList.toggle("folded") }, content);
      return quote;
    }
    case "spoiler": {
      const spoiler = h("span", { class: "spoiler", tabindex: "0", role: "button", onclick: () => spoiler.classList.add("shown") }, content);
      return spoiler;
    }
    case "date_time":
      return h("time", { datetime: new Date(entity.unix_time * 1000).toISOString(), title: fullDate(entity.unix_time) }, formatDate(entity) ?? content);
    case "text_link":
      return link(entity.url, content);
    case "url":
      return link(source, content);
    case "email":
      return link(`mailto:${source}`, content);
    case "bot_command":
      return h("button", { type: "button", class: "inline-link", onclick: () => onCommand?.(source) }, content);
    case "mention":
    case "hashtag":
    case "text_mention":
      return h("span", { class: "mention" }, content);
    default:
      return h("span", {}, content);
  }
}

function link(url, content) {
  if (!SAFE_LINK.test(url)) return h("span", {}, content);
  return h("a", { href: url, title: url, target: "_blank", rel: "noopener noreferrer" }, content);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(t("failed"));
  }
}

function fullDate(unixTime) {
  return new Date(unixTime * 1000).toLocaleString(locale(), { dateStyle: "full", timeStyle: "long", hourCycle: "h23" });
}

/** The reader's own zone, as Telegram's clients show it; null where the text stands as it is. */
function formatDate({ unix_time: unixTime, date_time_format: format }) {
  if (!format) return null;
  const date = new Date(unixTime * 1000);
  if (format === "r") return relative(unixTime);
  const options = {
    ...(format.includes("w") ? { weekday: format.includes("D") ? "long" : "short" } : {}),
    ...(format.includes("D") ? { year: "numeric", month: "long", day: "numeric" } : {}),
    ...(format.includes("d") ? { year: "2-digit", month: "2-digit", day: "2-digit" } : {}),
    ...(/[tT]/.test(format) ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } : {}),
    ...(format.includes("T") ? { second: "2-digit" } : {}),
  };
  return date.toLocaleString(locale(), options);
}

function relative(unixTime) {
  const seconds = unixTime - Date.now() / 1000;
  const [unit, size] = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]].find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** A rich message that was built from blocks; its other forms are shown as they were written. */
export function renderRich(rich) {
  if (!rich.blocks) return [h("div", { class: "rich-source" }, rich.markdown ?? rich.html ?? "")];
  return rich.blocks.map(renderBlock);
}

function renderBlock(block) {
  const blocks = () => (block.blocks ?? []).map(renderBlock);
  switch (block.type) {
    case "paragraph":
    case "footer":
    case "thinking":
      return h("p", { class: block.type }, rich(block.text));
    case "heading":
      return h(`h${Math.min(6, block.size + 2)}`, {}, rich(block.text));
    case "pre":
      return h("pre", {}, block.language && h("span", { class: "language" }, block.language), h("code", {}, rich(block.text)));
    case "divider":
      return h("hr");
    case "list":
      return h(
        "ul",
        {},
        block.items.map((item) =>
          h(
            "li",
            { class: item.has_checkbox ? "task" : "" },
            item.has_checkbox && h("input", { type: "checkbox", disabled: true, checked: item.is_checked === true }),
            (item.blocks ?? []).map(renderBlock),
          ),
        ),
      );
    case "table":
      return h(
        "div",
        { class: "table" },
        h("table", {}, block.cells.map((row) => h("tr", {}, row.map((cell) => h(cell.is_header ? "th" : "td", { class: cell.align, colspan: cell.colspan, rowspan: cell.rowspan }, cell.text === undefined ? "" : rich(cell.text)))))),
      );
    case "details":
      return h("details", { open: block.is_open === true }, h("summary", {}, rich(block.summary)), blocks());
    case "blockquote":
      return h("blockquote", {}, blocks());
    case "expandable_blockquote":
    case "pullquote":
      return h("blockquote", {}, rich(block.text));
    default:
      return h("div", {}, block.text === undefined ? `[${block.type}]` : rich(block.text), blocks());
  }
}

const RICH_TAGS = { bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", subscript: "sub", superscript: "sup", marked: "mark" };

function rich(text) {
  if (typeof text === "string") return [text];
  if (Array.isArray(text)) return text.flatMap(rich);
  const content = rich(text.text ?? text.alternative_text ?? text.expression ?? text.button?.text ?? "");
  if (text.type === "url") return [link(text.url, content)];
  if (text.type === "spoiler" || text.type === "date_time") return [renderEntity(text, "", content)];
  return [h(RICH_TAGS[text.type] ?? "span", {}, content)];
}
