import type { Command } from "commander";
import { z } from "zod";
import type { Config } from "#app/config.ts";
import { AppError } from "#core/errors.ts";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import type { CliContext } from "../cli-context.ts";
import { withHome } from "../open-home.ts";
import { isoWithOffset } from "../output.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

const MINUTES = 10;
const CODE_LENGTH = 10;
const meSchema = z.object({ username: z.string() });

/** `vigil pair`: a one-time code that makes whoever sends it in private an owner (TG-1). */
export function define(command: Command, context: CliContext): void {
  command.option("--json", "print JSON").action(async (options: { json?: boolean }) => {
    const config = context.config();
    assertAllowedInTurn(config.agentTurn, "pair");
    await withHome(context, async ({ stores, preferences, running }) => {
      if (config.ownerIds)
        throw new AppError("owners_fixed", "VIGIL_OWNER_IDS says who the owners are, so nobody can pair.", {
          remedy: "Add the user's id there, or take the variable away, and start Vigil again.",
        });
      const now = context.clock.now();
      const expires = now.add({ minutes: MINUTES });
      const code = context.random.id(CODE_LENGTH);
      stores.owners.openPairing(code, now, expires);
      const bot = await botName(config, context);
      const link = bot && `https://t.me/${bot}?start=${code}`;
      if (options.json) {
        context.out(
          JSON.stringify({ code, link: link ?? null, expires_at: isoWithOffset(expires, preferences.zone()) }),
        );
        return;
      }
      context.out(
        `Send "/start ${code}" to ${bot ? `@${bot}` : "the bot"} in a private chat within ${MINUTES} minutes.`,
      );
      if (link) context.out(`Or open ${link}`);
      if (!running()) context.err('Nothing runs now: start Vigil with "vigil start" in that time.');
    });
  });
}

/** The bot's username; undefined on the playground, and while Telegram cannot be reached. */
async function botName(config: Config, context: CliContext): Promise<string | undefined> {
  if (!config.botToken) return undefined;
  const probe = createTelegramProbe({ token: config.botToken, apiRoot: config.apiRoot, clock: context.clock });
  const me = await probe("getMe");
  return me.kind === "ok" ? meSchema.safeParse(me.result).data?.username : undefined;
}
