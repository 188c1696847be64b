import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { AppError } from "#core/errors.ts";
import type { Clock, Locale, Log, Random } from "#core/ports.ts";
import { loadApiTable } from "./api-table.ts";
import { BotApi } from "./bot-api.ts";
import { BotApiError } from "./bot-api-error.ts";
import { ControlApi } from "./control-api.ts";
import { fillFirstWorld, OWNER_ID } from "./first-world.ts";
import { Guard } from "./guard.ts";
import { allowMethods, HttpRefusal, sendRefusal } from "./http-answers.ts";
import { isAnswerable } from "./methods/messages.ts";
import { PageApi } from "./page-api.ts";
import { sendPageFile } from "./page-files.ts";
import { StateFile } from "./state-file.ts";
import { World } from "./world.ts";

export interface StartPlaygroundOptions {
  /** Loopback port; 0 takes any free one. */
  readonly port: number;
  readonly clock: Pick<Clock, "now">;
  /** Draws the bot's token and the page's key: a cryptographic source. */
  readonly random: Pick<Random, "id">;
  /** Where the chats survive a restart, usually `data/playground.json`; without it they end with the process. */
  readonly stateFile?: string;
  /** The language of the user; the browser's where left out. */
  readonly locale?: Locale | undefined;
  readonly log?: Log;
  /** Telegram's limits on sending; on unless switched off. */
  readonly limits?: boolean;
}

export interface Playground {
  /** The chat page, with the key of this start. */
  readonly pageUrl: string;
  /** For `TELEGRAM_API_ROOT`. */
  readonly apiRoot: string;
  readonly botToken: string;
  /** The user who sits at the page: the bot's owner. */
  readonly ownerId: number;
  /** Saves the chats and stops. Waits for no poll. */
  close(): Promise<void>;
}

/** The bot stays the same over restarts; only the secret of its token is drawn anew. */
const BOT_ID = 777_000_777;

/**
 * Starts the playground: the embedded Bot API and a chat page on one loopback port (PLY-1, PLY-4, PLY-5).
 * @throws AppError `port_taken`
 */
export async function startPlayground(options: StartPlaygroundOptions): Promise<Playground> {
  const botToken = `${BOT_ID}:${options.random.id(35)}`;
  const key = options.random.id(32);
  const world = new World({
    botId: BOT_ID,
    botName: "Vigil",
    botUsername: "vigil_playground_bot",
    now: () => options.clock.now().epochMilliseconds,
    ...(options.stateFile === undefined ? {} : { filesFolder: join(dirname(options.stateFile), "playground-files") }),
  });
  const api = new BotApi({
    world,
    token: botToken,
    table: await loadApiTable(),
    limits: options.limits ?? true,
    strict: true,
  });
  const server = createServer();
  // First the port, then the file: a second Vigil must not touch the chats of the first.
  const port = await listen(server, options.port);
  const closeState = keepState(api, options, () => {
    if (!world.chats.has(OWNER_ID)) fillFirstWorld(world, options.locale ?? "en");
  });

  const guard = new Guard(port, key);
  const page = new PageApi(api, { ownerId: OWNER_ID, asksLanguage: options.locale === undefined });
  const control = new ControlApi(api, OWNER_ID);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    void answer({ api, guard, page, control }, request, response).catch((error: unknown) =>
      sendError(response, error, options.log),
    );
  });

  return {
    pageUrl: `http://127.0.0.1:${port}/?key=${key}`,
    apiRoot: `http://127.0.0.1:${port}`,
    botToken,
    ownerId: OWNER_ID,
    async close() {
      api.close();
      page.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      closeState();
    },
  };
}

interface Parts {
  readonly api: BotApi;
  readonly guard: Guard;
  readonly page: PageApi;
  readonly control: ControlApi;
}

async function answer(
  { api, guard, page, control }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  guard.checkAddress(request);
  const url = new URL(request.url ?? "/", "http://localhost");
  const { pathname } = url;
  if (pathname.startsWith("/bot") || pathname.startsWith("/file/bot")) {
    // A browser has no business here: only the page has an Origin, and it does not know the token.
    if (request.headers.origin !== undefined) throw new HttpRefusal(403, "the Bot API is for the bot");
    if (await api.handle(request, response)) return;
  } else if (pathname.startsWith("/control/")) {
    guard.checkBearer(request);
    return control.handle(request, response, url);
  } else if (pathname === "/" && url.searchParams.has("key")) {
    allowMethods(request, "GET", "HEAD");
    if (!guard.isKey(url.searchParams.get("key")))
      throw new HttpRefusal(403, "the key is of another start; open the link that Vigil printed last");
    // The key leaves the address bar: it must not end in a history or a screenshot.
    response.writeHead(303, {
      location: "/",
      "set-cookie": guard.setCookie(),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    response.end();
    return;
  } else {
    guard.checkCookie(request);
    if (pathname.startsWith("/page/")) return page.handle(request, response, url);
    allowMethods(request, "GET", "HEAD");
    if (await sendPageFile(request, response, pathname)) return;
  }
  throw new HttpRefusal(404, "there is no such address");
}

function sendError(response: ServerResponse, error: unknown, log: Log | undefined): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof HttpRefusal) sendRefusal(response, error);
  else if (error instanceof AppError) sendRefusal(response, new HttpRefusal(409, error.message));
  else if (error instanceof BotApiError) sendRefusal(response, new HttpRefusal(404, error.message));
  else {
    log?.error({ error: String(error) }, "the playground failed to answer a request");
    sendRefusal(response, new HttpRefusal(500, "the playground failed; the log says how"));
  }
}

/**
 * Loads the chats and saves them whenever something changes. Returns the last save.
 * @param fill puts there what must be there, after the load
 */
function keepState(api: BotApi, { stateFile, log }: StartPlaygroundOptions, fill: () => void): () => void {
  if (stateFile === undefined) {
    fill();
    return () => undefined;
  }
  const file = new StateFile(stateFile, log);
  const saved = file.load();
  if (saved) {
    api.world.restore(saved.world, saved.gap);
    api.updates.restore(saved.updates, saved.gap);
  }
  fill();
  const snapshot = () => ({
    world: api.world.snapshot((press) => isAnswerable(press, api.world.now())),
    updates: api.updates.snapshot(),
  });
  file.begin(snapshot());
  const stopWatching = api.watch(() => file.saveSoon(snapshot));
  return () => {
    stopWatching();
    file.close(snapshot());
  };
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EADDRINUSE") throw cause;
    throw new AppError("port_taken", `port ${port} is taken`, {
      cause,
      remedy: "Set VIGIL_PLAYGROUND_PORT to a free port.",
    });
  }
  return (server.address() as AddressInfo).port;
}
