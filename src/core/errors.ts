/**
 * An error that a person can act on: what happened, to what, and what to do.
 * Logic reads `code`, never the message (ARC-8).
 */
export class AppError extends Error {
  readonly code: string;
  /** What the reader can do about it, as a full sentence; shown after the message. */
  readonly remedy: string | undefined;

  constructor(code: string, message: string, options: { cause?: unknown; remedy?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.remedy = options.remedy;
  }
}

/** True if `error` is an {@link AppError} with one of the codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is AppError {
  return error instanceof AppError && codes.includes(error.code);
}
