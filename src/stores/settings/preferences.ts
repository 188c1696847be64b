import { LOCALES, type Locale } from "#core/ports.ts";
import type { Settings } from "#core/settings/schema.ts";
import type { WhenHints } from "#core/time/parse-when.ts";
import type { OwnerStore } from "../people/owners.ts";
import type { Conventions } from "./conventions.ts";
import type { SettingsStore } from "./settings.ts";

/** What the environment and the host say where the owner has chosen nothing. */
export interface PreferenceDefaults {
  readonly timezone: string | null;
  readonly locale: Locale | null;
  /** The host's IANA zone; UTC is what a server has that nobody told where it stands. */
  readonly hostZone: string;
}

const UNKNOWN_ZONE = /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal|GMT[+-]?0)$/i;

/** The household's language, zone and settings: the settings win over the environment, the environment over what is known otherwise. */
export class Preferences {
  readonly #settings: SettingsStore;
  readonly #owners: Pick<OwnerStore, "list">;
  readonly #conventions: Pick<Conventions, "all"> | undefined;
  readonly #defaults: PreferenceDefaults;

  /** Without `conventions` nothing is known of the owner's earlier choices. */
  constructor(options: {
    settings: SettingsStore;
    owners: Pick<OwnerStore, "list">;
    conventions?: Pick<Conventions, "all">;
    defaults: PreferenceDefaults;
  }) {
    this.#settings = options.settings;
    this.#owners = options.owners;
    this.#conventions = options.conventions;
    this.#defaults = options.defaults;
  }

  settings(): Settings {
    return this.#settings.read().settings;
  }

  /** Chosen, else `VIGIL_LOCALE`, else the language of the first owner's Telegram, else English. */
  locale(): Locale {
    return this.settings().language ?? this.#defaults.locale ?? localeOf(this.#owners.list()[0]?.languageCode) ?? "en";
  }

  /** Chosen, else `VIGIL_TIMEZONE`, else the host's; `UTC` while none of them says where the owner is. */
  zone(): string {
    return this.#knownZone() ?? "UTC";
  }

  /** False while nobody has said where the owner is: a host in UTC tells nothing (TG-17). */
  zoneKnown(): boolean {
    return this.#knownZone() !== undefined;
  }

  /** What shapes the reading of the owner's time words (TIME-6, TIME-7). */
  hints(): WhenHints {
    const { hour, waking } = this.settings().defaults;
    return { defaultHour: hour, waking, ...(this.#conventions && { conventions: this.#conventions.all() }) };
  }

  /** @throws AppError as {@link SettingsStore.set} */
  setLanguage(language: Locale): void {
    this.#settings.set("language", language);
  }

  /**
   * @param zone an IANA zone in any letter case
   * @throws AppError as {@link SettingsStore.set}; `settings_invalid` for a zone that does not exist
   */
  setZone(zone: string): void {
    this.#settings.set("timezone", zone);
  }

  /**
   * @param hour the time of days without one, `HH:MM` (TIME-7)
   * @throws AppError as {@link SettingsStore.set}
   */
  setDefaultHour(hour: string): void {
    this.#settings.set("defaults.hour", hour);
  }

  #knownZone(): string | undefined {
    const { timezone, hostZone } = this.#defaults;
    return this.settings().timezone ?? timezone ?? (UNKNOWN_ZONE.test(hostZone) ? undefined : hostZone);
  }
}

/** Our language for a BCP 47 tag such as `zh-hans`. */
function localeOf(tag: string | null | undefined): Locale | undefined {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language);
}
