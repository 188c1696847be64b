import path from "node:path";
import { Agent } from "#agent/agent.ts";
import { McpHost } from "#agent/mcp/mcp-host.ts";
import { createOfflineModel } from "#agent/models/offline-model.ts";
import { type ModelConfig, resolveModel } from "#agent/models/resolve-model.ts";
import { seesPictures } from "#agent/models/sees-pictures.ts";
import { createTranscriber } from "#agent/models/transcriber.ts";
import { childEnvironment } from "#agent/process/child-environment.ts";
import type { BashMode } from "#agent/tools/bash.ts";
import type { MediaParts } from "#bot/media/media-parts.ts";
import { TelegramTurnObserver } from "#bot/sender/turn-observer.ts";
import { createTimeWords } from "#bot/views/time-words.ts";
import { AttachmentStore } from "#stores/files/attachments.ts";
import { McpFailures } from "#stores/jobs/mcp-failures.ts";
import type { SettingsStore } from "#stores/settings/settings.ts";
import type { Config } from "./config.ts";
import { modelName } from "./model-name.ts";
import type { Services } from "./services.ts";

/** The agent, what it makes of files, and the environment of its children by the origin of their turn. */
export interface ComposedAgent {
  readonly agent: Agent;
  readonly media: MediaParts;
  readonly environment: (origin: string) => Record<string, string>;
}

export function composeAgent(services: Services): ComposedAgent {
  const { config, home, stores, clock, random, wake, log, redactor, words, settings, preferences, pulse, api, model } =
    services;
  const environment = (origin: string): Record<string, string> =>
    childEnvironment({
      env: services.env,
      given: commandLineEnvironment(config, services.checkout),
      names: preferences.settings().shell.env,
      secrets: config.secrets,
      origin,
    });
  const attachments = new AttachmentStore(path.join(home.data, "attachments"));
  const media: MediaParts = {
    attachments,
    seesPictures: seesPictures(model),
    transcribe:
      config.transcriptionModel && createTranscriber(modelConfig(config, modelName(config.transcriptionModel))),
  };

  const { moment } = createTimeWords(words);
  const agent = new Agent({
    stores,
    clock,
    random,
    wake,
    log,
    preferences,
    observer: new TelegramTurnObserver({ api, clock, random, log, words, preferences, redact: redactor.redact }),
    modelName: model,
    loadModel: () =>
      resolveModel(modelConfig(config), async () => createOfflineModel({ clock, preferences, words, moment })),
    limits: () => preferences.settings().turns.limits,
    dispatcherAlive: () => pulse.alive(clock.now()),
    redactor,
    custom: home.custom,
    shell: {
      cwd: home.work,
      outputs: path.join(home.data, "outputs"),
      attachments: path.join(home.data, "attachments"),
      environment,
      mode: () => bashMode(settings, services.telegram.playground),
    },
    mcp: new McpHost({
      clock,
      log,
      servers: () => preferences.settings().mcp,
      variables: config.environment,
      // A server outlives the turn that has started it, so the stricter rules hold for it.
      environment: () => environment("reminder"),
      cwd: home.work,
      failures: new McpFailures(stores.meta),
    }),
    picture: (name) => (media.seesPictures ? attachments.read(name)?.toBase64() : undefined),
    dailyUsd: () => preferences.settings().budget.dailyUsd,
  });

  return { agent, media, environment };
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
