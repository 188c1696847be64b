import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadApiTable } from "./api-table.ts";
import { BotApi, type BotApiCall } from "./bot-api.ts";
import { BotApiGroup, BotApiUser } from "./bot-api-people.ts";
import type { Fault } from "./faults.ts";
import { type SeenMessage, seenMessages } from "./seen-message.ts";
import { type WaitOptions, waitFor } from "./wait-for.ts";
import { type Draft, World } from "./world.ts";

export type { BotApiCall } from "./bot-api.ts";
export type { BotApiGroup, BotApiUser } from "./bot-api-people.ts";
export type { Fault } from "./faults.ts";
export type { SeenMessage } from "./seen-message.ts";
export type { WaitOptions } from "./wait-for.ts";
export type { Draft } from "./world.ts";

export interface StartBotApiOptions {
  /** `<bot id>:<secret>`; the bot's id is taken from it. */
  readonly token?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** Epoch milliseconds: dates of messages, limits, the life of presses. */
  readonly now?: () => number;
  /** Telegram's limits on sending; off unless asked for, so that a test may send as it likes. */
  readonly limits?: boolean;
  /** Refuses undocumented parameters with a 400 that names them; on unless switched off. */
  readonly strict?: boolean;
}

const DEFAULT_TOKEN = "777000777:test-token";

/**
 * Starts the embedded Bot API for a test: loopback, a world without people, no limits.
 *
 * @example
 * const api = await startBotApi({ token: "1:test" });
 * const bot = new Bot(api.token, { client: { apiRoot: api.url } });
 * const ann = api.user(42, { name: "Ann", language: "ru" });
 * ann.send("/start");
 * const greeting = await api.waitFor(() => ann.messages().find((message) => message.fromBot));
 */
export async function startBotApi(options: StartBotApiOptions = {}): Promise<BotApiServer> {
  const token = options.token ?? DEFAULT_TOKEN;
  const world = new World({
    botId: Number(token.split(":")[0]),
    botName: "Vigil",
    botUsername: "vigil_test_bot",
    now: options.now ?? Date.now,
  });
  const api = new BotApi({
    world,
    token,
    table: await loadApiTable(),
    limits: options.limits ?? false,
    strict: options.strict ?? true,
  });
  const server = createServer(async (request, response) => {
    if (!(await api.handle(request, response))) response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return new BotApiServer(api, `http://127.0.0.1:${port}`, token, async () => {
    api.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
}

/** The running server, as a test drives it. */
export class BotApiServer {
  /** For grammY's `client.apiRoot`. */
  readonly url: string;
  readonly token: string;
  readonly #api: BotApi;
  readonly #close: () => Promise<void>;

  constructor(api: BotApi, url: string, token: string, close: () => Promise<void>) {
    this.#api = api;
    this.url = url;
    this.token = token;
    this.#close = close;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get botId(): number {
    return this.#api.world.bot.id;
  }

  /** Every call but `getUpdates`, in the order of arrival. */
  get calls(): readonly BotApiCall[] {
    return this.#api.calls;
  }

  /** Updates that the bot has not confirmed. */
  get pendingUpdates(): number {
    return this.#api.updates.pendingCount;
  }

  /** Waits for the bot's next poll: a process that polls has started. */
  async nextPoll(options: WaitOptions = {}): Promise<void> {
    const before = this.#api.updates.pollCount;
    await waitFor(this.#api, () => this.#api.updates.pollCount > before, {
      timeoutMs: 30_000,
      what: "a poll",
      ...options,
    });
  }

  /** Every draft that was streamed, in order. */
  get drafts(): readonly Draft[] {
    return this.#api.world.drafts;
  }

  /** Calls of one method, or of all. */
  callsOf(method: string): readonly BotApiCall[] {
    return this.#api.calls.filter((call) => call.method === method);
  }

  /** A person with a private chat with the bot; naming them again changes name and language. */
  user(
    id: number,
    { name = `User ${id}`, language = "en", username }: { name?: string; language?: string; username?: string } = {},
  ): BotApiUser {
    this.#api.world.putUser({
      id,
      first_name: name,
      language_code: language,
      ...(username === undefined ? {} : { username }),
    });
    return new BotApiUser(this.#api, id);
  }

  /** A supergroup with topics. The bot is its administrator. */
  forum(id: number, title: string, { members = [] }: { members?: readonly BotApiUser[] } = {}): BotApiGroup {
    return this.#group({ id, kind: "supergroup", title, forum: true }, members);
  }

  supergroup(id: number, title: string, { members = [] }: { members?: readonly BotApiUser[] } = {}): BotApiGroup {
    return this.#group({ id, kind: "supergroup", title, forum: false }, members);
  }

  /** A basic group, which may become a supergroup. */
  group(id: number, title: string, { members = [] }: { members?: readonly BotApiUser[] } = {}): BotApiGroup {
    return this.#group({ id, kind: "group", title, forum: false }, members);
  }

  /** Messages of a chat in order, of one topic (`null` for those outside topics) or of all. */
  messages(chatId: number, threadId?: number | null): SeenMessage[] {
    return seenMessages(this.#api.world, chatId, threadId);
  }

  /** Commands as they were set for a scope and a language. */
  commands(scope = "default", languageCode = ""): readonly { command: string; description: string }[] {
    return this.#api.world.commands.get(`${scope}:::${languageCode}`) ?? [];
  }

  addFault(fault: Fault): void {
    this.#api.faults.add(fault);
  }

  clearFaults(): void {
    this.#api.faults.clear();
  }

  /** Forgets the calls so far. */
  clearCalls(): void {
    this.#api.calls.length = 0;
  }

  /**
   * Waits until `check` returns something, asking again after every call, update and change.
   * @throws Error after the time limit, with the last calls
   */
  waitFor<T>(check: () => T | undefined | null | false, options: WaitOptions = {}): Promise<T> {
    return waitFor(this.#api, check, options);
  }

  /** Waits for an answered call that `check` accepts. */
  waitForCall(
    method: string,
    check: (call: BotApiCall) => boolean = () => true,
    options: WaitOptions = {},
  ): Promise<BotApiCall> {
    const find = () => this.#api.calls.find((call) => call.method === method && call.status !== null && check(call));
    return waitFor(this.#api, find, { what: `a call of ${method}`, ...options });
  }

  #group(
    group: { id: number; kind: "group" | "supergroup"; title: string; forum: boolean },
    members: readonly BotApiUser[],
  ): BotApiGroup {
    this.#api.world.putGroup({ ...group, members: members.map(({ id }) => id) });
    return new BotApiGroup(this.#api, group.id);
  }
}
