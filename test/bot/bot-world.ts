import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Update } from "grammy/types";
import { vi } from "vitest";
import { createApi } from "#bot/api/create-api.ts";
import type { AgentControl, HealthSummary } from "#bot/context/bot-context.ts";
import { createBot, type VigilBot } from "#bot/create-bot.ts";
import { OutboxSender } from "#bot/sender/outbox-sender.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { Random } from "#core/ports.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import { type BotApiServer, type BotApiUser, type SeenMessage, startBotApi } from "#playground/bot-api-server.ts";
import type { Message } from "#stores/sessions/messages.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import type { Stores } from "#stores/stores.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";

/** The bot and the sender over a real store and the embedded Bot API server; the agent is an ear that notes what it is told. */
export interface BotWorld extends AsyncDisposable {
  readonly api: BotApiServer;
  readonly clock: ManualClock;
  readonly log: SilentLog;
  readonly preferences: Preferences;
  readonly wake: TestStores["wake"];
  readonly owner: BotApiUser;
  /** Sessions that were asked to stop, those with a turn that can, and those whose turn a restart cut off. */
  readonly agent: AgentControl & { stopped: number[]; running: Set<number>; interrupted: Set<number> };
  health: HealthSummary;
  /** When the dispatcher last showed a sign of life. */
  pulseAge: number | null;
  stores: Stores;
  bot: VigilBot;
  /** Starts polling and sending. */
  start(): void;
  /** Ends the process without a word and starts another over the same store. `between` sees the store meanwhile. */
  restart(between?: (stores: Stores) => void): Promise<void>;
  /** Waits until every update so far was handled. */
  settled(): Promise<void>;
  /** Takes a session's input in as a turn does; the bot must have opened the session. */
  inputs(chatId?: number, threadId?: number | null): Message[];
  /** What the server holds for the bot, left there. */
  fetchUpdates(): Promise<Update[]>;
  /** Writes the settings file by hand. */
  breakSettings(text: string): void;
  settingsFile(): string;
  /** What the bot said in a chat, as it stands now. */
  texts(chatId: number): string[];
  /** The button's label of a message by part of it. */
  label(message: SeenMessage, part: string): string;
}

export interface BotWorldOptions {
  readonly ownerIds?: readonly number[];
  readonly now?: string;
  readonly hostZone?: string;
  readonly token?: string;
  readonly model?: string;
}

export async function botWorld({
  ownerIds = [42],
  now = "2026-12-01T10:00:00Z",
  hostZone = "Europe/Berlin",
  token = "1:test",
  model = "test/model",
}: BotWorldOptions = {}): Promise<BotWorld> {
  const clock = new ManualClock(now);
  const api = await startBotApi({ token, now: () => clock.now().epochMilliseconds });
  const store = testStores();
  const log = new SilentLog();
  const words = createWords();
  const settingsPath = join(store.folder, "settings.json");
  const settings = new SettingsStore(settingsPath);
  const agent: BotWorld["agent"] = {
    stopped: [],
    running: new Set(),
    interrupted: new Set(),
    stopTurn(sessionId) {
      agent.stopped.push(sessionId);
      return agent.running.delete(sessionId);
    },
    continueInterrupted: (sessionId) => agent.interrupted.delete(sessionId),
    dropInterrupted: (sessionId) => agent.interrupted.delete(sessionId),
  };
  const config = { token, apiRoot: api.url, ownerIds, model };

  let ids = 0;
  const build = (stores: Stores): Pick<BotWorld, "bot" | "preferences"> & { sender: OutboxSender } => {
    const preferences = new Preferences({
      settings,
      owners: stores.owners,
      conventions: stores.conventions,
      defaults: { timezone: null, locale: null, hostZone },
    });
    // Ids of the bot begin with another letter than those of rows that a test adds itself.
    const random: Random = { float: () => 0.5, id: (length) => (ids++).toString(36).padStart(length, "b") };
    const bot = createBot({
      config,
      stores,
      clock,
      random,
      log,
      words,
      preferences,
      pulse: { age: () => world.pulseAge, alive: () => world.pulseAge !== null && world.pulseAge < 5_000 },
      agent,
      health: async () => world.health,
    });
    const sender = new OutboxSender({
      api: createApi(config),
      stores,
      clock,
      random,
      wake: store.wake,
      log,
      words,
      preferences,
      redact: createRedactor({ secrets: [] }).redact,
      menus: bot.menus,
    });
    return { bot, sender, preferences };
  };

  let built = build(store.stores);
  let failed: unknown;
  let turns = 0;
  const world: BotWorld = {
    api,
    clock,
    log,
    agent,
    owner: api.user(42, { name: "Ann", language: "en" }),
    health: { level: "ok", failing: [] },
    pulseAge: 0,
    stores: store.stores,
    bot: built.bot,
    preferences: built.preferences,
    start() {
      built.sender.start();
      void built.bot.start().catch((error: unknown) => {
        failed = error;
      });
    },
    async restart(between) {
      await built.bot.stop();
      await built.sender.stop();
      world.stores = store.reopen();
      between?.(world.stores);
      built = build(world.stores);
      world.bot = built.bot;
      world.start();
    },
    settled: () =>
      vi.waitFor(
        () => {
          const waiting = api.pendingUpdates + world.stores.updates.waiting(api.botId).length;
          if (waiting > 0) throw new Error(`${waiting} updates are not handled`);
        },
        { timeout: 5_000, interval: 5 },
      ),
    wake: store.wake,
    inputs(chatId = 42, threadId = null) {
      const session = world.stores.sessions.find({ chatId, threadId })!;
      const turn = { id: `t-${turns++}`, sessionId: session.id, origin: "chat", model: "test/model" } as const;
      world.stores.turns.start(turn, clock.now());
      return world.stores.messages.takePending(session.id, turn.id);
    },
    fetchUpdates: () => createApi(config).getUpdates(),
    breakSettings: (text) => writeFileSync(settingsPath, text),
    settingsFile: () => readFileSync(settingsPath, "utf8"),
    texts: (chatId) => api.messages(chatId).flatMap((message) => (message.fromBot ? [message.text] : [])),
    label(message, part) {
      const label = message.labels.flat().find((candidate) => candidate.includes(part));
      if (label === undefined) throw new Error(`no button has "${part}": ${message.labels.flat().join(", ")}`);
      return label;
    },
    async [Symbol.asyncDispose]() {
      await built.bot.stop();
      await built.sender.stop();
      await api.close();
      store[Symbol.dispose]();
      if (failed) throw failed;
    },
  };
  return world;
}
