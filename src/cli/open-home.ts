import type { Config } from "#app/config.ts";
import { AppError } from "#core/errors.ts";
import type { Target } from "#core/ports.ts";
import { type Home, homeAt, openHome } from "#stores/home/home.ts";
import { isRunning } from "#stores/home/instance-lock.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import type { CliContext } from "./cli-context.ts";

/** A home as a command works with it, beside a running process or without one (CLI-1). */
export interface OpenedHome {
  readonly home: Home;
  readonly stores: Stores;
  readonly settings: SettingsStore;
  readonly preferences: Preferences;
  /** Whether a process runs over the home now. */
  running(): boolean;
}

/**
 * Runs `work` over the home and closes it. The store is never brought forward here: a process may be using it.
 *
 * @throws AppError `home_missing`, `store_newer`, `store_outdated`, `store_damaged`
 */
export async function withHome<T>(context: CliContext, work: (opened: OpenedHome) => T | Promise<T>): Promise<T> {
  const config = context.config();
  const home = openHome(config.home, { create: false });
  const stores = openStores({ file: home.store, release: context.version, migrate: false });
  try {
    const settings = new SettingsStore(home.settings);
    const preferences = preferencesOf(config, settings, stores);
    return await work({ home, stores, settings, preferences, running: () => isRunning(home) });
  } finally {
    stores.db.close();
  }
}

/** The household's language and zone where no store is needed: its owners' languages are then not known. */
export function preferencesWithoutStore(config: Config): Preferences {
  return preferencesOf(config, new SettingsStore(homeAt(config.home).settings), undefined);
}

/** What the environment, the host and the settings say together. */
export function preferencesOf(config: Config, settings: SettingsStore, stores: Stores | undefined): Preferences {
  const { timezone, locale } = config;
  const hostZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return new Preferences({
    settings,
    owners: stores?.owners ?? { list: () => [] },
    ...(stores && { conventions: stores.conventions }),
    defaults: { timezone, locale, hostZone },
  });
}

/**
 * Where a command speaks: the chat that it names, else the first owner's private chat (CLI-1), whose id is the user's.
 *
 * @throws AppError `no_owner`, `usage`
 */
export function targetOf(options: { chat?: string; topic?: string }, config: Config, stores: Stores): Target {
  const threadId = options.topic === undefined ? null : integer("--topic", options.topic);
  if (options.chat !== undefined) return { chatId: integer("--chat", options.chat), threadId };
  const paired = stores.owners.list()[0];
  const chatId = config.ownerIds?.[0] ?? paired?.privateChatId ?? paired?.userId;
  if (chatId !== undefined) return { chatId, threadId };
  throw new AppError("no_owner", "No owner has written to the bot yet, so there is no chat to write to.", {
    remedy: 'Write to the bot first (with a code of "vigil pair" if it does not know you), or name a chat with --chat.',
  });
}

/** A sentence if the bot has never been in a chat: what is meant for it waits until it is let in. */
export function unseenChat({ chatId }: Target, config: Config, stores: Stores): string | null {
  const owners = [...(config.ownerIds ?? []), ...stores.owners.list().map((owner) => owner.userId)];
  if (owners.includes(chatId) || stores.chats.get(chatId)) return null;
  return `The bot has not seen chat ${chatId} yet: check the number, or let the bot in ("vigil sessions list" shows those it knows).`;
}

function integer(option: string, value: string): number {
  if (/^-?\d{1,16}$/.test(value) && Number(value) !== 0) return Number(value);
  throw new AppError(
    "usage",
    `${option} ${value} is not valid; accepted: the numeric id that "vigil sessions list" shows.`,
  );
}
