import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { actSchema, perform } from "./acts.ts";
import type { BotApi } from "./bot-api.ts";
import { allowMethods, HttpRefusal, readJson, sendJson } from "./http-answers.ts";
import { seenMessages } from "./seen-message.ts";
import { waitFor } from "./wait-for.ts";

const MAX_WAIT_MS = 60_000;

const faultSchema = z.strictObject({
  method: z.string().min(1),
  times: z.union([z.int().positive(), z.literal("always")]).optional(),
  chatId: z.int().optional(),
  error: z
    .strictObject({
      code: z.int().min(300).max(599),
      description: z.string().optional(),
      retry_after: z.int().positive().optional(),
      migrate_to_chat_id: z.int().optional(),
    })
    .optional(),
  html: z.int().min(300).max(599).optional(),
  drop: z.enum(["before", "after"]).optional(),
  delayMs: z.int().positive().max(600_000).optional(),
});

const numeric = z.coerce.number().int();
const requestsQuery = z.strictObject({
  after: numeric.default(0),
  method: z.string().optional(),
  chatId: numeric.optional(),
  waitMs: numeric.min(0).max(MAX_WAIT_MS).default(0),
});
const messagesQuery = z.strictObject({
  chatId: numeric.optional(),
  threadId: numeric.optional(),
  after: numeric.default(0),
  from: z.enum(["bot", "user"]).optional(),
  waitMs: numeric.min(0).max(MAX_WAIT_MS).default(0),
});

/** `/control/…`: tests and benchmarks of the whole product, from outside (PLY-5, docs/playground.md). */
export class ControlApi {
  readonly #api: BotApi;
  readonly #ownerId: number;

  constructor(api: BotApi, ownerId: number) {
    this.#api = api;
    this.#ownerId = ownerId;
  }

  /** @throws HttpRefusal */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    switch (url.pathname) {
      case "/control/requests":
        return this.#requests(request, response, url);
      case "/control/faults":
        return this.#faults(request, response);
      case "/control/messages":
        return this.#messages(request, response, url);
      default:
        throw new HttpRefusal(404, "there are /control/requests, /control/faults and /control/messages");
    }
  }

  async #requests(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    allowMethods(request, "GET", "DELETE");
    if (request.method === "DELETE") {
      this.#api.calls.length = 0;
      return sendJson(response, 200, {});
    }
    const { after, method, chatId, waitMs } = parse(requestsQuery, Object.fromEntries(url.searchParams));
    const find = () =>
      this.#api.calls.filter(
        (call) =>
          call.n > after &&
          call.status !== null &&
          (method === undefined || call.method === method) &&
          (chatId === undefined || Number(call.payload.chat_id) === chatId),
      );
    const calls = await this.#waitForSome(find, waitMs);
    sendJson(response, 200, {
      requests: calls.map((call) => ({ ...call, at: performance.timeOrigin + call.at })),
      pendingUpdates: this.#api.updates.pendingCount,
    });
  }

  async #faults(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowMethods(request, "GET", "POST", "DELETE");
    const { faults } = this.#api;
    if (request.method === "POST")
      faults.add(parse(faultSchema, await readJson(request)) as Parameters<typeof faults.add>[0]);
    else if (request.method === "DELETE") faults.clear();
    sendJson(response, 200, { faults: faults.list() });
  }

  async #messages(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    allowMethods(request, "GET", "POST");
    if (request.method === "POST") {
      const act = parse(actSchema, await readJson(request));
      return sendJson(response, 200, perform(this.#api, act, this.#ownerId));
    }
    const {
      chatId = this.#ownerId,
      threadId,
      after,
      from,
      waitMs,
    } = parse(messagesQuery, Object.fromEntries(url.searchParams));
    const find = () =>
      seenMessages(this.#api.world, chatId, threadId).filter(
        (message) => message.id > after && (from === undefined || message.fromBot === (from === "bot")),
      );
    sendJson(response, 200, {
      messages: await this.#waitForSome(find, waitMs),
      chats: [...this.#api.world.chats.values()].map(({ id, kind, title, forum, topics }) => ({
        id,
        kind,
        title,
        forum,
        topics,
      })),
    });
  }

  /** What is there at once, or what comes within the time; an empty list after it. */
  async #waitForSome<T>(find: () => T[], waitMs: number): Promise<T[]> {
    const found = find();
    if (found.length > 0 || waitMs === 0) return found;
    return waitFor(this.#api, () => (find().length > 0 ? find() : null), { timeoutMs: waitMs }).catch(() => []);
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new HttpRefusal(
    400,
    parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`).join("; "),
  );
}
