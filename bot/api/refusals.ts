import { GrammyError, HttpError } from "grammy";
import type { SendFault } from "#core/outbox/send-fault.ts";

/** System faults that come before a connection stands, whichever call they name. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "ENETDOWN",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);
/** These come while a connection is made as well as later; the text tells which. */
const AMBIGUOUS = new Set(["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ECONNRESET", "ECONNABORTED"]);

/** What Telegram's 400s mean; it gives nothing but a text for most of them. The first match counts. */
const BAD_REQUESTS: readonly (readonly [RegExp, Exclude<SendFault["kind"], "rate_limited" | "migrated">])[] = [
  [/message thread not found|TOPIC_(DELETED|CLOSED|ID_INVALID)|topic (is )?closed/i, "topic_gone"],
  [
    /chat not found|PEER_ID_INVALID|CHAT_WRITE_FORBIDDEN|not enough rights|have no rights|user is deactivated/i,
    "chat_gone",
  ],
  [/message is not modified/i, "not_modified"],
  [/(message to be replied|replied message|message to reply) not found|REPLY_MESSAGE_ID_INVALID/i, "reply_gone"],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i, "edit_gone"],
  [/query is too old|query ID is invalid|QUERY_ID_INVALID/i, "query_too_old"],
  [/BUTTON_|REPLY_MARKUP|inline keyboard|reply markup|can't parse.*(button|keyboard)/i, "keyboard"],
  [/can't parse|entit(y|ies)|ENTIT|RICH_MESSAGE_|ENTITY_BOUNDS/i, "formatting"],
];

/**
 * Says what a failed call of the Bot API means. The one place that reads the text of a message (ARC-8).
 *
 * An answer that is a page of HTML comes from a proxy in front of the server, a 502 or its like: it counts as a 5xx.
 * grammY reports a broken connection as `HttpError`; unless it is clear that none ever stood, the outcome is unknown.
 */
export function classifyFault(error: unknown): SendFault {
  if (error instanceof GrammyError) return classifyRefusal(error);
  if (error instanceof HttpError) return classifyBrokenCall(error.error);
  return { kind: "refused", detail: describe(error) };
}

function classifyRefusal(error: GrammyError): SendFault {
  const { error_code: code, description: detail, parameters } = error;
  if (parameters.migrate_to_chat_id !== undefined)
    return { kind: "migrated", to: parameters.migrate_to_chat_id, detail };
  if (code === 429) return { kind: "rate_limited", retryAfterSeconds: parameters.retry_after ?? 1, detail };
  // 401 and 404 are about the token: every message is refused alike until it is right.
  if (code >= 500 || code === 401 || code === 404) return { kind: "server", detail: `${code}: ${detail}` };
  if (code === 403) return { kind: "blocked", detail };
  const kind = BAD_REQUESTS.find(([pattern]) => pattern.test(detail))?.[1] ?? "refused";
  return { kind, detail };
}

function classifyBrokenCall(cause: unknown): SendFault {
  const detail = describe(cause);
  const code = property(cause, "code");
  if (NEVER_CONNECTED.has(code)) return { kind: "unreachable", detail };
  if (AMBIGUOUS.has(code) && isBeforeConnection(detail)) return { kind: "unreachable", detail };
  // The text is V8's own for a page where JSON was expected; a JSON answer that was cut off reads otherwise.
  if (property(cause, "type") === "invalid-json" && /Unexpected token '?</.test(detail))
    return { kind: "server", detail: "an HTML page" };
  return { kind: "outcome_unknown", detail };
}

/** `connect ETIMEDOUT …`, a TLS handshake that did not end, or nothing but the code: every address of the host failed. */
function isBeforeConnection(detail: string): boolean {
  return /reason: (connect |Client network socket disconnected before|$)/.test(detail);
}

function property(value: unknown, name: "code" | "type"): string {
  return typeof value === "object" && value !== null && name in value
    ? String((value as Record<string, unknown>)[name])
    : "";
}

/** The fault in words for the log, without the URL: it holds the bot's token. */
function describe(error: unknown): string {
  return String(error instanceof Error ? error.message : error).replace(/https?:\/\/\S+/g, "the Bot API");
}
