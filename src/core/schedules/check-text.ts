/** The longest text of a row, in UTF-16 units. */
export const MAX_TEXT = 4_000;

/** What a row would hold as its text, or why it cannot (Bad input). */
export function checkText(
  asked: string,
):
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: "text_empty" }
  | { readonly ok: false; readonly code: "text_too_long"; readonly params: { length: number; most: number } } {
  const text = asked.trim();
  if (text === "") return { ok: false, code: "text_empty" };
  if (text.length > MAX_TEXT)
    return { ok: false, code: "text_too_long", params: { length: text.length, most: MAX_TEXT } };
  return { ok: true, text };
}
