import { cleanText, type RichText, type Style, type TextEntity } from "./rich-text.ts";

/** Collects text with nested styles, and keeps Telegram's rules about what may stand in what. */
export class RichTextBuilder {
  #text = "";
  #entities: TextEntity[] = [];
  readonly #open: Style[] = [];

  add(text: string): void {
    this.#text += cleanText(text);
  }

  /** Sees to it that the text so far ends with at least `count` line breaks; nothing at its very start. */
  breakLines(count: number): void {
    const have = /\n*$/.exec(this.#text)![0].length;
    if (this.#text !== "" && have < count) this.#text += "\n".repeat(count - have);
  }

  /** Styles what `body` adds. A style that Telegram does not allow here is left out, its text stays. */
  span(style: Style, body: () => void): void {
    if (!this.#allows(style)) {
      body();
      return;
    }
    const start = this.#text.length;
    this.#open.push(style);
    body();
    this.#open.pop();
    const [from, to] = isCode(style) ? [start, this.#text.length] : this.#withoutBlanks(start);
    if (to > from) this.#entities.push({ ...style, offset: from, length: to - from });
  }

  /** The text without the blanks at its end, outer entities before those inside them. */
  build(): RichText {
    const text = this.#text.trimEnd();
    const entities = this.#entities
      .map((entity) => ({ ...entity, length: Math.min(entity.length, text.length - entity.offset) }))
      .filter((entity) => entity.length > 0)
      .sort((a, b) => a.offset - b.offset || b.length - a.length);
    return { text, entities };
  }

  /** Nothing stands in code, no code in a link (which is worth more), no quote in a quote, nothing in its like; a link leads somewhere. */
  #allows(style: Style): boolean {
    if (style.type === "text_link" && style.url === "") return false;
    return !this.#open.some(
      (outer) => isCode(outer) || outer.type === style.type || (outer.type === "text_link" && isCode(style)),
    );
  }

  /** The stretch from `start` to the end without blanks at its edges: Telegram drops an entity of blanks. */
  #withoutBlanks(start: number): [number, number] {
    const body = this.#text.slice(start);
    const lead = body.length - body.trimStart().length;
    return [start + lead, start + Math.max(lead, body.trimEnd().length)];
  }
}

function isCode(style: Style): boolean {
  return style.type === "code" || style.type === "pre";
}
