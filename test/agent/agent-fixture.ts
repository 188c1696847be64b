import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, type AgentOptions } from "#agent/agent.ts";
import { createOfflineModel } from "#agent/models/offline-model.ts";
import { type ResolvedModel, resolveModel } from "#agent/models/resolve-model.ts";
import { createTimeWords } from "#bot/views/time-words.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { Payload } from "#core/outbox/payload.ts";
import type { Locale, Target, TurnObserver, TurnRef } from "#core/ports.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import { DEFAULT_SETTINGS } from "#core/settings/read-settings.ts";
import type { Stores } from "#stores/stores.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import type { ScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";

const PATH = process.env.PATH ?? "";
export const HERE: Target = { chatId: 100, threadId: null };
/** Long enough that none of them is reached by accident; a test shortens the one it is about. */
export const NO_LIMITS = { connect: 1e6, firstToken: 1e6, stall: 1e6, tool: 1e6, chatTurn: 1e6, reminderTurn: 1e6 };

/** An observer that keeps what it was told. */
class RecordingObserver implements TurnObserver {
  readonly startedTurns: TurnRef[] = [];
  readonly texts: string[] = [];
  readonly tools: string[] = [];
  endedTurns = 0;
  started(turn: TurnRef): void {
    this.startedTurns.push(turn);
  }
  text(_turn: TurnRef, textSoFar: string): void {
    this.texts.push(textSoFar);
  }
  tool(_turn: TurnRef, toolName: string, state: string): void {
    this.tools.push(`${toolName} ${state}`);
  }
  ended(): void {
    this.endedTurns++;
  }
}

export interface AgentFixture {
  readonly agent: Agent;
  readonly store: TestStores;
  readonly stores: Stores;
  readonly clock: ManualClock;
  readonly observer: RecordingObserver;
  readonly log: SilentLog;
  readonly random: CountingRandom;
  readonly sessionId: number;
  /** A message of the owner, stored as the bot stores it. */
  say(text: string, telegramMessageId?: number): void;
  /** What was queued for the chat, oldest first. */
  said(): Payload[];
  /** Resolves when `n` turns have ended since the fixture was made. */
  turnsEnded(n: number): Promise<void>;
  /** Moves the clock by `step` until `n` turns have ended. */
  advanceUntilEnded(n: number, step: string): Promise<void>;
}

/** An agent over a real store, with the given model. It is not started. */
export function agentFixture(options: {
  model: () => Promise<ResolvedModel>;
  over?: Partial<AgentOptions>;
  locale?: Locale;
  store?: TestStores;
  clock?: ManualClock;
  /** The one of the process before, so that no id is used twice. */
  random?: CountingRandom;
}): AgentFixture {
  const store = options.store ?? testStores();
  const clock = options.clock ?? new ManualClock("2026-12-01T07:00:00Z");
  const observer = new RecordingObserver();
  const log = new SilentLog();
  const random = options.random ?? new CountingRandom();
  const { stores } = store;
  const agent = new Agent({
    stores,
    clock,
    random,
    wake: store.wake,
    log,
    observer,
    preferences: preferences(options.locale ?? "en"),
    modelName: "test/model",
    loadModel: options.model,
    limits: () => NO_LIMITS,
    dispatcherAlive: () => true,
    redactor: createRedactor({ secrets: [] }),
    custom: join(store.folder, "custom"),
    shell: {
      cwd: tmpdir(),
      outputs: join(store.folder, "outputs"),
      attachments: "/attachments",
      environment: () => ({ PATH }),
      mode: () => "ask",
    },
    picture: () => undefined,
    dailyUsd: () => null,
    ...options.over,
  });
  stores.chats.see(HERE.chatId, "private", "Mira");
  const sessionId = stores.sessions.open(HERE, clock.now()).id;
  const ended = (n: number) => observer.endedTurns >= n;
  return {
    agent,
    store,
    stores,
    clock,
    observer,
    log,
    random,
    sessionId,
    say: (text, telegramMessageId) =>
      void stores.messages.addPending(
        sessionId,
        text,
        clock.now(),
        telegramMessageId === undefined ? {} : { telegramMessageId },
      ),
    said: () =>
      stores.db.all("SELECT id FROM outbox ORDER BY id").map((row) => stores.outbox.get(Number(row.id))!.payload),
    turnsEnded: (n) => until(() => ended(n)),
    async advanceUntilEnded(n, step) {
      await until(
        () => ended(n),
        () => clock.advance(step),
      );
    },
  };
}

export function preferences(locale: Locale) {
  return {
    locale: () => locale,
    zone: () => "Europe/Moscow",
    hints: () => ({ defaultHour: "09:00", waking: "07:00-23:00" }),
    settings: () => DEFAULT_SETTINGS,
  };
}

/** The model behind a scripted server. */
export function scripted(server: ScriptedModelServer): () => Promise<ResolvedModel> {
  return () =>
    resolveModel({ spec: "compatible/scripted", baseUrl: server.url, env: {} }, () =>
      Promise.reject(new Error("not offline")),
    );
}

/** The offline model. */
export function offline(clock: ManualClock, locale: Locale = "en"): () => Promise<ResolvedModel> {
  const words = createWords();
  const { moment } = createTimeWords(words);
  const model = createOfflineModel({ clock, words, moment, preferences: preferences(locale) });
  return () => resolveModel({ spec: "offline", env: {} }, async () => model);
}

/** Lets I/O run until `done`, doing `each` in between. It fails rather than wait for ever. */
export async function until(done: () => boolean, each: () => Promise<void> = async () => {}): Promise<void> {
  for (let round = 0; !done(); round++) {
    if (round > 20_000) throw new Error("what was waited for did not happen");
    await each();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** For {@link until}, where a real process works: it lives in real time, and its runner on the clock. */
export function letProcessesWork(fixture: () => AgentFixture): () => Promise<void> {
  return async () => {
    await fixture().clock.advance("PT0.01S");
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
}

/** A promise and the function that resolves it. */
export function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}
