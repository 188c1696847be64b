import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { ApiTable } from "./api-table.ts";
import { BotApiError, badRequest, type RefusalParameters } from "./bot-api-error.ts";
import { type Fault, Faults, faultDescription } from "./faults.ts";
import { chatMethods } from "./methods/chats.ts";
import { fileMethods } from "./methods/files.ts";
import { messageMethods } from "./methods/messages.ts";
import type { Method } from "./methods/method-call.ts";
import { profileMethods } from "./methods/profile.ts";
import { People } from "./people.ts";
import { RateLimits } from "./rate-limits.ts";
import { BodyTooLarge, readParameters, type UploadedFile } from "./read-body.ts";
import { UpdateQueue } from "./update-queue.ts";
import { decodeParameters, validateCall } from "./validate-call.ts";
import type { Params } from "./wire.ts";
import type { World } from "./world.ts";

/** A call of the bot, as it came and as it was answered. `getUpdates` is not recorded. */
export interface BotApiCall {
  /** From 1, in the order of arrival. */
  readonly n: number;
  readonly method: string;
  readonly payload: Params;
  /** Milliseconds of `performance.now()` at arrival. */
  readonly at: number;
  /** HTTP status of the answer; null until it is given, 0 where the connection was cut. */
  status: number | null;
  /** The body of the answer. */
  response: Readonly<Record<string, unknown>> | null;
}

export interface BotApiOptions {
  readonly world: World;
  readonly token: string;
  readonly table: ApiTable;
  /** Telegram's limits on sending. */
  readonly limits: boolean;
  /** Refuses what is not documented; Telegram itself ignores unknown parameters. */
  readonly strict: boolean;
}

/** So many calls are kept for those who ask. */
const KEPT_CALLS = 20_000;

const METHODS: Readonly<Record<string, Method>> = {
  ...profileMethods,
  ...messageMethods,
  ...fileMethods,
  ...chatMethods,
};

/** The Bot API over a world: `/bot<token>/<method>` and `/file/bot<token>/<path>`, as `api.telegram.org` has them (PLY-1). */
export class BotApi {
  readonly world: World;
  readonly updates: UpdateQueue;
  readonly faults = new Faults();
  readonly people: People;
  readonly calls: BotApiCall[] = [];
  readonly #options: BotApiOptions;
  readonly #limits: RateLimits | null;
  readonly #watchers = new Set<() => void>();
  #received = 0;

  constructor(options: BotApiOptions) {
    this.#options = options;
    this.world = options.world;
    this.#limits = options.limits ? new RateLimits(options.world.now) : null;
    this.updates = new UpdateQueue(() => this.#tell());
    this.people = new People(this.world, this.updates);
    this.world.watch(() => this.#tell());
  }

  /** Calls `watcher` after every answered call, update and change of the world, until the returned function is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Answers a request of the bot. @returns false if the path is none of the Bot API's */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const call = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname);
    const file = /^\/file\/bot([^/]+)\/files\/([\w-]+)$/.exec(url.pathname);
    const token = (call ?? file)?.[1];
    if (token === undefined) return false;
    if (token !== this.#options.token) {
      // A token of the right shape that nobody knows is unauthorised; anything else is no address at all.
      const refusal = /^\d+:[\w-]+$/.test(token)
        ? new BotApiError(401, "Unauthorized")
        : new BotApiError(404, "Not Found");
      answer(response, refusal.code, refusalBody(refusal));
    } else if (call) await this.#call(call[2]!, url, request, response);
    else this.#download(file![2]!, response);
    return true;
  }

  /** Ends what waits; the server is about to close. */
  close(): void {
    this.updates.end();
  }

  async #call(method: string, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    let files: ReadonlyMap<string, UploadedFile> = new Map();
    let payload: Params;
    try {
      const body = await readParameters(request);
      files = body.files;
      const query = Object.fromEntries(url.searchParams);
      const params =
        body.encoded || Object.keys(query).length > 0
          ? decodeParameters(this.#options.table, method, { ...query, ...body.params })
          : body.params;
      payload = params;
    } catch (error) {
      const refusal =
        error instanceof BodyTooLarge
          ? new BotApiError(413, "Request Entity Too Large")
          : badRequest("can't parse the request");
      answer(response, refusal.code, refusalBody(refusal));
      return;
    }
    const call: BotApiCall = { n: this.#received + 1, method, payload, at, status: null, response: null };
    if (method !== "getUpdates") this.#keep(call);
    const fault = this.faults.take(method, payload.chat_id === undefined ? undefined : Number(payload.chat_id));
    if (fault?.drop === "before" || fault?.html !== undefined || fault?.error) {
      if (fault.delayMs !== undefined) await delay(fault.delayMs);
      this.#playFault(fault, call, response);
      return;
    }
    const { status, body } = await this.#carryOut(method, payload, files, response);
    if (fault?.delayMs !== undefined) await delay(fault.delayMs);
    if (fault?.drop === "after") this.#cut(call, response);
    else this.#answer(call, response, status, body);
  }

  async #carryOut(
    method: string,
    params: Params,
    files: ReadonlyMap<string, UploadedFile>,
    response: ServerResponse,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    try {
      const faults = this.#options.strict
        ? validateCall(this.#options.table, method, params, new Set(files.keys()))
        : [];
      if (faults.length > 0) throw badRequest(faults.join("; "));
      if (method === "getUpdates")
        return { status: 200, body: { ok: true, result: await this.updates.poll(params, response) } };
      const carryOut = METHODS[method];
      if (!carryOut) throw methodRefusal(this.#options.table, method);
      const result = carryOut({ params, files, world: this.world, updates: this.updates, limits: this.#limits });
      return { status: 200, body: { ok: true, result } };
    } catch (error) {
      const refusal =
        error instanceof BotApiError ? error : new BotApiError(500, `Internal Server Error: ${String(error)}`);
      return { status: refusal.code, body: refusalBody(refusal) };
    }
  }

  #playFault(fault: Fault, call: BotApiCall, response: ServerResponse): void {
    if (fault.drop === "before") {
      this.#cut(call, response);
      return;
    }
    if (fault.html !== undefined) {
      call.status = fault.html;
      response.writeHead(fault.html, { "content-type": "text/html" });
      response.end(
        `<html><head><title>${fault.html}</title></head><body><h1>${fault.html} Bad Gateway</h1></body></html>`,
      );
      this.#tell();
      return;
    }
    const { code, description: _, ...parameters } = fault.error!;
    const refusal = new BotApiError(
      code,
      faultDescription(fault.error!),
      Object.keys(parameters).length > 0 ? parameters : undefined,
    );
    this.#answer(call, response, code, refusalBody(refusal));
  }

  #answer(call: BotApiCall, response: ServerResponse, status: number, body: Record<string, unknown>): void {
    call.status = status;
    // A copy: what was answered must not change with later edits of the same message.
    call.response = call.method === "getUpdates" ? body : (JSON.parse(JSON.stringify(body)) as Record<string, unknown>);
    answer(response, status, body);
    this.#tell();
  }

  #cut(call: BotApiCall, response: ServerResponse): void {
    call.status = 0;
    response.destroy();
    this.#tell();
  }

  #download(id: string, response: ServerResponse): void {
    const bytes = this.world.files.read(id);
    if (!bytes) {
      answer(response, 404, refusalBody(new BotApiError(404, "Not Found")));
      return;
    }
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes.byteLength });
    response.end(bytes);
  }

  #keep(call: BotApiCall): void {
    this.#received += 1;
    this.calls.push(call);
    if (this.calls.length > KEPT_CALLS) this.calls.splice(0, this.calls.length - KEPT_CALLS);
  }

  #tell(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

function methodRefusal(table: ApiTable, method: string): BotApiError {
  return method in table.methods
    ? new BotApiError(501, `Not Implemented: ${method} is not part of the playground`)
    : new BotApiError(404, "Not Found: method not found");
}

function refusalBody(refusal: BotApiError): Record<string, unknown> & { parameters?: RefusalParameters } {
  return {
    ok: false,
    error_code: refusal.code,
    description: refusal.message,
    ...(refusal.parameters ? { parameters: refusal.parameters } : {}),
  };
}

function answer(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
