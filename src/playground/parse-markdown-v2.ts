import { type FormattedText, ParseError, trimFormatted } from "./parse-html.ts";

interface OpenMark {
  readonly type: string;
  /** UTF-16 offset in the text so far. */
  readonly start: number;
  /** Where it was opened in the source. */
  readonly at: number;
  readonly language?: string;
}

type Span = Parameters<typeof trimFormatted>[1][number];

const RESERVED = "_*[]()~`>#+-=|{}.!";
/** How the server names an entity in its messages. */
const NAMES: Readonly<Record<string, string>> = {
  bold: "Bold",
  italic: "Italic",
  underline: "Underline",
  strikethrough: "Strikethrough",
  spoiler: "Spoiler",
  code: "Code",
  pre: "Pre",
  text_link: "TextUrl",
  custom_emoji: "CustomEmoji",
};
/** Marks in the order in which they are tried: the longer before the shorter. */
const MARKS: readonly (readonly [mark: string, type: string])[] = [
  ["__", "underline"],
  ["||", "spoiler"],
  ["*", "bold"],
  ["_", "italic"],
  ["~", "strikethrough"],
];

/**
 * Telegram's MarkdownV2, as strict as its server: every reserved character outside an entity must be escaped.
 * @throws ParseError
 */
export function parseMarkdownV2(source: string): FormattedText {
  return new MarkdownV2(source).parse();
}

class MarkdownV2 {
  readonly #source: string;
  #at = 0;
  #text = "";
  readonly #spans: Span[] = [];
  readonly #open: OpenMark[] = [];
  #quote: { readonly start: number; readonly expandable: boolean } | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): FormattedText {
    let lineStart = true;
    while (this.#at < this.#source.length) {
      if (lineStart && !this.#inCode()) this.#lineStart();
      lineStart = this.#source[this.#at] === "\n";
      this.#step();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.#noEnd(unclosed);
    this.#endQuote();
    return trimFormatted(this.#text, this.#spans);
  }

  #step(): void {
    const character = this.#source[this.#at];
    // The mark of a quote may have been the last character.
    if (character === undefined) return;
    const next = this.#source.charCodeAt(this.#at + 1);
    if (character === "\\" && next > 0 && next <= 126) this.#take(2, this.#source[this.#at + 1]!);
    else if (this.#inCode()) this.#code();
    else if (!RESERVED.includes(character)) this.#take(1, character);
    else if (character === "`") this.#openCode();
    else if (character === "[") this.#openMark("text_link", 1);
    else if (this.#here("![")) this.#openMark("custom_emoji", 2);
    else if (!(character === "]" && this.#closeLink()) && !this.#mark())
      throw new ParseError(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
  }

  /** Opens or closes the entity of the mark that stands here; false if none does. */
  #mark(): boolean {
    const found = MARKS.find(([mark]) => this.#here(mark));
    if (!found) return false;
    const [mark, type] = found;
    if (this.#open.at(-1)?.type === type) this.#close(mark.length);
    // `||` at the very end of an expandable quote is its end mark, not a spoiler.
    else if (mark === "||" && this.#quote?.expandable && /^\|\|(?:\n|$)/.test(this.#source.slice(this.#at)))
      this.#take(2, "");
    else this.#openMark(type, mark.length);
    return true;
  }

  #lineStart(): void {
    if (this.#here(">")) {
      this.#quote ??= { start: this.#text.length, expandable: false };
      this.#at += 1;
    } else if (this.#here("**>")) {
      this.#endQuote();
      this.#quote = { start: this.#text.length, expandable: true };
      this.#at += 3;
    } else this.#endQuote();
  }

  #endQuote(): void {
    if (!this.#quote) return;
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.#noEnd(unclosed);
    const { start, expandable } = this.#quote;
    this.#push(expandable ? "expandable_blockquote" : "blockquote", start);
    this.#quote = undefined;
  }

  #code(): void {
    const isPre = this.#open.at(-1)!.type === "pre";
    const end = isPre ? "```" : "`";
    if (this.#here(end)) this.#close(end.length);
    else this.#take(1, this.#source[this.#at]!);
  }

  #openCode(): void {
    // The first line of a block, if it is one word, is its language.
    const block = /^```(?:([^\s`]+)?\r?\n)?/.exec(this.#source.slice(this.#at));
    if (block) this.#openMark("pre", block[0].length, block[1]);
    else this.#openMark("code", 1);
  }

  #openMark(type: string, length: number, language?: string): void {
    this.#open.push({ type, start: this.#text.length, at: this.#at, ...(language === undefined ? {} : { language }) });
    this.#at += length;
  }

  #close(length: number): void {
    const { type, start, language } = this.#open.pop()!;
    this.#push(type, start, language === undefined ? {} : { language });
    this.#at += length;
  }

  #closeLink(): boolean {
    const top = this.#open.at(-1);
    if (top?.type !== "text_link" && top?.type !== "custom_emoji") return false;
    const label = this.#text.slice(top.start);
    let url = label;
    if (this.#source[this.#at + 1] === "(") {
      const target = /^\(((?:\\.|[^)\\])*)\)/s.exec(this.#source.slice(this.#at + 1));
      if (!target) throw new ParseError(`Can't find end of a URL at byte offset ${this.#byteOffset(this.#at + 1)}`);
      url = target[1]!.replace(/\\(.)/gs, "$1");
      this.#at += 1 + target[0].length;
    } else this.#at += 1;
    this.#open.pop();
    this.#push(
      top.type,
      top.start,
      top.type === "text_link" ? { url } : { custom_emoji_id: /id=(\d+)/.exec(url)?.[1] ?? "" },
    );
    return true;
  }

  #push(type: string, start: number, details: Record<string, string> = {}): void {
    if (this.#text.length > start)
      this.#spans.push({ type, offset: start, length: this.#text.length - start, ...details });
  }

  #take(length: number, text: string): void {
    this.#text += text;
    this.#at += length;
  }

  #here(mark: string): boolean {
    return this.#source.startsWith(mark, this.#at);
  }

  #inCode(): boolean {
    const type = this.#open.at(-1)?.type;
    return type === "code" || type === "pre";
  }

  #noEnd(mark: OpenMark): ParseError {
    return new ParseError(
      `Can't find end of ${NAMES[mark.type] ?? mark.type} entity at byte offset ${this.#byteOffset(mark.at)}`,
    );
  }

  #byteOffset(at: number): number {
    return Buffer.byteLength(this.#source.slice(0, at));
  }
}
