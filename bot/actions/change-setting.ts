import { AppError } from "#core/errors.ts";
import type { Locale } from "#core/ports.ts";
import type { BotParts } from "../context/bot-context.ts";

/**
 * Changes the language, the zone or the default hour. Returns why the settings could not be written, or null: a file that a person
 * broke is theirs to repair first (SET-1).
 */
export function changeSetting(
  { preferences, log }: Pick<BotParts, "preferences" | "log">,
  change: { language: Locale } | { zone: string } | { hour: string },
): string | null {
  try {
    if ("language" in change) preferences.setLanguage(change.language);
    else if ("zone" in change) preferences.setZone(change.zone);
    else preferences.setDefaultHour(change.hour);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "a setting could not be written");
    return error.message;
  }
}
