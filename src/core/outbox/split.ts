import { type RichText, slice, type TextEntity } from "./rich-text.ts";

/** Telegram's limit for the text of a message, in UTF-16 code units. */
const MESSAGE_LIMIT = 4096;

/** Where a text may be cut, best first: after a paragraph, a line, a word. */
const BREAKS: readonly RegExp[] = [/\n[ \t]*\n\s*/g, /\n/g, /\s+/g];

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Splits a text into parts of at most `limit` UTF-16 units (OUT-4): at a paragraph, a line, a word, else between graphemes.
 * An entity that fits one part is never cut; a longer one is closed and opened again, code with its language.
 * A text that fits is returned as it is.
 */
export function splitText(rich: RichText, limit: number = MESSAGE_LIMIT): RichText[] {
  if (rich.text.length <= limit) return [rich];
  const parts: RichText[] = [];
  let start = 0;
  while (start < rich.text.length) {
    const end = rich.text.length - start <= limit ? rich.text.length : findCut(rich, start, limit);
    const part = trim(rich, start, end);
    if (part.text !== "") parts.push(part);
    start = end;
  }
  return parts;
}

/** The best end for the part that begins at `start`: later than half of it if a break is there, else any break, else a grapheme. */
function findCut(rich: RichText, start: number, limit: number): number {
  const end = start + limit;
  const whole = rich.entities.filter(
    (entity) => entity.length <= limit && entity.offset < end && entity.offset + entity.length > start,
  );
  for (const earliest of [start + Math.floor(limit / 2), start])
    for (const pattern of BREAKS) {
      const cut = lastBreak(rich.text, pattern, earliest, end, whole);
      if (cut !== undefined) return cut;
    }
  const cut = lastGrapheme(rich.text, start, end);
  // Nothing but entities side by side: cut before the one that would be cut in two.
  const before = Math.min(...whole.filter((entity) => isInside(cut, entity)).map((entity) => entity.offset));
  return before > start && before < cut ? before : cut;
}

function lastBreak(
  text: string,
  pattern: RegExp,
  earliest: number,
  end: number,
  whole: readonly TextEntity[],
): number | undefined {
  let found: number | undefined;
  // A break that begins inside the window may reach beyond it: its blanks belong to neither part.
  for (const match of text.slice(earliest, end + 1).matchAll(pattern)) {
    const cut = earliest + match.index;
    if (cut > earliest && cut <= end && !whole.some((entity) => isInside(cut, entity))) found = cut;
  }
  return found;
}

function isInside(cut: number, entity: TextEntity): boolean {
  return entity.offset < cut && cut < entity.offset + entity.length;
}

function lastGrapheme(text: string, start: number, end: number): number {
  const at = graphemes.segment(text).containing(end)?.index ?? end;
  if (at > start) return at;
  // One grapheme fills the whole part (a pile of combining marks): cut it, but not inside a surrogate pair.
  return /[\udc00-\udfff]/.test(text[end]!) && /[\ud800-\udbff]/.test(text[end - 1]!) ? end - 1 : end;
}

/** The part without blanks at its edges; in code only the line break at its start goes, for the indentation after it is content. */
function trim(rich: RichText, start: number, end: number): RichText {
  const body = rich.text.slice(start, end);
  const inCode = rich.entities.some(
    (entity) => entity.type === "pre" && entity.offset <= start && start < entity.offset + entity.length,
  );
  const lead = inCode ? /^\n?/.exec(body)![0].length : body.length - body.trimStart().length;
  return slice(rich, start + lead, start + Math.max(lead, body.trimEnd().length));
}
