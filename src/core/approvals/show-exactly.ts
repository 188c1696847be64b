/**
 * Characters that a reader does not see, or that change the order in which others are seen: controls (but for the line
 * break and the tab), formats, bidirectional marks, separators other than the space, blank letters, variation selectors.
 */
const HIDDEN =
  /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{2800}\u{3164}\u{FFA0}]|\u{34F}|\u{17B4}|\u{17B5}|[\u{FE00}-\u{FE0F}]|[\u{E0100}-\u{E01EF}]|(?! )\p{Zs}/gu;

/** A text as a person must read it before allowing it (AGT-7): what cannot be seen is written out as `\u{…}`. */
export function showExactly(text: string): string {
  return text.replace(HIDDEN, (char) =>
    char === "\n" || char === "\t" ? char : `\\u{${char.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}
