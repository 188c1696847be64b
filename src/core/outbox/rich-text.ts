/** What an entity says about its stretch of text; the names are the Bot API's. */
export type Style =
  | { readonly type: "bold" | "italic" | "strikethrough" | "blockquote" | "code" }
  | { readonly type: "pre"; readonly language?: string }
  | { readonly type: "text_link"; readonly url: string }
  | { readonly type: "date_time"; readonly unix_time: number; readonly date_time_format: "r" };

/** A styled stretch: offset and length in UTF-16 code units, as Telegram counts. */
export type TextEntity = Style & { readonly offset: number; readonly length: number };

/** Text with its formatting beside it: nothing has to be escaped, so nothing can be refused (OUT-5). */
export interface RichText {
  readonly text: string;
  readonly entities: readonly TextEntity[];
}

/** Text without formatting, or with one style over all of it. */
export function styled(text: string, style?: Style): RichText {
  const clean = cleanText(text);
  return { text: clean, entities: style && clean !== "" ? [{ ...style, offset: 0, length: clean.length }] : [] };
}

/** Puts pieces one after the other. */
export function concat(...pieces: readonly (RichText | string)[]): RichText {
  let text = "";
  const entities: TextEntity[] = [];
  for (const piece of pieces) {
    const rich = typeof piece === "string" ? styled(piece) : piece;
    entities.push(...rich.entities.map((entity) => ({ ...entity, offset: entity.offset + text.length })));
    text += rich.text;
  }
  return { text, entities };
}

/** Puts the pieces that have text one after the other, with `separator` between them. */
export function join(pieces: readonly RichText[], separator: string): RichText {
  const said = pieces.filter((piece) => piece.text !== "");
  return concat(...said.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece])));
}

/** The stretch from `start` to `end`; entities are clipped to it. */
export function slice(rich: RichText, start: number, end: number): RichText {
  return {
    text: rich.text.slice(start, end),
    entities: rich.entities.flatMap((entity) => {
      const from = Math.max(entity.offset, start);
      const length = Math.min(entity.offset + entity.length, end) - from;
      return length > 0 ? [{ ...entity, offset: from - start, length }] : [];
    }),
  };
}

/** Replaces what Telegram does not take or would drop, one unit for one unit: control characters, halves of a surrogate pair. */
export function cleanText(text: string): string {
  return text
    .replace(/[\u2028\u2029]/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ")
    .toWellFormed();
}

/** True if a reader would see something; Telegram refuses a message of blanks and marks alone. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(/[\u115f\u1160\u2800\u3164\uffa0]/g, ""));
}
