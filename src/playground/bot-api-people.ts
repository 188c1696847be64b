import type { BotApi } from "./bot-api.ts";
import type { SendOptions } from "./people.ts";
import { type SeenMessage, seenMessage, seenMessages } from "./seen-message.ts";
import type { SentFile } from "./sent-file.ts";
import { type WaitOptions, waitFor } from "./wait-for.ts";
import type { Press } from "./world.ts";

/** How a message is named: by itself, or by its number in the user's private chat. */
export type MessageRef = number | { readonly id: number; readonly chatId: number };

/** A person in a test. Acts happen at once; the bot sees them at its next poll. */
export class BotApiUser {
  readonly id: number;
  readonly #api: BotApi;
  /** The newest message of each chat that `next` returned. */
  readonly #seen = new Map<number, number>();

  constructor(api: BotApi, id: number) {
    this.#api = api;
    this.id = id;
  }

  send(text: string, options: SendOptions = {}): SeenMessage {
    return seenMessage(this.#api.world, this.#api.people.sendText(this.id, text, options));
  }

  sendLocation(latitude: number, longitude: number, options: SendOptions = {}): SeenMessage {
    return seenMessage(this.#api.world, this.#api.people.sendLocation(this.id, { latitude, longitude }, options));
  }

  sendVoice(bytes: Uint8Array, options: SendOptions & { durationSeconds?: number } = {}): SeenMessage {
    return this.sendFile({ kind: "voice", bytes, durationSeconds: options.durationSeconds }, options);
  }

  sendPhoto(bytes: Uint8Array, options: SendOptions = {}): SeenMessage {
    return this.sendFile({ kind: "photo", bytes }, options);
  }

  sendDocument(bytes: Uint8Array, options: SendOptions & { name?: string; mimeType?: string } = {}): SeenMessage {
    return this.sendFile({ kind: "document", bytes, name: options.name, mimeType: options.mimeType }, options);
  }

  sendFile(file: SentFile, options: SendOptions = {}): SeenMessage {
    return seenMessage(this.#api.world, this.#api.people.sendFile(this.id, file, options));
  }

  /** Forwards a text that someone else wrote. */
  forward(text: string, from: { id: number; name: string }, options: SendOptions = {}): SeenMessage {
    return this.send(text, { ...options, forwardFrom: { id: from.id, is_bot: false, first_name: from.name } });
  }

  edit(message: MessageRef, text: string): SeenMessage {
    const { chatId, id } = this.#ref(message);
    return seenMessage(this.#api.world, this.#api.people.editText(this.id, chatId, id, text));
  }

  /** Presses a button by its label or its data. */
  press(message: MessageRef, labelOrData: string): BotApiPress {
    const { chatId, id } = this.#ref(message);
    return new BotApiPress(this.#api, this.#api.people.press(this.id, chatId, id, labelOrData));
  }

  /** Sends a callback query with any data, whatever the message's buttons; the message may be gone. */
  pressData(message: MessageRef, data: string): BotApiPress {
    const { chatId, id } = this.#ref(message);
    return new BotApiPress(this.#api, this.#api.people.pressData(this.id, chatId, id, data));
  }

  react(message: MessageRef, emoji: string | null): void {
    const { chatId, id } = this.#ref(message);
    this.#api.people.react(this.id, chatId, id, emoji);
  }

  /** Blocks the bot: `my_chat_member`, then 403 to every message. */
  block(): void {
    this.#api.people.setBlocked(this.id, true);
  }

  unblock(): void {
    this.#api.people.setBlocked(this.id, false);
  }

  /** Opens a topic in the private chat, or in a forum; returns its thread id. */
  createTopic(name: string, chatId: number = this.id): number {
    return this.#api.people.createTopic(this.id, chatId, name);
  }

  deleteTopic(threadId: number, chatId: number = this.id): void {
    this.#api.people.deleteTopic(chatId, threadId);
  }

  /** Presses Stop on a streamed draft. */
  stopDraft(draftId: number): void {
    this.#api.people.stopDraft(this.id, draftId);
  }

  /** Messages of the private chat. */
  messages(threadId?: number | null): SeenMessage[] {
    return seenMessages(this.#api.world, this.id, threadId);
  }

  /** Waits for the next message of the bot that `next` has not returned yet, in the private chat or another one. */
  async next(
    match: string | RegExp = "",
    { chatId = this.id, ...options }: WaitOptions & { chatId?: number } = {},
  ): Promise<SeenMessage> {
    const after = this.#seen.get(chatId) ?? 0;
    const found = await waitFor(
      this.#api,
      () =>
        seenMessages(this.#api.world, chatId).find(
          (message) =>
            message.fromBot &&
            message.id > after &&
            (typeof match === "string" ? message.text.includes(match) : match.test(message.text)),
        ),
      { what: `a message of the bot with ${match === "" ? "any text" : String(match)}`, ...options },
    );
    this.#seen.set(chatId, found.id);
    return found;
  }

  #ref(message: MessageRef): { chatId: number; id: number } {
    return typeof message === "number" ? { chatId: this.id, id: message } : message;
  }
}

/** A button that was pressed. */
export class BotApiPress {
  readonly id: string;
  readonly #api: BotApi;
  readonly #press: Press;

  constructor(api: BotApi, press: Press) {
    this.#api = api;
    this.#press = press;
    this.id = press.id;
  }

  /** What the bot answered, or null so far. */
  get answer(): Press["answer"] {
    return this.#press.answer;
  }

  /** Waits for the bot's answer. */
  answered(options: WaitOptions = {}): Promise<NonNullable<Press["answer"]>> {
    return waitFor(this.#api, () => this.#press.answer, {
      what: `an answer to the press of ${this.#press.data}`,
      ...options,
    });
  }
}

/** A group in a test. */
export class BotApiGroup {
  readonly id: number;
  readonly #api: BotApi;

  constructor(api: BotApi, id: number) {
    this.#api = api;
    this.id = id;
  }

  messages(threadId?: number | null): SeenMessage[] {
    return seenMessages(this.#api.world, this.id, threadId);
  }

  /** Opens a topic in the name of the first member; returns its thread id. */
  createTopic(name: string): number {
    return this.#api.people.createTopic(this.#firstMember(), this.id, name);
  }

  /** Deletes a topic: 400 "message thread not found" to what is sent there. */
  deleteTopic(threadId: number): void {
    this.#api.people.deleteTopic(this.id, threadId);
  }

  /** Puts the bot out: `my_chat_member`, then 403. */
  removeBot(): void {
    this.#api.people.setBotMember(this.#firstMember(), this.id, false);
  }

  addBot(): void {
    this.#api.people.setBotMember(this.#firstMember(), this.id, true);
  }

  /** Turns a group into a supergroup: two service messages, and 400 with `migrate_to_chat_id` at the old id. */
  migrate(): BotApiGroup {
    return new BotApiGroup(this.#api, this.#api.people.migrate(this.#firstMember(), this.id).id);
  }

  #firstMember(): number {
    return this.#api.world.chat(this.id).members[0]!;
  }
}
