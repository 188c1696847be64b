import type { RichText } from "#core/outbox/rich-text.ts";

/** What Telegram would refuse, or silently drop, in a text with entities. */
export function entityFaults({ text, entities }: RichText): string[] {
  const faults: string[] = [];
  if (!text.isWellFormed()) faults.push("half of a surrogate pair in the text");
  for (const { type, offset, length } of entities) {
    if (offset < 0 || length <= 0 || offset + length > text.length)
      faults.push(`${type} at ${offset}+${length} of ${text.length}`);
    if (splitsPair(text, offset) || splitsPair(text, offset + length)) faults.push(`${type} splits a surrogate pair`);
    for (const outer of entities) {
      const from = Math.max(offset, outer.offset);
      const to = Math.min(offset + length, outer.offset + outer.length);
      const nested = to <= from || to - from === Math.min(length, outer.length);
      if (!nested) faults.push(`${type} crosses ${outer.type}`);
      if (
        outer.type === "pre" &&
        to > from &&
        type !== "pre" &&
        type !== "blockquote" &&
        outer.offset <= offset &&
        length < outer.length
      )
        faults.push(`${type} inside pre`);
    }
  }
  return faults;
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && /[\ud800-\udbff]/.test(text[at - 1]!) && /[\udc00-\udfff]/.test(text[at]!);
}
