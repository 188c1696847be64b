import type { MessageEntity } from "grammy/types";

/** Formatted source that the server would refuse: "can't parse entities". */
export class ParseError extends Error {}

export interface FormattedText {
  readonly text: string;
  readonly entities: MessageEntity[];
}

interface OpenTag {
  readonly name: string;
  /** UTF-16 offset in the text so far. */
  readonly start: number;
  readonly attributes: ReadonlyMap<string, string>;
}

interface Span {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly [detail: string]: string | number;
}

const TYPES: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  span: "spoiler",
  a: "text_link",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  "tg-emoji": "custom_emoji",
  "tg-time": "date_time",
};
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const ATTRIBUTE = /([a-zA-Z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * Telegram's HTML, as strict as its server. Offsets are UTF-16 code units; offsets in messages are bytes.
 * @throws ParseError
 */
export function parseHtml(source: string): FormattedText {
  let text = "";
  const spans: Span[] = [];
  const open: OpenTag[] = [];
  let at = 0;
  const offset = (): number => Buffer.byteLength(source.slice(0, at));

  while (at < source.length) {
    const tag = source.indexOf("<", at);
    text += decodeReferences(tag < 0 ? source.slice(at) : source.slice(at, tag));
    if (tag < 0) break;
    at = tag;
    if (source[at + 1] === "/") {
      const top = open.pop();
      if (!top) throw new ParseError(`Unexpected end tag at byte offset ${offset()}`);
      const end = /^<\/([a-zA-Z0-9-]*)\s*>/.exec(source.slice(at, at + 64));
      if (!end) throw new ParseError(`Unclosed end tag at byte offset ${offset()}`);
      const name = end[1]!.toLowerCase();
      if (name !== "" && name !== top.name)
        throw new ParseError(
          `Unmatched end tag at byte offset ${offset()}, expected "</${top.name}>", found "</${name}>"`,
        );
      at += end[0].length;
      if (text.length > top.start) closeTag(spans, top, text.length - top.start, open.at(-1));
      continue;
    }
    const name = (/^<([a-zA-Z][a-zA-Z0-9-]*)/.exec(source.slice(at, at + 64))?.[1] ?? "").toLowerCase();
    if (!(name in TYPES)) throw new ParseError(`Unsupported start tag "${name}" at byte offset ${offset()}`);
    const end = findTagEnd(source, at + 1);
    if (end < 0) throw new ParseError(`Unclosed start tag at byte offset ${offset()}`);
    const attributes = readAttributes(source.slice(at + 1 + name.length, end));
    if (name === "span" && attributes.get("class") !== "tg-spoiler")
      throw new ParseError(`Tag "span" must have class "tg-spoiler" at byte offset ${offset()}`);
    open.push({ name, start: text.length, attributes });
    at = end + 1;
  }
  const unclosed = open.at(-1);
  if (unclosed) throw new ParseError(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  return trimFormatted(text, spans);
}

/** Trims the text as the server does, and moves, cuts and orders the entities with it. */
export function trimFormatted(text: string, spans: readonly Span[]): FormattedText {
  const leading = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const entities = spans
    .map((span) => {
      const start = Math.max(0, span.offset - leading);
      const end = Math.min(trimmed.length, span.offset + span.length - leading);
      return { ...span, offset: start, length: end - start };
    })
    .filter((span) => span.length > 0)
    .sort((a, b) => a.offset - b.offset || b.length - a.length);
  return { text: trimmed, entities: entities as unknown as MessageEntity[] };
}

function closeTag(spans: Span[], tag: OpenTag, length: number, parent: OpenTag | undefined): void {
  const type = TYPES[tag.name]!;
  const base = { type, offset: tag.start, length };
  switch (type) {
    case "text_link": {
      const url = tag.attributes.get("href");
      if (url) spans.push({ ...base, url });
      return;
    }
    case "code": {
      const language = /^language-(.+)$/.exec(tag.attributes.get("class") ?? "")?.[1];
      // `<pre><code class="language-x">` is one entity: the language waits here for its `pre`.
      if (language && parent?.name === "pre" && parent.start === tag.start)
        spans.push({ ...base, type: "pre", language });
      else spans.push(base);
      return;
    }
    case "pre": {
      if (!spans.some((span) => span.type === "pre" && span.offset === tag.start && span.length === length))
        spans.push(base);
      return;
    }
    case "blockquote":
      spans.push({ ...base, type: tag.attributes.has("expandable") ? "expandable_blockquote" : type });
      return;
    case "custom_emoji":
      spans.push({ ...base, custom_emoji_id: tag.attributes.get("emoji-id") ?? "" });
      return;
    case "date_time":
      spans.push({
        ...base,
        unix_time: Number(tag.attributes.get("unix")),
        date_time_format: tag.attributes.get("format") ?? "",
      });
      return;
    default:
      spans.push(base);
  }
}

function readAttributes(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(ATTRIBUTE)].map((found) => [
      found[1]!.toLowerCase(),
      decodeReferences(found[2] ?? found[3] ?? found[4] ?? ""),
    ]),
  );
}

/** The position of the `>` that ends the tag, outside its quoted attributes; -1 if there is none. */
function findTagEnd(source: string, from: number): number {
  let quote = "";
  for (let at = from; at < source.length; at++) {
    const character = source[at]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return -1;
}

function decodeReferences(source: string): string {
  return source.replace(/&(#x[0-9a-f]+|#\d+|lt|gt|amp|quot);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
