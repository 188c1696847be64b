import { createBot } from "#bot/create-bot.ts";
import { OutboxSender } from "#bot/sender/outbox-sender.ts";
import { checkHealth, summarize } from "#health/check-health.ts";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import { composeAgent } from "./compose-agent.ts";
import { composeJobs } from "./compose-jobs.ts";
import { lacksKey } from "./model-name.ts";
import { createServices, type VigilParts } from "./services.ts";

/** How long running turns may go on after a stop was asked for (OPS-10). */
const DRAIN = { seconds: 20 };

/** Everything that runs in the process, put together and not started. */
export interface Vigil {
  /** The bot's user name, once Telegram has told it. */
  readonly botName: Promise<string>;
  /**
   * Recovers what a crash left and runs. Resolves when the bot has been stopped.
   * @throws AppError `telegram_token_wrong`, `store_damaged`
   */
  run(): Promise<void>;
  /** No new work; running turns get 20 seconds, what is left is recovered at the next start (OPS-10). */
  stop(): Promise<void>;
}

/** Puts the agent, the jobs and the bot together over an open store. Touches neither the network nor the store. */
export function createVigil(parts: VigilParts): Vigil {
  const services = createServices(parts);
  const { config, home, stores, clock, random, wake, log, redactor, telegram } = services;
  const { words, settings, preferences, pulse, api, model } = services;
  const composed = composeAgent(services);
  const { agent, media } = composed;
  const { dispatch, runner, recover } = composeJobs(services, composed);
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
            environment: config.environment,
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

  let recovery: Promise<void> | undefined;
  return {
    botName: bot.identified.then((me) => me.username),
    async run() {
      recovery = recover();
      agent.start();
      runner.start();
      // Not before Telegram has said which bot this is: another one must not write into the old chats (TG-18).
      void bot.identified.then(() => sender.start());
      const damage = await Promise.race([bot.start(), runner.damaged]);
      if (damage) throw damage;
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
