import type { MessageEntity } from "grammy/types";

/** Entities that stand alone: nothing may lie inside them or around them. */
const ALONE = new Set(["code", "pre"]);
const QUOTES = new Set(["blockquote", "expandable_blockquote"]);
const DATE_FORMAT = /^(?:r|w?[dD]?[tT]?)$/;

/**
 * What the server would refuse, drop or cut in entities that a bot made: each fault is one sentence.
 * Offsets are UTF-16 code units.
 */
export function checkEntities(text: string, entities: readonly MessageEntity[]): string[] {
  const faults: string[] = [];
  for (const entity of entities) {
    const end = entity.offset + entity.length;
    const name = `${entity.type} at ${entity.offset}+${entity.length}`;
    if (!Number.isInteger(entity.offset) || entity.offset < 0) faults.push(`${name}: the offset is not in the text`);
    else if (!Number.isInteger(entity.length) || entity.length <= 0) faults.push(`${name}: the length is not positive`);
    else if (end > text.length) faults.push(`${name}: beyond the end of the text (${text.length})`);
    else if (splitsPair(text, entity.offset) || splitsPair(text, end)) faults.push(`${name}: splits a surrogate pair`);
    if (
      entity.type === "date_time" &&
      !(Number.isInteger(entity.unix_time) && DATE_FORMAT.test(entity.date_time_format))
    )
      faults.push(`${name}: not a date`);
    if (entity.type === "text_link" && !URL.canParse(entity.url)) faults.push(`${name}: not a URL`);
  }
  const ordered = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  for (const [index, outer] of ordered.entries()) {
    for (const inner of ordered.slice(index + 1)) {
      if (inner.offset >= outer.offset + outer.length) break;
      const pair = `${inner.type} at ${inner.offset}+${inner.length} and ${outer.type} at ${outer.offset}+${outer.length}`;
      if (inner.offset + inner.length > outer.offset + outer.length) faults.push(`${pair}: cross each other`);
      else if (ALONE.has(inner.type) && QUOTES.has(outer.type)) continue;
      else if (ALONE.has(inner.type) || ALONE.has(outer.type)) faults.push(`${pair}: code takes no other entity`);
      else if (QUOTES.has(inner.type) && QUOTES.has(outer.type)) faults.push(`${pair}: a quote inside a quote`);
    }
  }
  return faults;
}

function splitsPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
}
