import MarkdownIt, { type Token } from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import { renderTable } from "./markdown-table.ts";
import type { RichText, Style } from "./rich-text.ts";
import { RichTextBuilder } from "./rich-text-builder.ts";

/**
 * Model text is Markdown as people write it: a line break is a line break, emphasis works between CJK characters,
 * HTML is text, and a link goes only where a reader can be taken.
 */
const parser = new MarkdownIt("default", { html: false, linkify: false, breaks: true, maxNesting: 40 }).use(
  cjkFriendly,
);
const isSafeLink = parser.validateLink.bind(parser);
parser.validateLink = (url) => isSafeLink(url) && /^(https?|tg|mailto|tel):/i.test(url);

const LIST_INDENT = "\u2003";
const INLINE_STYLES: Readonly<Record<string, Style>> = {
  strong_open: { type: "bold" },
  em_open: { type: "italic" },
  s_open: { type: "strikethrough" },
};

/** Renders Markdown as text with entities (OUT-5). Any input gives something that Telegram takes, or empty text. */
export function renderMarkdown(source: string): RichText {
  const out = new RichTextBuilder();
  renderBlocks(out, parser.parse(source, {}), { depth: 0, tight: false });
  return out.build();
}

function renderBlocks(out: RichTextBuilder, tokens: readonly Token[], place: { depth: number; tight: boolean }): void {
  let first = true;
  forEachNode(tokens, (token, inner) => {
    if (!first) out.breakLines(place.tight ? 1 : 2);
    first = false;
    switch (token.type) {
      case "heading_open":
        out.span({ type: "bold" }, () => renderBlocks(out, inner, place));
        break;
      case "fence":
      case "code_block":
        renderCodeBlock(out, token);
        break;
      case "blockquote_open":
        out.span({ type: "blockquote" }, () => renderBlocks(out, inner, { ...place, tight: false }));
        break;
      case "hr":
        out.add("———");
        break;
      case "bullet_list_open":
        renderList(out, inner, place.depth, null);
        break;
      case "ordered_list_open":
        renderList(out, inner, place.depth, Number(token.attrGet("start") ?? 1));
        break;
      case "table_open":
        renderTable(out, inner, renderInline);
        break;
      case "inline":
        renderInline(out, token.children ?? []);
        break;
      default:
        if (inner.length > 0) renderBlocks(out, inner, place);
        else out.add(token.content);
    }
  });
}

function renderCodeBlock(out: RichTextBuilder, token: Token): void {
  const code = token.content.replace(/\n$/, "");
  if (code.trim() === "") return;
  const language = /^[\w+#.-]{1,32}/.exec(token.info)?.[0];
  out.span({ type: "pre", ...(language && { language }) }, () => out.add(code));
}

function renderList(out: RichTextBuilder, items: readonly Token[], depth: number, start: number | null): void {
  let index = 0;
  forEachNode(items, (_item, inner) => {
    if (index > 0) out.breakLines(1);
    const task = takeTaskMark(inner);
    const bullet = start === null ? (depth % 2 === 0 ? "• " : "◦ ") : `${start + index}. `;
    out.add(LIST_INDENT.repeat(depth) + (task ?? bullet));
    const tight = inner.every((token) => token.type !== "paragraph_open" || token.hidden);
    renderBlocks(out, inner, { depth: depth + 1, tight });
    index += 1;
  });
}

/** `[ ] ` or `[x] ` at the start of an item: its box, taken off the item's text. */
function takeTaskMark(item: readonly Token[]): string | null {
  const first = item[1]?.type === "inline" ? item[1].children?.[0] : undefined;
  const mark = first?.type === "text" ? /^\[([ xX])\] /.exec(first.content) : null;
  if (!first || !mark) return null;
  first.content = first.content.slice(mark[0].length);
  return mark[1] === " " ? "☐ " : "☑ ";
}

function renderInline(out: RichTextBuilder, tokens: readonly Token[]): void {
  forEachNode(tokens, (token, inner) => {
    const style = INLINE_STYLES[token.type];
    if (style) out.span(style, () => renderInline(out, inner));
    else if (token.type === "link_open") out.span(link(attribute(token, "href")), () => renderInline(out, inner));
    else if (token.type === "image") {
      const source = attribute(token, "src");
      out.span(link(source), () => out.add(token.content || source));
    } else if (token.type === "code_inline") out.span({ type: "code" }, () => out.add(token.content));
    else if (token.type === "softbreak" || token.type === "hardbreak") out.add("\n");
    else if (inner.length > 0) renderInline(out, inner);
    else out.add(token.content);
  });
}

function link(url: string): Style {
  return { type: "text_link", url };
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** Calls `visit` for every node of this level with the tokens inside it. */
function forEachNode(tokens: readonly Token[], visit: (token: Token, inner: readonly Token[]) => void): void {
  for (let i = 0; i < tokens.length; ) {
    let depth = tokens[i]!.nesting;
    let end = i;
    while (depth > 0 && end < tokens.length - 1) depth += tokens[++end]!.nesting;
    visit(tokens[i]!, tokens.slice(i + 1, end));
    i = end + 1;
  }
}
