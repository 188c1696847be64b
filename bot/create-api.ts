import { Api, type ApiClientOptions } from "grammy";

/** Longer than a poll, shorter than grammY's default of more than eight minutes, in seconds. */
const CALL_TIMEOUT_SECONDS = 60;

/** How the Bot API is reached. */
export interface BotApiConnection {
  readonly token: string;
  /** Root URL of the server; Telegram's own without it. */
  readonly apiRoot?: string | undefined;
}

/** A client of the Bot API for those who call it outside of updates: the sender and the turn observer. */
export function createApi(connection: BotApiConnection): Api {
  return new Api(connection.token, apiClientOptions(connection));
}

/** Options of every client, the bot's own too. */
export function apiClientOptions({ apiRoot }: BotApiConnection): ApiClientOptions {
  return { timeoutSeconds: CALL_TIMEOUT_SECONDS, ...(apiRoot !== undefined && { apiRoot }) };
}
