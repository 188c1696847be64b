/** Stretches of the words, in UTF-16 units, in order and apart from each other. */
export type Spans = readonly (readonly [start: number, end: number])[];

/** Splits the words into those of time and the rest, both tidied: what joined the two belongs to neither. */
export function textWithout(text: string, spans: Spans): { readonly rest: string; readonly matched: string } {
  const kept: string[] = [];
  const taken: string[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    kept.push(text.slice(at, start));
    taken.push(text.slice(start, end));
    at = end;
  }
  kept.push(text.slice(at));
  return { rest: tidy(kept), matched: taken.join(" ") };
}

function tidy(pieces: readonly string[]): string {
  const [first = "", ...others] = pieces;
  let rest = first;
  for (const piece of others) {
    // Chinese writes on without a space.
    const glue = /[\p{Script=Han}]\s*$/u.test(rest) && /^\s*[\p{Script=Han}]/u.test(piece) ? "" : " ";
    rest = `${rest.trimEnd()}${glue}${piece.trimStart()}`;
  }
  return rest
    .replace(/\s{2,}/g, " ")
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/,(\s*[,.;:!?])+/g, ",")
    .replace(/^[\s,.;:!?。，、—–-]+/u, "")
    .replace(/[\s,;:，、—–-]+$/u, "");
}
