/** Below this length a value is no secret that could be kept, and hiding it everywhere would eat ordinary text. */
const SHORTEST_HIDDEN = 4;
/** From this length on a value is found in every form and inside other text; a shorter one only where it stands alone. */
export const SHORTEST_FULL = 8;

const utf8 = new TextEncoder();

/**
 * A pattern for every form in which a secret may stand in a text (OUT-8): as it is, percent-encoded in either letter
 * case and also twice, JSON-escaped at any depth, and base64 or base64url at each of the three alignments.
 * Null for a value too short or too plain (`test`) to be hidden.
 */
export function secretPattern(secret: string): string | null {
  if (secret.length < SHORTEST_FULL) {
    if (secret.length < SHORTEST_HIDDEN || /^\p{L}+$/u.test(secret)) return null;
    return `(?<![\\p{L}\\p{N}_])${written(secret)}(?![\\p{L}\\p{N}_])`;
  }
  return [written(secret), ...base64Forms(secret)].join("|");
}

/** The longest text that one form of `secret` can take; what a stream has to hold back. */
export function longestForm(secret: string): number {
  return utf8.encode(secret).length * 7;
}

/** Each character in any of its ways to be written, mixed as it may be. */
function written(text: string): string {
  return [...text].map(characterForms).join("");
}

function characterForms(character: string): string {
  const forms = [RegExp.escape(character)];
  const percent = [...utf8.encode(character)].map((byte) => `%(?:25)*${anyCase(byte.toString(16).padStart(2, "0"))}`);
  forms.push(percent.join(""));
  if (character === " ") forms.push("\\+");
  const units = Array.from({ length: character.length }, (_, i) =>
    character.charCodeAt(i).toString(16).padStart(4, "0"),
  );
  forms.push(units.map((unit) => `\\\\+u${anyCase(unit)}`).join(""));
  const short = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" }[character];
  if (short) forms.push(`\\\\+${short}`);
  // JSON inside JSON doubles the backslashes.
  if (character === '"' || character === "/" || character === "'") forms.push(`\\\\+${RegExp.escape(character)}`);
  if (character === "\\") forms.push("\\\\{2,}");
  return `(?:${forms.reverse().join("|")})`;
}

/**
 * The characters that the secret alone decides, for each of the three places at which it may begin in a group of
 * three bytes; the characters at its two ends, which it shares with its neighbours, go with it.
 */
function base64Forms(secret: string): string[] {
  const bytes = utf8.encode(secret);
  const cores = [0, 1, 2].map((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const encoded = btoa(String.fromCharCode(...padded));
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
  });
  return cores.map((core) => {
    // Between any two characters the line may have been broken, as `base64` and mail do.
    const either = [...core].map((c) => (c === "+" ? "[+-]" : c === "/" ? "[/_]" : c)).join("[\\r\\n]{0,2}");
    return `[A-Za-z0-9+/_-]?${either}[A-Za-z0-9+/_-]?={0,2}`;
  });
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
