import { Api } from "grammy";
import { vi } from "vitest";
import { OutboxSender } from "#bot/sender/outbox-sender.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Locale } from "#core/ports.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import { type BotApiServer, startBotApi } from "#playground/bot-api-server.ts";
import type { OutboxMessage, OutboxRow } from "#stores/outbox/outbox.ts";
import type { Stores } from "#stores/stores.ts";
import { CountingRandom } from "./counting-random.ts";
import { ManualClock } from "./manual-clock.ts";
import { SilentLog } from "./silent-log.ts";
import { testStores } from "./test-stores.ts";

/** A sender over a real store and the embedded Bot API server, with a clock that the test moves. */
export interface SenderWorld extends AsyncDisposable {
  readonly api: BotApiServer;
  readonly clock: ManualClock;
  readonly log: SilentLog;
  readonly preferences: { language: Locale; quietHours: string };
  stores: Stores;
  /** Queues a message; returns its row's id. */
  say(chatId: number, payload: PayloadInput, over?: Partial<OutboxMessage>): number;
  /** A claimed reminder firing with its message in the outbox. */
  remind(chatId: number, markdown: string, over?: Partial<OutboxMessage>): { id: number; firingId: number };
  /** Waits until the row has one of the states. */
  until(id: number, ...states: OutboxRow["state"][]): Promise<OutboxRow>;
  /** Waits until the row was tried at least so often and waits again. */
  untilTried(id: number, error: RegExp): Promise<OutboxRow>;
  start(): void;
  /** Stops the sender, opens the store again and starts another sender: a restart of the process. */
  restart(between?: (stores: Stores) => void): Promise<void>;
  texts(chatId: number): string[];
}

export async function senderWorld(now = "2026-12-01T10:00:00Z"): Promise<SenderWorld> {
  const api = await startBotApi({ token: "1:test" });
  const store = testStores();
  const clock = new ManualClock(now);
  const log = new SilentLog();
  const preferences = { language: "en" as Locale, quietHours: "off" };
  const build = (): OutboxSender =>
    new OutboxSender({
      api: new Api(api.token, { apiRoot: api.url, timeoutSeconds: 5 }),
      stores: store.stores,
      clock,
      random: new CountingRandom(),
      wake: store.wake,
      log,
      redact: createRedactor({ secrets: [] }).redact,
      words: createWords(),
      preferences: {
        locale: () => preferences.language,
        zone: () => "Europe/Berlin",
        zoneKnown: () => true,
        settings: () => ({ quietHours: preferences.quietHours }),
      },
    });
  let sender = build();
  let keys = 0;
  const world: SenderWorld = {
    api,
    clock,
    log,
    preferences,
    stores: store.stores,
    say(chatId, payload, over = {}) {
      const message = { key: `test:${keys++}`, target: { chatId, threadId: null }, payload, ...over };
      return world.stores.outbox.enqueue(message, clock.now());
    },
    remind(chatId, markdown, over = {}) {
      const at = clock.now().epochMilliseconds;
      const target = over.target ?? { chatId, threadId: null };
      const firingId = world.stores.firings.claim(
        {
          scheduleId: "r-0000000001",
          dueAt: at + keys,
          origin: "schedule",
          kind: "text",
          text: markdown,
          name: null,
          target,
          timeoutMinutes: null,
          insistMinutes: null,
          askedAt: at,
          skippedEarlier: 0,
          last: false,
          state: "claimed",
          error: null,
        },
        clock.now(),
      )!;
      const payload: PayloadInput = { kind: "reminder", firingId, scheduleId: "r-0000000001", markdown };
      const id = world.say(chatId, payload, { firingId, dueAt: at, ...over });
      world.stores.firings.finish(firingId, { state: "queued", outboxId: id, error: null }, clock.now());
      return { id, firingId };
    },
    until: (id, ...states) =>
      vi.waitFor(() => {
        const row = world.stores.outbox.get(id);
        if (!row || !states.includes(row.state)) throw new Error(`row ${id} is ${row?.state}: ${row?.error}`);
        return row;
      }, WAIT),
    untilTried: (id, error) =>
      vi.waitFor(() => {
        const row = world.stores.outbox.get(id);
        if (row?.state !== "queued" || !error.test(row.error ?? ""))
          throw new Error(`row ${id} is ${row?.state}: ${row?.error}`);
        return row;
      }, WAIT),
    start: () => sender.start(),
    async restart(between) {
      await sender.stop();
      world.stores = store.reopen();
      between?.(world.stores);
      sender = build();
      sender.start();
    },
    texts: (chatId) =>
      api
        .messages(chatId)
        .filter((message) => message.fromBot)
        // The mark of a reminder is the view's matter.
        .map((message) => message.text.replace("⏰ ", "")),
    async [Symbol.asyncDispose]() {
      await sender.stop();
      await api.close();
      store[Symbol.dispose]();
    },
  };
  return world;
}

const WAIT = { timeout: 5_000, interval: 5 };
