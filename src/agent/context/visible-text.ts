import { withoutMarks } from "./untrusted-mark.ts";

/** Code, which may speak about tags, or a tag that opens or closes a model's thinking. */
const PIECES =
  /```[\s\S]*?(?:```|$)|`[^`\n]*`|<(think|thinking|reasoning|thought)>|<\/(?:think|thinking|reasoning|thought)>/gi;
/** Tokens of chat templates that a badly configured server lets through. */
const CONTROL = /<\|[a-z_]{2,32}\|>/gi;
const LONGEST_TAG = "</reasoning>".length;

/**
 * What of a model's text a person may see: without think tags and what stands in them, without control tokens
 * (AGT-17). An unclosed tag hides everything after it; a closing one without its opening hides everything before.
 */
export function visibleText(text: string): string {
  let visible = "";
  let from = 0;
  let depth = 0;
  for (const piece of text.matchAll(PIECES)) {
    const [match, opens] = piece;
    if (match.startsWith("`")) continue;
    if (depth === 0) visible += text.slice(from, piece.index);
    if (opens !== undefined) depth++;
    else if (depth > 0) depth--;
    else visible = "";
    from = piece.index + match.length;
  }
  if (depth === 0) visible += text.slice(from);
  return withoutMarks(visible.replace(CONTROL, "")).trim();
}

/** {@link visibleText} of a text that still grows: what may become a tag is held back. */
export function visibleSoFar(text: string): string {
  const open = text.lastIndexOf("<");
  const maybeTag = open >= 0 && text.length - open < LONGEST_TAG && !text.slice(open).includes(">");
  return visibleText(maybeTag ? text.slice(0, open) : text);
}
