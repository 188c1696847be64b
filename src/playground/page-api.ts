import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { LOCALES } from "#core/ports.ts";
import { actSchema, perform } from "./acts.ts";
import type { BotApi } from "./bot-api.ts";
import { renameFirstWorld } from "./first-world.ts";
import { allowMethods, HttpRefusal, readJson, sendJson } from "./http-answers.ts";
import { visibleCommands } from "./methods/profile.ts";
import { seenMessage } from "./seen-message.ts";
import type { Chat, WorldEvent } from "./world.ts";

/** The page shows so many messages of a chat. */
const SHOWN_MESSAGES = 300;
/** A comment so often keeps a quiet stream open, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/** What the browser may show by itself; anything else is a download. */
const SHOWN_TYPES = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w.+-]+)$/;

const languageSchema = z.strictObject({ language: z.enum(LOCALES) });

/** What the chat page asks for: the state, the stream of changes, acts and files. */
export class PageApi {
  readonly #api: BotApi;
  readonly #ownerId: number;
  /** True where the browser's language is the user's. */
  readonly #asksLanguage: boolean;
  readonly #streams = new Set<ServerResponse>();

  constructor(api: BotApi, options: { ownerId: number; asksLanguage: boolean }) {
    this.#api = api;
    this.#ownerId = options.ownerId;
    this.#asksLanguage = options.asksLanguage;
    api.world.watch((event) => this.#broadcast(event));
  }

  /** @throws HttpRefusal */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const file = /^\/page\/files\/([\w-]+)$/.exec(url.pathname);
    if (file) {
      allowMethods(request, "GET");
      this.#sendFile(file[1]!, response);
    } else if (url.pathname === "/page/state") {
      allowMethods(request, "GET");
      sendJson(response, 200, this.#state());
    } else if (url.pathname === "/page/events") {
      allowMethods(request, "GET");
      this.#stream(response);
    } else if (url.pathname === "/page/acts") {
      allowMethods(request, "POST");
      const act = actSchema.safeParse(await readJson(request));
      if (!act.success) throw new HttpRefusal(400, act.error.issues.map((issue) => issue.message).join("; "));
      sendJson(response, 200, perform(this.#api, act.data, this.#ownerId));
    } else if (url.pathname === "/page/language") {
      allowMethods(request, "POST");
      const language = languageSchema.safeParse(await readJson(request));
      if (!language.success) throw new HttpRefusal(400, "the language must be en, ru or zh");
      if (this.#isUntouched()) renameFirstWorld(this.#api.world, language.data.language);
      sendJson(response, 200, {});
    } else throw new HttpRefusal(404, "there is no such address");
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  #state(): object {
    const { world } = this.#api;
    return {
      bot: { id: world.bot.id, name: world.bot.first_name, username: world.bot.username },
      ownerId: this.#ownerId,
      asksLanguage: this.#isUntouched(),
      users: [...world.users.values()].map(({ id, first_name, language_code }) => ({
        id,
        name: first_name,
        language: language_code,
      })),
      chats: [...world.chats.values()]
        .filter(({ kind, id }) => kind !== "private" || id === this.#ownerId)
        .map((chat) => this.#chat(chat)),
    };
  }

  /** Whether the browser's language may still name the people: nothing was said, and the language was not chosen. */
  #isUntouched(): boolean {
    return this.#asksLanguage && this.#api.world.chat(this.#ownerId).messages.size === 0;
  }

  #chat(chat: Chat): object {
    const { id, kind, title, forum, topics, members, banned, migratedTo, messages } = chat;
    const { world } = this.#api;
    return {
      ...{ id, kind, title, forum, topics, members, banned, migratedTo },
      commands: visibleCommands(world, chat, world.users.get(this.#ownerId)?.language_code),
      messages: [...messages.values()].slice(-SHOWN_MESSAGES).map((stored) => seenMessage(world, stored)),
    };
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    response.write("retry: 1000\n\n");
    this.#streams.add(response);
    const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
    response.once("close", () => {
      clearInterval(heartbeat);
      this.#streams.delete(response);
    });
  }

  #broadcast(event: WorldEvent): void {
    if (this.#streams.size === 0) return;
    const line = `data: ${JSON.stringify(this.#forPage(event))}\n\n`;
    for (const stream of this.#streams) stream.write(line);
  }

  #forPage(event: WorldEvent): object {
    if (event.kind !== "message") return event;
    const stored = this.#api.world.chats.get(event.chatId)?.messages.get(event.messageId);
    return stored ? { kind: "message", message: seenMessage(this.#api.world, stored) } : { ...event, kind: "deleted" };
  }

  #sendFile(id: string, response: ServerResponse): void {
    const file = this.#api.world.files.find(id);
    const bytes = this.#api.world.files.read(id);
    if (!file || !bytes) throw new HttpRefusal(404, "the file is gone");
    const isShown = SHOWN_TYPES.test(file.mimeType);
    response.writeHead(200, {
      "content-type": isShown ? file.mimeType : "application/octet-stream",
      "content-disposition": `${isShown ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      "content-length": bytes.byteLength,
      // A file could be a page of its own: here it may not run or load anything.
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    });
    response.end(bytes);
  }
}
