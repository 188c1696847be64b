import type { MessageEntity } from "grammy/types";
import { badRequest } from "./bot-api-error.ts";
import { checkEntities } from "./check-entities.ts";
import { type FormattedText, ParseError, parseHtml, trimFormatted } from "./parse-html.ts";
import { parseMarkdownV2 } from "./parse-markdown-v2.ts";
import type { Params } from "./wire.ts";

const FOUND: readonly (readonly [type: MessageEntity["type"], pattern: RegExp])[] = [
  ["url", /https?:\/\/[^\s<>"'）】」]+[^\s<>"'.,:;!?）】」)]/g],
  ["bot_command", /(?<![\w/])\/[a-zA-Z][a-zA-Z0-9_]{0,31}(?:@\w+)?/g],
  ["mention", /(?<![\w@])@[a-zA-Z]\w{3,31}/g],
  ["hashtag", /(?<![\w#&])#[\p{L}\d_]*\p{L}[\p{L}\d_]*/gu],
];

/**
 * The text of a call after its formatting was parsed, as the server would store it.
 * @param keys the names of the text and of its entities: `text`, `caption`
 * @param max characters, after parsing
 */
export function formatText(params: Params, keys: { text: string; entities: string }, max: number): FormattedText {
  const source = String(params[keys.text] ?? "");
  const formatted = parse(source, params.parse_mode, (params[keys.entities] ?? []) as MessageEntity[]);
  if ([...formatted.text].length > max)
    throw badRequest(`${keys.text === "text" ? "message" : "message caption"} is too long`);
  return { text: formatted.text, entities: withFound(formatted) };
}

/** Adds what the server finds by itself: links, commands, mentions, hashtags. */
export function withFound({ text, entities }: FormattedText): MessageEntity[] {
  const found: MessageEntity[] = [];
  for (const [type, pattern] of FOUND)
    for (const match of text.matchAll(pattern)) {
      const span = { offset: match.index, length: match[0].length };
      const taken = [...entities.filter(keepsText), ...found].some(
        (other) => other.offset < span.offset + span.length && span.offset < other.offset + other.length,
      );
      if (!taken) found.push({ type, ...span } as MessageEntity);
    }
  return [...entities, ...found].sort((a, b) => a.offset - b.offset || b.length - a.length);
}

/** Inside these nothing is looked for. */
function keepsText(entity: MessageEntity): boolean {
  return ["code", "pre", "text_link", "text_mention", "date_time"].includes(entity.type);
}

function parse(source: string, parseMode: unknown, entities: readonly MessageEntity[]): FormattedText {
  try {
    switch (typeof parseMode === "string" ? parseMode.toLowerCase() : "") {
      case "html":
        return parseHtml(source);
      case "markdownv2":
        return parseMarkdownV2(source);
      case "": {
        const faults = checkEntities(source, entities);
        if (faults.length > 0) throw new ParseError(faults.join("; "));
        return trimFormatted(source, entities as unknown as Parameters<typeof trimFormatted>[1]);
      }
      default:
        throw badRequest("unsupported parse_mode");
    }
  } catch (error) {
    if (error instanceof ParseError) throw badRequest(`can't parse entities: ${error.message}`);
    throw error;
  }
}
