import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Api, type ApiClientOptions } from "grammy";

/** Longer than a poll, shorter than grammY's default of more than eight minutes, in seconds. */
const CALL_TIMEOUT_SECONDS = 60;

/**
 * An idle connection is dropped after so long. Node heeds a server's own, shorter limit only if the agent has one;
 * without it a request meets a connection that is just being closed, and nobody knows whether it was taken.
 */
const IDLE_CONNECTION_MS = 15_000;

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
  const agentOptions = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
  const agent = apiRoot?.startsWith("http:") ? new HttpAgent(agentOptions) : new HttpsAgent(agentOptions);
  return {
    timeoutSeconds: CALL_TIMEOUT_SECONDS,
    baseFetchConfig: { agent, compress: true },
    ...(apiRoot !== undefined && { apiRoot }),
  };
}
