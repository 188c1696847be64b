import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { grantScreens } from "./grant-screens.ts";
import { mainScreens } from "./main-screens.ts";
import { reminderList } from "./reminder-list.ts";
import { reminderScreens } from "./reminder-screens.ts";
import { Menus } from "./screen.ts";
import { settingsScreens } from "./settings-screens.ts";
import { todayScreen } from "./today-screen.ts";

/** Every room of `/menu`. */
export function createMenus(parts: BotParts): Menus {
  return new Menus(
    [
      ...mainScreens(parts),
      todayScreen(parts),
      reminderList(parts),
      ...reminderScreens(parts),
      ...settingsScreens(parts),
      ...grantScreens(parts),
    ],
    {
      outdated: () => ownerWords(parts).t("press-outdated"),
      current: () => ownerWords(parts).t("press-current"),
    },
  );
}
