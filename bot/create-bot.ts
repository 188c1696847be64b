import { Bot, GrammyError } from "grammy";
import type { UserFromGetMe } from "grammy/types";
import { apiClientOptions } from "./api/create-api.ts";
import { Inbox, warnOfRetry, wrongToken } from "./api/inbox.ts";
import { quietChats } from "./api/quiet-chats.ts";
import { routePresses } from "./callbacks/press-router.ts";
import { publishCommands } from "./commands/bot-commands.ts";
import { commands } from "./commands/commands.ts";
import type { BotContext, BotParts } from "./context/bot-context.ts";
import { dialogues } from "./dialogues/dialogues.ts";
import { takeAnswers } from "./dialogues/take-answers.ts";
import { takeInput } from "./input/take-input.ts";
import { takeLocation } from "./input/take-location.ts";
import { createMenus } from "./menus/menus.ts";
import { createMenuRenderer } from "./menus/render-menu.ts";
import { admitOwners } from "./middleware/admit-owners.ts";
import { answerPresses } from "./middleware/answer-presses.ts";
import { findPlace } from "./middleware/find-place.ts";
import { followChats } from "./middleware/follow-chats.ts";
import { holdForBot, recogniseBot } from "./middleware/hold-for-bot.ts";
import { lowerCommands } from "./middleware/lower-commands.ts";
import { storeEffects } from "./middleware/store-effects.ts";
import type { MenuRenderer } from "./sender/freeze-message.ts";
import { createTimeWords } from "./views/time-words.ts";

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

/** The front door. It says nothing by itself: what it has to say lies in the outbox. */
export interface VigilBot {
  readonly bot: Bot<BotContext>;
  /** For the sender, which draws payloads of kind `menu` when it sends them. */
  readonly menus: MenuRenderer;
  /** Resolves once Telegram has said who the bot is. Never rejects. */
  readonly identified: Promise<UserFromGetMe>;
  /** When Telegram last answered a poll. */
  lastContactAt(): Temporal.Instant | null;
  /**
   * Asks Telegram who the bot is, then receives updates until {@link stop}.
   * @throws AppError `telegram_token_wrong`
   */
  start(): Promise<void>;
  /** Stops receiving and waits for the handlers in flight. */
  stop(): Promise<void>;
}

/** Puts the bot together; it does not touch the network before `start`. */
export function createBot(options: Omit<BotParts, "time">): VigilBot {
  const parts: BotParts = { ...options, time: createTimeWords(options.words) };
  const { config, stores, clock, random, log } = parts;
  const bot = new Bot<BotContext>(config.token, { client: apiClientOptions(config) });
  bot.api.config.use(quietChats(stores.chats, clock));
  const menus = createMenus(parts);
  bot.use(storeEffects(parts), followChats(parts), admitOwners(parts));
  // Everything from here on serves owners alone: a stranger's press is not even answered.
  bot.use(answerPresses(parts), findPlace(parts), holdForBot(parts));
  bot.use(lowerCommands, dialogues(parts));
  // A command inside a forwarded message is somebody else's words.
  bot.filter((ctx) => ctx.message?.forward_origin === undefined, commands(parts));
  bot.use(menus, routePresses(parts), takeAnswers(), takeLocation(parts), takeInput(parts));

  const stopping = new AbortController();
  const identified = Promise.withResolvers<UserFromGetMe>();
  let inbox: Inbox | undefined;

  const identify = async (): Promise<UserFromGetMe | undefined> => {
    for (let waitMs = FIRST_RETRY_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      try {
        return await bot.api.getMe(stopping.signal as unknown as Parameters<typeof bot.api.getMe>[0]);
      } catch (error) {
        if (error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404))
          throw wrongToken(error);
        if (stopping.signal.aborted) break;
        warnOfRetry(log, error, waitMs, "Telegram cannot be reached; trying again");
        await clock.sleep(clock.now().add({ milliseconds: waitMs }), stopping.signal);
      }
    }
    return undefined;
  };

  return {
    bot,
    menus: createMenuRenderer(menus),
    identified: identified.promise,
    lastContactAt: () => inbox?.lastContactAt ?? null,
    async start() {
      const me = await identify();
      if (!me || stopping.signal.aborted) return;
      bot.botInfo = me;
      recogniseBot(stores.meta, me.id);
      identified.resolve(me);
      void publishCommands(bot.api, me.id, parts);
      inbox = new Inbox({
        api: bot.api,
        botId: me.id,
        stores,
        clock,
        random,
        log,
        handle: (update) => bot.handleUpdate(update),
      });
      await inbox.run();
    },
    async stop() {
      stopping.abort();
      await inbox?.stop();
    },
  };
}
