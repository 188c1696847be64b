import { createHash } from "node:crypto";
import type { Api } from "grammy";
import { LOCALES } from "#core/ports.ts";
import type { BotParts } from "../context/bot-context.ts";

/** The commands, in the order in which Telegram lists them. */
const BOT_COMMANDS = [
  "menu",
  "today",
  "remind",
  "reminders",
  "status",
  "pause",
  "new",
  "stop",
  "language",
  "timezone",
  "help",
  "start",
] as const;

/**
 * Tells Telegram the commands in every language, if they changed since it was last told: repeating it at every start
 * earns minutes of silence. Meant to run in the background; a failure is logged and the next start tries again.
 */
export async function publishCommands(
  api: Pick<Api, "setMyCommands">,
  botId: number,
  parts: Pick<BotParts, "stores" | "words" | "log">,
): Promise<void> {
  const { stores, words, log } = parts;
  try {
    const lists = LOCALES.map((locale) => ({
      locale,
      commands: BOT_COMMANDS.map((command) => ({ command, description: words.t(locale, `command-${command}`) })),
    }));
    const told = JSON.stringify([botId, lists]);
    const hash = createHash("sha256").update(told).digest("hex");
    if (stores.meta.get("commands_hash") === hash) return;
    for (const { locale, commands } of lists)
      await api.setMyCommands(commands, locale === "en" ? {} : { language_code: locale });
    stores.meta.set("commands_hash", hash);
  } catch (error) {
    log.warn({ err: error }, "Telegram did not take the list of commands; the next start tells it again");
  }
}
