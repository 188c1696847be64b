import type { RefusalCode } from "./message-codes.ts";

/** What can go wrong beside a refusal, by code: the one list, so that no two places write the same code differently. */
export type ErrorCode =
  | "backup_damaged"
  | "backup_missing"
  | "config_invalid"
  | "disk_full"
  | "file_exists"
  | "file_unavailable"
  | "folder_missing"
  | "home_missing"
  | "home_unwritable"
  | "impossible_act"
  | "maintenance_failed"
  | "maintenance_late"
  | "mcp_tool_unknown"
  | "mcp_unknown"
  | "mcp_unreachable"
  | "mcp_variable_missing"
  | "no_base_url"
  | "no_checkout"
  | "no_key"
  | "no_owner"
  | "no_receipt"
  | "no_request"
  | "no_such_job"
  | "not_running"
  | "owners_fixed"
  | "page_empty"
  | "port_taken"
  | "post_lost"
  | "redact_pattern_invalid"
  | "refused_in_turn"
  | "request_open"
  | "schedule_broken"
  | "settings_busy"
  | "settings_damaged"
  | "settings_invalid"
  | "settings_unknown"
  | "store_damaged"
  | "store_failed"
  | "store_io"
  | "store_newer"
  | "store_outdated"
  | "telegram_token_wrong"
  | "tool_timeout"
  | "unknown_model"
  | "update_failed"
  | "usage";

/**
 * An error that a person can act on: what happened, to what, and what to do.
 * Logic reads `code`, never the message (ARC-8).
 */
export class AppError extends Error {
  readonly code: ErrorCode | RefusalCode;
  /** What the reader can do about it, as a full sentence; shown after the message. */
  readonly remedy: string | undefined;

  constructor(code: ErrorCode | RefusalCode, message: string, options: { cause?: unknown; remedy?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.remedy = options.remedy;
  }
}

/** True if `error` is an {@link AppError} with one of the codes. */
export function hasCode(error: unknown, ...codes: readonly (ErrorCode | RefusalCode)[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
