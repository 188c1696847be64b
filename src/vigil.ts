import { Agent } from "#agent/agent.ts";
import { createOfflineModel } from "#agent/models/offline-model.ts";
import { type ModelConfig, resolveModel } from "#agent/models/resolve-model.ts";
import { createApi } from "#bot/create-api.ts";
import { createBot } from "#bot/create-bot.ts";
import { createWords } from "#bot/i18n.ts";
import { OutboxSender } from "#bot/outbox-sender.ts";
import { TelegramTurnObserver } from "#bot/turn-observer.ts";
import type { Clock, Log, Random, Wake } from "#core/ports.ts";
import { checkHealth, summarize } from "#health/check-health.ts";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import { fireReminder } from "#jobs/fire-reminder.ts";
import { createInsist } from "#jobs/insist.ts";
import { recoverFirings } from "#jobs/recover-firings.ts";
import { Runner } from "#jobs/runner.ts";
import { createSweep } from "#jobs/sweep.ts";
import type { Home } from "#stores/home.ts";
import { Preferences } from "#stores/preferences.ts";
import { Pulse } from "#stores/pulse.ts";
import { SettingsStore } from "#stores/settings.ts";
import type { Stores } from "#stores/stores.ts";
import type { Config } from "./config.ts";
import { lacksKey, modelName } from "./model-name.ts";

/** How long running turns may go on after a stop was asked for (OPS-10). */
const DRAIN = { seconds: 20 };

export interface VigilParts {
  readonly config: Config;
  readonly version: string;
  /** The folder of the checkout. */
  readonly checkout: string;
  readonly home: Home;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly wake: Wake;
  readonly log: Log;
  /** The bot to be: the configured one, or the playground's. Empty `ownerIds`: those who paired. */
  readonly telegram: {
    readonly token: string;
    readonly apiRoot: string | undefined;
    readonly ownerIds: readonly number[];
    readonly playground: boolean;
  };
}

/** Everything that runs in the process, put together and not started. */
export interface Vigil {
  /** The bot's user name, once Telegram has told it. */
  readonly botName: Promise<string>;
  /**
   * Recovers what a crash left and runs. Resolves when the bot has been stopped.
   * @throws AppError `telegram_token_wrong`
   */
  run(): Promise<void>;
  /** No new work; running turns get 20 seconds, what is left is recovered at the next start (OPS-10). */
  stop(): Promise<void>;
}

/** Puts the agent, the jobs and the bot together over an open store. Touches neither the network nor the store. */
export function createVigil(parts: VigilParts): Vigil {
  const { config, home, stores, clock, random, wake, log, telegram } = parts;
  const words = createWords();
  const settings = new SettingsStore(home.settings);
  const preferences = new Preferences({
    settings,
    owners: stores.owners,
    defaults: {
      timezone: config.timezone,
      locale: config.locale,
      hostZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  const pulse = new Pulse(home.tick);
  const api = createApi(telegram);
  const model = modelName(config.model);

  const agent = new Agent({
    stores,
    clock,
    random,
    wake,
    log,
    preferences,
    observer: new TelegramTurnObserver({ api, clock, random, log }),
    modelName: model,
    loadModel: () => resolveModel(modelConfig(config), async () => createOfflineModel({ clock, preferences, words })),
    limits: () => preferences.settings().turns.limits,
    maxLive: () => preferences.settings().reminders.maxLive,
    dispatcherAlive: () => pulse.alive(clock.now()),
  });

  const dispatch = new Dispatch({
    stores,
    clock,
    log,
    pulse,
    concurrency: () => preferences.settings().turns.concurrency,
    fire: (firing, abandon) => fireReminder(firing, { stores, clock, random, log, agent, preferences }, abandon),
  });
  const runner = new Runner({
    jobs: [dispatch, createInsist(stores, clock), createSweep(stores, clock, preferences)],
    stores,
    clock,
    wake,
    log,
    onJumpBack: (byMs) => stores.schedules.shiftElapsed(byMs),
  });

  const probe = telegram.playground
    ? null
    : createTelegramProbe({ token: telegram.token, apiRoot: telegram.apiRoot ?? null, clock });
  const bot = createBot({
    config: { token: telegram.token, apiRoot: telegram.apiRoot, ownerIds: telegram.ownerIds, model },
    stores,
    clock,
    random,
    log,
    words,
    preferences,
    agent,
    health: async () =>
      summarize(
        await checkHealth(
          {
            now: clock.now(),
            home,
            checkout: parts.checkout,
            node: process.versions.node,
            stores,
            settings,
            preferences,
            instance: { pid: process.pid },
            version: parts.version,
            model: { name: model, keyMissing: lacksKey(config) },
            telegram: probe,
          },
          { quick: true },
        ),
      ),
  });
  const sender = new OutboxSender({ api, stores, clock, random, wake, log, words, preferences, menus: bot.menus });

  return {
    botName: bot.identified.then((me) => me.username),
    async run() {
      const interrupted = recoverFirings(stores, clock.now());
      if (interrupted > 0)
        log.warn({ firings: interrupted }, "reminders were interrupted by a restart; their own text is sent");
      agent.start();
      runner.start();
      // Not before Telegram has said which bot this is: another one must not write into the old chats (TG-18).
      void bot.identified.then(() => sender.start());
      await bot.start();
    },
    async stop() {
      const deadline = clock.now().add(DRAIN);
      await bot.stop();
      await Promise.all([dispatch.drain(deadline), agent.drain(deadline)]);
      await runner.stop();
      await sender.stop();
    },
  };
}

/** What the models need of the configuration, under the names that their providers use. */
function modelConfig(config: Config): ModelConfig {
  const { compatible, keys, baseUrls } = config;
  return {
    spec: modelName(config.model),
    baseUrl: compatible.baseUrl ?? undefined,
    apiKey: compatible.apiKey ?? undefined,
    env: {
      OPENAI_API_KEY: keys.openai ?? undefined,
      ANTHROPIC_API_KEY: keys.anthropic ?? undefined,
      GOOGLE_GENERATIVE_AI_API_KEY: keys.google ?? undefined,
      OPENAI_BASE_URL: baseUrls.openai ?? undefined,
      ANTHROPIC_BASE_URL: baseUrls.anthropic ?? undefined,
      OLLAMA_BASE_URL: baseUrls.ollama ?? undefined,
    },
  };
}
