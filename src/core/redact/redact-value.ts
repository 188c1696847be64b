import { REDACTED, type Redactor, UNCHECKED } from "./redactor.ts";

const DEEPEST = 8;
/** Fields whose value is a secret whatever it looks like. */
const SECRET_NAME =
  /(?:password|passwd|passphrase|secret|authorization|cookie|^token|[_-]token|Token|api[_-]?key|private[_-]?key)$/i;
/** Counts of model tokens are no secrets. */
const COUNT_NAME = /tokens$/i;

/** A copy of a value for a log or a bundle, every string in it redacted (OUT-8); errors become plain data. */
export function redactValue(redactor: Redactor, value: unknown): unknown {
  try {
    return walk(redactor, value, 0);
  } catch {
    return UNCHECKED;
  }
}

function walk(redactor: Redactor, value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactor.redact(value);
  if (typeof value === "bigint") return redactor.redact(String(value));
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
  // Deep enough to be anything, a circle as well.
  if (depth >= DEEPEST) return "[…]";
  if (value instanceof Error) return walkError(redactor, value, depth);
  if (Array.isArray(value)) return value.map((item) => walk(redactor, item, depth + 1));
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if ("toJSON" in value && typeof value.toJSON === "function") return walk(redactor, value.toJSON(), depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      redactor.redact(name),
      typeof field === "string" && SECRET_NAME.test(name) && !COUNT_NAME.test(name)
        ? REDACTED
        : walk(redactor, field, depth + 1),
    ]),
  );
}

function walkError(redactor: Redactor, error: Error, depth: number): unknown {
  const { code, remedy } = error as { code?: unknown; remedy?: unknown };
  return {
    type: error.name,
    message: redactor.redact(error.message),
    ...(code !== undefined && { code: walk(redactor, code, depth + 1) }),
    ...(remedy !== undefined && { remedy: walk(redactor, remedy, depth + 1) }),
    stack: redactor.redact(error.stack ?? ""),
    ...(error.cause !== undefined && { cause: walk(redactor, error.cause, depth + 1) }),
  };
}
