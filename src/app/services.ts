import type { Api } from "grammy";
import { createApi } from "#bot/api/create-api.ts";
import { quietChats } from "#bot/api/quiet-chats.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { Clock, Log, Random, Wake, Words } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import type { Home } from "#stores/home/home.ts";
import { Pulse } from "#stores/home/pulse.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import type { Stores } from "#stores/stores.ts";
import type { Config, Env } from "./config.ts";
import { modelName } from "./model-name.ts";

/** What Vigil is put together from. */
export interface VigilParts {
  readonly config: Config;
  /** The environment of the process: what children inherit of it is decided elsewhere (AGT-22). */
  readonly env: Env;
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

/** What the agent, the jobs and the bot all stand on. */
export interface Services extends VigilParts {
  readonly words: Words;
  readonly settings: SettingsStore;
  readonly preferences: Preferences;
  readonly pulse: Pulse;
  readonly api: Api;
  /** `VIGIL_MODEL` as it is shown. */
  readonly model: string;
}

/** Lays the services over an open store; touches neither the network nor the store. */
export function createServices(parts: VigilParts): Services {
  const { config, home, stores, telegram } = parts;
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
  const api = createApi(telegram);
  api.config.use(quietChats(stores.chats, parts.clock));
  return {
    ...parts,
    words: createWords(),
    settings,
    preferences,
    pulse: new Pulse(home.tick),
    api,
    model: modelName(config.model),
  };
}
