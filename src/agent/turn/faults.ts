import { AppError } from "#core/errors.ts";

/** Why a turn gave no answer, as a person can act on it (AGT-9). The words are in `locales/`, as `fault-…`. */
const FAULT_CODES = [
  "no_key",
  "wrong_key",
  "no_credit",
  "rate_limited",
  "context_too_long",
  "provider_down",
  "empty_answer",
  "malformed_tool_call",
  "timeout_connect",
  "timeout_first_token",
  "timeout_stall",
  "timeout_turn",
  "cut",
  "over_budget",
  "step_limit",
  "unknown",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface Fault {
  readonly code: FaultCode;
  /** The technical cause, for the log alone. It never holds the prompt. */
  readonly detail: string;
  /** `rate_limited`: how long the provider asked to wait, in whole seconds, if it said so. */
  readonly waitSeconds?: number;
}

/** Socket faults of Node and undici: the request did not get through, or the answer broke off. */
const NETWORK_CODES =
  /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
/** Codes and types by which providers say that the account is empty. */
const NO_CREDIT = new Set([
  "insufficient_quota",
  "insufficient_credits",
  "billing_hard_limit_reached",
  "billing_error",
  "billing_not_active",
]);
const TOO_LONG = new Set([
  "context_length_exceeded",
  "exceed_context_size_error",
  "request_too_large",
  "string_above_max_length",
]);
/** Anthropic and Google have no code of their own for these two, only a sentence in a plain 400. */
const NO_CREDIT_TEXT = /credit balance is too low/i;
const TOO_LONG_TEXT =
  /prompt is too long|input token count.*exceeds|maximum context length|context (window|length).*exceed/i;

/**
 * Says what went wrong from what the AI SDK threw or streamed. `answering` is true once the provider had begun
 * its answer: a broken socket then means that the answer was cut, not that the provider is down.
 */
export function classifyFault(error: unknown, options: { answering?: boolean; nowMs?: number } = {}): Fault {
  const chain = causes(error);
  const own = chain.find((e) => e instanceof AppError && isFaultCode(e.code));
  if (own instanceof AppError && isFaultCode(own.code)) return { code: own.code, detail: own.message };

  const detail = describe(chain);
  const http = chain.find((e) => typeof field(e, "statusCode") === "number");
  if (http) return { detail, ...classifyAnswer(http, options.nowMs) };
  const names = chain.map((e) => String(field(e, "name")));
  if (names.includes("AI_LoadAPIKeyError")) return { code: "no_key", detail };
  if (names.includes("AI_NoOutputGeneratedError") || names.includes("AI_EmptyResponseBodyError"))
    return { code: "empty_answer", detail };
  // Only a turn's last step forbids tools: a model that calls one all the same would go on for ever (AGT-15).
  if (names.includes("AI_ToolChoiceViolationError")) return { code: "step_limit", detail };
  if (names.some((n) => n === "AI_InvalidResponseDataError" || n === "AI_JSONParseError"))
    return { code: "cut", detail };
  if (names.includes("AI_StreamProviderError"))
    return { code: codeInBody(chain.map(bodyOf).join(" ")) ?? "provider_down", detail };
  const network = chain.some(
    (e) => NETWORK_CODES.test(String(field(e, "code") ?? "")) || field(e, "message") === "terminated",
  );
  if (network || names.includes("TypeError")) return { code: options.answering ? "cut" : "provider_down", detail };
  return { code: "unknown", detail };
}

function classifyAnswer(error: object, nowMs = 0): Omit<Fault, "detail"> {
  const status = Number(field(error, "statusCode"));
  const known = codeInBody(bodyOf(error));
  if (status === 402) return { code: "no_credit" };
  if (known) return { code: known };
  if (status === 401 || status === 403) return { code: "wrong_key" };
  if (status === 413) return { code: "context_too_long" };
  if (status === 429) {
    const waitSeconds = readWait(field(error, "responseHeaders"), nowMs);
    return { code: "rate_limited", ...(waitSeconds !== undefined && { waitSeconds }) };
  }
  if (status === 408 || status >= 500) return { code: "provider_down" };
  // A successful status whose body made no sense.
  return { code: status < 300 ? "cut" : "unknown" };
}

function codeInBody(body: string): FaultCode | undefined {
  const codes = [...body.matchAll(/"(?:code|type)"\s*:\s*"([^"]+)"/g)].map((m) => m[1]!);
  if (codes.some((c) => NO_CREDIT.has(c)) || NO_CREDIT_TEXT.test(body)) return "no_credit";
  if (codes.some((c) => TOO_LONG.has(c)) || TOO_LONG_TEXT.test(body)) return "context_too_long";
  return undefined;
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function readWait(headers: unknown, nowMs: number): number | undefined {
  const ms = Number(field(headers, "retry-after-ms") ?? Number.NaN);
  if (ms >= 0) return Math.ceil(ms / 1_000);
  const after = String(field(headers, "retry-after") ?? "");
  if (/^\d+(\.\d+)?$/.test(after)) return Math.ceil(Number(after));
  const until = Date.parse(after);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - nowMs) / 1_000));
}

function bodyOf(error: object): string {
  const body = field(error, "responseBody");
  if (typeof body === "string") return body;
  const { code, type } = { code: field(error, "code"), type: field(error, "type") };
  return `${JSON.stringify({ code, type })} ${JSON.stringify(field(error, "data") ?? null)} ${String(field(error, "message") ?? "")}`;
}

/** The error and everything that it wraps: causes, and the last error of a retry. */
function causes(error: unknown): object[] {
  const chain: object[] = [];
  let current: unknown = error;
  while (typeof current === "object" && current !== null && !chain.includes(current) && chain.length < 8) {
    chain.push(current);
    current = field(current, "lastError") ?? field(current, "cause");
  }
  return chain;
}

function describe(chain: readonly object[]): string {
  const parts = chain.map((e) =>
    [field(e, "name"), field(e, "code"), field(e, "statusCode"), field(e, "message")]
      .filter((part) => part !== undefined && part !== "")
      .join(" "),
  );
  const body = chain.map((e) => field(e, "responseBody")).find((b) => typeof b === "string" && b !== "");
  return [...parts, ...(body === undefined ? [] : [String(body)])].join(" <- ").slice(0, 1_000);
}

function isFaultCode(code: string): code is FaultCode {
  return (FAULT_CODES as readonly string[]).includes(code);
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
