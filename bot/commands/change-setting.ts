import { AppError } from "#core/errors.ts";
import type { Locale } from "#core/ports.ts";
import type { BotParts } from "../middleware/bot-context.ts";

/**
 * Changes the language or the zone. Returns why the settings could not be written, or null: a file that a person
 * broke is theirs to repair first (SET-1).
 */
export function changeSetting(
  { preferences, log }: Pick<BotParts, "preferences" | "log">,
  change: { language: Locale } | { zone: string },
): string | null {
  try {
    if ("language" in change) preferences.setLanguage(change.language);
    else preferences.setZone(change.zone);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "a setting could not be written");
    return error.message;
  }
}
