import { LOCALES, type Locale } from "#core/ports.ts";
import { changeSetting } from "../actions/change-setting.ts";
import { changeZone } from "../actions/change-zone.ts";
import { expectLocation } from "../actions/expect-location.ts";
import { finishOnboarding } from "../actions/onboarding.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { beginDialogue } from "../dialogues/begin-dialogue.ts";
import type { Destination, MenuContext, Screen } from "./screen.ts";
import { ZONES } from "./zone-list.ts";

const PER_PAGE = 8;
const PAGES = Math.ceil(ZONES.length / PER_PAGE);
/** Where to begin looking while nothing but the language is known. */
const NEAR: Record<Locale, (typeof ZONES)[number][1]> = {
  en: "Europe/London",
  ru: "Europe/Moscow",
  zh: "Asia/Shanghai",
};

/** ⚙️ Settings: the language and the time zone. Both count at once (I18N-1). */
export function settingsScreens(parts: BotParts): [Screen, Screen, Screen] {
  const { preferences, clock } = parts;
  const { t } = ownerWords(parts);
  const locale = () => preferences.locale();

  /** Changes a setting; the note says what came of it, in the language that holds then. */
  const change = (setting: Parameters<typeof changeSetting>[1], note: () => string): Destination => {
    const reason = changeSetting(parts, setting);
    return { screen: "settings", note: reason === null ? note() : t("notice-setting-refused", { reason }) };
  };

  const settings: Screen = {
    id: "settings",
    start: "0",
    fingerprint: locale,
    text: () =>
      t("menu-settings", {
        language: t(`language-${locale()}`),
        zone: preferences.zone(),
        hour: preferences.settings().defaults.hour,
      }),
    buttons(add) {
      add(t("button-language"), () => ({ screen: "languages" }));
      add(t("button-timezone"), (ctx) => {
        ctx.commit(({ now }) => expectLocation(parts, ctx.owner, now));
        return { screen: "zones", place: "here.menu" };
      }).row();
      add(t("button-hour"), (ctx) => beginDialogue(parts, ctx, { kind: "default-hour", hour: null })).row();
      add(t("button-grants"), () => ({ screen: "grants" })).row();
      add(t("button-back"), () => ({ screen: "main" }));
    },
  };

  const languages: Screen = {
    id: "languages",
    start: "0",
    fingerprint: locale,
    text: () => t("menu-languages"),
    buttons(add) {
      for (const language of LOCALES)
        add(t(`language-${language}`), () => change({ language }, () => t("mark-language"))).row();
      add(t("button-back"), () => ({ screen: "settings" }));
    },
  };

  /**
   * `2.start` is a page and what the choice is for: the first steps go on with it, and `ask` is a question of its own.
   * `here` is the page that is nearest.
   */
  const zones: Screen = {
    id: "zones",
    start: "here.menu",
    fingerprint: (place) => `${locale()} ${pageOf(place)} ${stepOf(place)}`,
    text: (place) => t("menu-zones", { step: stepOf(place), zone: preferences.zone() }),
    buttons(add, place) {
      const page = pageOf(place);
      const step = stepOf(place);
      zonesFrom(locale())
        .slice(page * PER_PAGE, (page + 1) * PER_PAGE)
        .forEach(([word, zone], index) => {
          const offset = clock.now().toZonedDateTimeISO(zone).offset.replace(":00", "");
          const range = add(`${t(`zone-${word}`)} · ${offset}`, (ctx) =>
            step === "start" ? begin(ctx, zone) : step === "ask" ? settle(ctx, zone) : choose(ctx, zone),
          );
          if (index % 2 === 1) range.row();
        });
      add(t("button-previous"), () => ({ screen: "zones", place: `${(page + PAGES - 1) % PAGES}.${step}` }));
      add(t("button-next"), () => ({ screen: "zones", place: `${(page + 1) % PAGES}.${step}` })).row();
      if (step === "menu") add(t("button-back"), () => ({ screen: "settings" }));
    },
  };

  function pageOf(place: string): number {
    const page = /^\d{1,3}\b/.exec(place)?.[0];
    if (page !== undefined) return Math.min(PAGES - 1, Number(page));
    const known = zonesFrom(locale()).findIndex(([, zone]) => zone === preferences.zone());
    return preferences.zoneKnown() && known >= 0 ? Math.floor(known / PER_PAGE) : 0;
  }

  /** The zone of the first steps: what follows is a message of its own, and the menu has done its work (TG-17). */
  const begin = async (ctx: MenuContext, zone: string): Promise<null> => {
    const { note } = change({ zone }, () => t("mark-zone", { zone }));
    ctx.commit(({ say }) => finishOnboarding(parts, say));
    ctx.menu.close();
    await ctx.editMessageText(note ?? "");
    return null;
  };

  /** The zone that was asked for beside a card. */
  const settle = async (ctx: MenuContext, zone: string): Promise<null> => {
    const { note } = choose(ctx, zone);
    ctx.menu.close();
    await ctx.editMessageText(note ?? "");
    return null;
  };

  /** Another zone from the settings; what would move with it is asked in a message of its own (TIME-21). */
  function choose(ctx: MenuContext, zone: string): Destination {
    const changed = changeZone(parts, zone);
    if ("refused" in changed)
      return { screen: "settings", note: t("notice-setting-refused", { reason: changed.refused }) };
    const { preview } = changed;
    if (preview) ctx.commit(({ say }) => say(preview));
    return { screen: "settings", note: t("mark-zone", { zone }) };
  }

  return [settings, languages, zones];
}

function stepOf(place: string): string {
  return /\.(start|ask)$/.exec(place)?.[1] ?? "menu";
}

/** The zones from west to east, beginning where a speaker of the language is likely to be. */
function zonesFrom(locale: Locale): readonly (typeof ZONES)[number][] {
  const near = ZONES.findIndex(([, zone]) => zone === NEAR[locale]);
  return [...ZONES.slice(near), ...ZONES.slice(0, near)];
}
