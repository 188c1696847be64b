import path from "node:path";
import { Agent } from "#agent/agent.ts";
import { childEnvironment } from "#agent/child-environment.ts";
import { createOfflineModel } from "#agent/models/offline-model.ts";
import { type ModelConfig, resolveModel } from "#agent/models/resolve-model.ts";
import { seesPictures } from "#agent/models/sees-pictures.ts";
import { createTranscriber } from "#agent/models/transcriber.ts";
import type { BashMode } from "#agent/tools/bash.ts";
import { createApi } from "#bot/create-api.ts";
import { createBot } from "#bot/create-bot.ts";
import { createWords } from "#bot/i18n.ts";
import type { MediaParts } from "#bot/media/media-parts.ts";
import { OutboxSender } from "#bot/outbox-sender.ts";
import { TelegramTurnObserver } from "#bot/turn-observer.ts";
import type { Clock, Log, Random, Wake } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import { checkHealth, summarize } from "#health/check-health.ts";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import { createBackup } from "#jobs/backup.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import { fireReminder } from "#jobs/fire-reminder.ts";
import { followJump } from "#jobs/follow-jump.ts";
import { createHelper, recoverHelpers } from "#jobs/helper.ts";
import { createInsist } from "#jobs/insist.ts";
import { completeRestart, createMaintenance } from "#jobs/maintenance.ts";
import { recoverCommands } from "#jobs/recover-commands.ts";
import { recoverFirings } from "#jobs/recover-firings.ts";
import { COMMANDS_AT_ONCE, runCommand } from "#jobs/run-command.ts";
import { Runner } from "#jobs/runner.ts";
import { createSweep } from "#jobs/sweep.ts";
import { createWatchHost } from "#jobs/watch-host.ts";
import { AttachmentStore } from "#stores/attachments.ts";
import { freeSpaceMib } from "#stores/disk-space.ts";
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
  readonly redactor: Redactor;
  /** Ends the process so that a new one takes its place (REM-50). */
  restart(): void;
  /** Starts the separate process that carries an update out. */
  startUpdate(requestId: number): void;
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
  const { config, home, stores, clock, random, wake, log, redactor, telegram } = parts;
  const words = createWords();
  const settings = new SettingsStore(home.settings);
  const preferences = new Preferences({
    settings,
    owners: stores.owners,
    conventions: stores.conventions,
    defaults: {
      timezone: config.timezone,
      locale: config.locale,
      hostZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  const pulse = new Pulse(home.tick);
  const api = createApi(telegram);
  const model = modelName(config.model);

  const attachments = new AttachmentStore(path.join(home.data, "attachments"));
  const media: MediaParts = {
    attachments,
    seesPictures: seesPictures(model),
    transcribe:
      config.transcriptionModel && createTranscriber(modelConfig(config, modelName(config.transcriptionModel))),
  };

  const agent = new Agent({
    stores,
    clock,
    random,
    wake,
    log,
    preferences,
    observer: new TelegramTurnObserver({ api, clock, random, log, words, preferences, redact: redactor.redact }),
    modelName: model,
    loadModel: () => resolveModel(modelConfig(config), async () => createOfflineModel({ clock, preferences, words })),
    limits: () => preferences.settings().turns.limits,
    maxLive: () => preferences.settings().reminders.maxLive,
    dispatcherAlive: () => pulse.alive(clock.now()),
    redactor,
    custom: home.custom,
    shell: {
      cwd: home.work,
      outputs: path.join(home.data, "outputs"),
      attachments: path.join(home.data, "attachments"),
      environment: (origin) => environment(origin),
      mode: () => bashMode(settings, telegram.playground),
    },
    picture: (name) => (media.seesPictures ? attachments.read(name)?.toBase64() : undefined),
    dailyUsd: () => preferences.settings().budget.dailyUsd,
  });

  const environment = (origin: string): Record<string, string> =>
    childEnvironment({
      env: process.env,
      given: commandLineEnvironment(config, parts.checkout),
      names: preferences.settings().shell.env,
      secrets: config.secrets,
      origin,
    });
  const commands = {
    stores,
    clock,
    log,
    redactor,
    preferences,
    environment,
    folder: home.work,
    startedAt: clock.now(),
  };
  let recovery: Promise<void> | undefined;

  const dispatch = new Dispatch({
    stores,
    clock,
    log,
    pulse,
    workers: {
      text: {
        concurrency: () => preferences.settings().turns.concurrency,
        perform: (firing, signal) => fireReminder(firing, { stores, clock, random, log, agent, preferences }, signal),
      },
      command: {
        concurrency: () => COMMANDS_AT_ONCE,
        perform: (firing, signal) => runCommand(firing, commands, signal),
      },
    },
  });
  const runner = new Runner({
    jobs: [
      dispatch,
      createHelper({ stores, clock, random, log, agent }),
      createMaintenance({
        stores,
        clock,
        log,
        version: parts.version,
        restart: () => parts.restart(),
        startUpdate: (requestId) => parts.startUpdate(requestId),
      }),
      createInsist(stores, clock),
      createSweep(stores, clock, preferences),
      createWatchHost(stores, clock, () => freeSpaceMib(home.data)),
      createBackup(home, clock, {
        time: () => preferences.settings().night.time ?? config.nightTime,
        zone: () => preferences.zone(),
      }),
    ],
    stores,
    clock,
    wake,
    log,
    onJump: (byMs) => followJump(stores, byMs, clock.now()),
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
    pulse,
    agent,
    media,
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
  const sender = new OutboxSender({
    api,
    stores,
    clock,
    random,
    wake,
    log,
    words,
    preferences,
    redact: redactor.redact,
    menus: bot.menus,
  });

  return {
    botName: bot.identified.then((me) => me.username),
    async run() {
      const interrupted = recoverFirings(stores, clock.now());
      if (interrupted > 0)
        log.warn({ firings: interrupted }, "reminders were interrupted by a restart; their own text is sent");
      completeRestart(stores, clock.now());
      recoverHelpers(stores, clock.now());
      recovery = recoverCommands(commands);
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
      await recovery;
      await sender.stop();
    },
  };
}

/** On the playground nobody has set anything up: `bash` is off there unless the owner has turned it on (PLY-4). */
function bashMode(settings: SettingsStore, playground: boolean): BashMode {
  return playground && !settings.isSet("tools.bash") ? "off" : settings.read().settings.tools.bash;
}

/** What the command line needs in a child process although it may stand in `.env` alone, and where it is. */
function commandLineEnvironment(config: Config, checkout: string): Record<string, string | null> {
  return {
    VIGIL_HOME: config.home,
    VIGIL_TIMEZONE: config.timezone,
    VIGIL_LOCALE: config.locale,
    VIGIL_OWNER_IDS: config.ownerIds?.join(",") ?? null,
    VIGIL_CLI: path.join(checkout, "bin", "vigil.mjs"),
  };
}

/** What the models need of the configuration, under the names that their providers use. */
function modelConfig(config: Config, spec = modelName(config.model)): ModelConfig {
  const { compatible, keys, baseUrls } = config;
  return {
    spec,
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
