import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { mainScreens } from "./main-screens.ts";
import { reminderScreens } from "./reminder-screens.ts";
import { Menus } from "./screen.ts";
import { settingsScreens } from "./settings-screens.ts";

/** Every room of `/menu`. */
export function createMenus(parts: BotParts): Menus {
  return new Menus([...mainScreens(parts), ...reminderScreens(parts), ...settingsScreens(parts)], () =>
    ownerWords(parts).t("press-outdated"),
  );
}
