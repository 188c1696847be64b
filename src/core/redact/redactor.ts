import { AppError } from "#core/errors.ts";
import { longestForm, SHORTEST_FULL, secretPattern } from "./secret-pattern.ts";
import { SHAPES } from "./shapes.ts";

/** What stands in the place of a secret. */
export const REDACTED = "[redacted]";
/** What stands in the place of a text that could not be checked: nothing of it is shown (OUT-8). */
export const UNCHECKED = "[redacted: this text could not be checked for secrets]";

export interface Redactor {
  /** The text without secrets. Never throws: a text that cannot be checked is replaced as a whole. */
  redact(text: string): string;
  /**
   * A text that comes in pieces: a secret cut between two of them is found as well. `push` returns what is safe to
   * show by now; `end` returns the rest.
   */
  stream(): RedactorStream;
}

interface RedactorStream {
  push(chunk: string): string;
  end(): string;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Held back by a stream at least: what a shape needs to be recognised. */
const SHORTEST_HOLD = 512;
/** The least of a secret that is hidden where a text was cut in the middle of it. */
const SHORTEST_CUT = 8;

/**
 * Makes the redactor over the configured secret values, the known shapes and the owner's own `patterns` (regular
 * expressions, Unicode mode).
 *
 * @throws AppError `redact_pattern_invalid`
 */
export function createRedactor(options: { secrets: readonly string[]; patterns?: readonly string[] }): Redactor {
  // Longest first: where one secret contains another, the whole of it goes.
  const secrets = [...new Set(options.secrets)].filter((s) => s !== "").sort((a, b) => b.length - a.length);
  const patterns = [
    ...secrets.flatMap((secret) => secretPattern(secret) ?? []).map((source) => new RegExp(source, "gu")),
    ...(options.patterns ?? []).map(ownPattern),
    ...SHAPES,
  ];
  const cuttable = secrets.filter((secret) => secret.length > Math.max(SHORTEST_FULL, SHORTEST_CUT));
  const hold = Math.max(SHORTEST_HOLD, ...secrets.map(longestForm));

  const find = (text: string): Found[] => merge(patterns.flatMap((pattern) => matches(text, pattern)));

  return {
    redact: (text) => {
      try {
        return replace(text, merge([...find(text), ...cutSecrets(text, cuttable)]));
      } catch {
        return UNCHECKED;
      }
    },
    stream: () => {
      let buffer = "";
      let first = true;
      const take = (text: string, length: number, found: Found[]): string => {
        buffer = text.slice(length);
        first = first && length === 0;
        return replace(
          text.slice(0, length),
          found.filter((f) => f.end <= length),
        );
      };
      return {
        push: (chunk) => {
          try {
            const text = buffer + chunk;
            const found = merge([...find(text), ...(first ? cutStart(text, cuttable) : [])]);
            let safe = Math.max(0, text.length - hold);
            // A match that reaches into what is held may grow with the next piece, so it is held as a whole.
            for (const { start, end } of found) if (start < safe && end > safe) safe = start;
            return take(text, safe, found);
          } catch {
            buffer = "";
            return UNCHECKED;
          }
        },
        end: () => {
          const text = buffer;
          try {
            const cut = [...(first ? cutStart(text, cuttable) : []), ...cutEnd(text, cuttable)];
            return take(text, text.length, merge([...find(text), ...cut]));
          } catch {
            buffer = "";
            return UNCHECKED;
          }
        },
      };
    },
  };
}

function ownPattern(source: string): RegExp {
  try {
    return new RegExp(source, "gu");
  } catch (cause) {
    throw new AppError(
      "redact_pattern_invalid",
      `The redaction pattern ${JSON.stringify(source)} is no regular expression.`,
      { cause },
    );
  }
}

function matches(text: string, pattern: RegExp): Found[] {
  return [...text.matchAll(pattern)]
    .filter((match) => match[0] !== "")
    .map((match) => ({
      start: match.index + (match.groups?.keep?.length ?? 0),
      end: match.index + match[0].length,
      text: REDACTED,
    }));
}

/** A text that was cut may begin with the end of a secret, or end with the beginning of one. */
function cutSecrets(text: string, secrets: readonly string[]): Found[] {
  return [...cutStart(text, secrets), ...cutEnd(text, secrets)];
}

function cutStart(text: string, secrets: readonly string[]): Found[] {
  return secrets.flatMap((secret) => {
    for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_CUT; length--)
      if (text.startsWith(secret.slice(-length))) return [{ start: 0, end: length, text: REDACTED }];
    return [];
  });
}

function cutEnd(text: string, secrets: readonly string[]): Found[] {
  return secrets.flatMap((secret) => {
    for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_CUT; length--)
      if (text.endsWith(secret.slice(0, length)))
        return [{ start: text.length - length, end: text.length, text: REDACTED }];
    return [];
  });
}

/** In order, overlapping ones as one. */
function merge(found: readonly Found[]): Found[] {
  const merged: Found[] = [];
  for (const next of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && next.start < last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, next.end) };
    else merged.push(next);
  }
  return merged;
}

function replace(text: string, found: readonly Found[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of found) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
