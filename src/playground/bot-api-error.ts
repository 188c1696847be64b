/** What the Bot API adds to a refusal for the machine to read. */
export interface RefusalParameters {
  /** Seconds. */
  readonly retry_after?: number;
  readonly migrate_to_chat_id?: number;
}

/** A refusal in the Bot API's own terms: the server answers with `code` as HTTP status and in the body. */
export class BotApiError extends Error {
  readonly code: number;
  readonly parameters: RefusalParameters | undefined;

  constructor(code: number, description: string, parameters?: RefusalParameters) {
    super(description);
    this.name = "BotApiError";
    this.code = code;
    this.parameters = parameters;
  }
}

/** A 400 with the prefix that Telegram puts before every one of them. */
export function badRequest(reason: string, parameters?: RefusalParameters): BotApiError {
  return new BotApiError(400, `Bad Request: ${reason}`, parameters);
}

/** A 403: the bot is not let in. */
export function forbidden(reason: string): BotApiError {
  return new BotApiError(403, `Forbidden: ${reason}`);
}
