import { Agent } from "#agent/agent.ts";
import { createOfflineModel } from "#agent/models/offline-model.ts";
import { type ModelConfig, resolveModel } from "#agent/models/resolve-model.ts";
import { createApi } from "#bot/create-api.ts";
import { createBot } from "#bot/create-bot.ts";
import { createWords } from "#bot/i18n.ts";
import { OutboxSender } from "#bot/outbox-sender.ts";
import { TelegramTurnObserver } from "#bot/turn-observer.ts";
import type { Clock, Log } from "#core/ports.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import { checkHealth, summarize } from "#health/check-health.ts";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import { fireReminder } from "#jobs/fire-reminder.ts";
import { createInsist } from "#jobs/insist.ts";
import { recoverFirings } from "#jobs/recover-firings.ts";
import { Runner } from "#jobs/runner.ts";
import { createSweep } from "#jobs/sweep.ts";
import type { Playground } from "#playground/playground.ts";
import { type Home, openHome } from "#stores/home.ts";
import { acquireInstanceLock } from "#stores/instance-lock.ts";
import { Preferences } from "#stores/preferences.ts";
import { Pulse } from "#stores/pulse.ts";
import { emptyQuarantine } from "#stores/rows.ts";
import { SettingsStore } from "#stores/settings.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import type { Config } from "./config.ts";
import { createLog } from "./log.ts";
import { lacksKey, modelName } from "./model-name.ts";
import { systemClock } from "./system/system-clock.ts";
import { systemRandom } from "./system/system-random.ts";
import { WakeHub } from "./system/wake-hub.ts";

/** How long running turns may go on after a stop was asked for (OPS-10). */
const DRAIN = { seconds: 20 };
/** How long a pairing window stands open (TG-1). */
const PAIRING = { minutes: 10 };

export interface RunOptions {
  readonly config: Config;
  readonly version: string;
  /** The folder of the checkout. */
  readonly checkout: string;
  /** Whether standard output is a terminal: the log is then made readable. */
  readonly terminal: boolean;
}

/**
 * The composition root: config → stores → agent → jobs → bot, until SIGTERM or SIGINT; a second signal ends at once.
 * Returns the exit status.
 * @throws AppError for everything that keeps it from running: `already_running`, `store_newer`, `port_taken`, …
 */
export async function runVigil(options: RunOptions): Promise<number> {
  const { config, version } = options;
  const clock = systemClock;
  const home = openHome(config.home, { create: true });
  const facts = { pid: process.pid, startedAt: clock.now().toString(), version };
  const lock = acquireInstanceLock(home, facts);
  let playground: Playground | undefined;
  let stores: Stores | undefined;
  try {
    const wake = new WakeHub();
    stores = openStores({ file: home.store, release: version, wake });
    emptyQuarantine(stores.db);
    playground = config.botToken === null ? await openPlayground(config, home) : undefined;
    const redactor = createRedactor({ secrets: [...config.secrets, ...(playground ? [playground.botToken] : [])] });
    const log = await createLog({ level: config.logLevel, redactor, terminal: options.terminal });
    const stop = listenForSignals(log);
    if (playground) lock.describe({ ...facts, pageUrl: playground.pageUrl });
    await run({ ...options, clock, home, stores, wake, log, playground, stop });
    return 0;
  } finally {
    await playground?.close();
    stores?.db.close();
    lock.release();
  }
}

interface Parts extends RunOptions {
  readonly clock: Clock;
  readonly home: Home;
  readonly stores: Stores;
  readonly wake: WakeHub;
  readonly log: Log;
  readonly playground: Playground | undefined;
  readonly stop: AbortSignal;
}

async function run(parts: Parts): Promise<void> {
  const { config, clock, home, stores, wake, log, playground, stop } = parts;
  const random = systemRandom;
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
  const token = playground?.botToken ?? config.botToken ?? "";
  const apiRoot = playground?.apiRoot ?? config.apiRoot ?? undefined;
  const api = createApi({ token, apiRoot });
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

  const telegram = playground ? null : createTelegramProbe({ token, apiRoot: apiRoot ?? null, clock });
  const bot = createBot({
    config: {
      token,
      apiRoot,
      ownerIds: playground ? [playground.ownerId] : (config.ownerIds ?? []),
      model,
    },
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
            telegram,
          },
          { quick: true },
        ),
      ),
  });
  const sender = new OutboxSender({ api, stores, clock, random, wake, log, words, preferences, menus: bot.menus });

  const interrupted = recoverFirings(stores, clock.now());
  if (interrupted > 0)
    log.warn({ firings: interrupted }, "reminders were interrupted by a restart; their own text is sent");
  agent.start();
  runner.start();
  sender.start();
  const polling = bot.start();
  announce(parts);
  // Ends by the signal, or because the bot cannot go on (a wrong token).
  await Promise.race([polling, aborted(stop)]).finally(async () => {
    log.info({}, "stopping");
    const deadline = clock.now().add(DRAIN);
    await bot.stop();
    await Promise.all([dispatch.drain(deadline), agent.drain(deadline)]);
    await runner.stop();
    await sender.stop();
  });
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

/** Tells whoever started it where to go: the page, or the link that pairs the first owner (TG-1). */
function announce({ config, stores, clock, playground, log }: Parts): void {
  if (playground) {
    console.log(`Vigil runs on the playground (nothing to configure): ${playground.pageUrl}`);
    return;
  }
  log.info({}, "Vigil runs");
  if (config.ownerIds !== null || stores.owners.list().length > 0) return;
  const code = systemRandom.id(16);
  const now = clock.now();
  stores.owners.openPairing(code, now, now.add(PAIRING));
  console.log(`Nobody may command this bot yet. Within 10 minutes send it: /start ${code}`);
}

async function openPlayground(config: Config, home: Home): Promise<Playground> {
  const { startPlayground } = await import("#playground/playground.ts");
  return startPlayground({
    port: config.playgroundPort,
    clock: systemClock,
    random: systemRandom,
    stateFile: `${home.data}/playground.json`,
    ...(config.locale !== null && { locale: config.locale }),
  });
}

/** Aborts at the first SIGTERM or SIGINT; the second one ends the process at once. */
function listenForSignals(log: Log): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) {
        log.warn({ signal }, "ending at once");
        process.exit(1);
      }
      stop.abort();
    });
  }
  return stop.signal;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
