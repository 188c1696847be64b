import type { Message, Update } from "grammy/types";
import { createBot, type VigilBot } from "#bot/create-bot.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { Random } from "#core/ports.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import type { Stores } from "#stores/stores.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { memoryStores, testStores } from "#test/helpers/test-stores.ts";

export const BOT = 1;
const ANN = { id: 42, is_bot: false, first_name: "Ann", language_code: "en" };
const CHAT = { id: 42, type: "private" as const, first_name: "Ann" };

/** The bot without a network and without the poller: updates are stored and handled one by one, as the inbox does it. */
export function dialogueWorld(memory = false) {
  const store = memory ? memoryStores() : testStores();
  const clock = new ManualClock("2026-12-01T10:00:00Z");
  let ids = 0;
  let updates = 100;
  const random: Random = { float: () => 0.5, id: (length) => (ids++).toString(36).padStart(length, "b") };
  const build = (stores: Stores): VigilBot => {
    const settings = new SettingsStore(`${store.folder}/settings.json`);
    const built = createBot({
      config: { token: `${BOT}:test`, ownerIds: [42], model: "test/model" },
      stores,
      clock,
      random,
      log: new SilentLog(),
      words: createWords(),
      preferences: new Preferences({
        settings,
        owners: stores.owners,
        conventions: stores.conventions,
        defaults: { timezone: null, locale: null, hostZone: "Europe/Berlin" },
      }),
      pulse: { age: () => 0, alive: () => true },
      agent: { stopTurn: () => false, continueInterrupted: () => false, dropInterrupted: () => false },
      health: async () => ({ level: "ok", failing: [] }),
    });
    built.bot.botInfo = { id: BOT, is_bot: true, first_name: "Vigil", username: "vigil_bot" } as never;
    built.bot.api.config.use(async () => ({ ok: true, result: true }) as never);
    return built;
  };
  let bot = build(store.stores);
  const world = {
    clock,
    get stores() {
      return store.stores;
    },
    get bot() {
      return bot;
    },
    message(text: string, chat: object = CHAT): Update {
      const entities = text.startsWith("/")
        ? [{ type: "bot_command", offset: 0, length: text.split(" ")[0]!.length }]
        : undefined;
      return {
        update_id: ++updates,
        message: { message_id: updates, date: 1, chat, from: ANN, text, ...(entities && { entities }) },
      } as Update;
    },
    /** A press on the button of the latest question whose last argument is `choice`. */
    press(choice: string, chat: object = CHAT): Update {
      const rows = store.stores.db.all("SELECT payload FROM outbox ORDER BY id DESC");
      for (const row of rows) {
        const payload = JSON.parse(String(row.payload)) as { buttons?: { action: string; args: string[] }[][] };
        const found = payload.buttons
          ?.flat()
          .find(({ action, args }) => action === "dialogue" && args.at(-1) === choice);
        if (!found) continue;
        const message = { message_id: 9, date: 1, chat, text: "a question" } as Message;
        return {
          update_id: ++updates,
          callback_query: {
            id: String(updates),
            from: ANN,
            chat_instance: "1",
            data: ["dialogue", ...found.args].join(":"),
            message,
          },
        } as Update;
      }
      throw new Error(`no button ${choice}`);
    },
    /** Stores an update and handles it; a fault is met with a second try, as in the inbox. */
    async take(update: Update): Promise<void> {
      store.stores.updates.receive(BOT, [update], clock.now());
      await bot.bot.handleUpdate(update).catch(() => bot.bot.handleUpdate(update));
    },
    restart() {
      store.reopen();
      bot = build(store.stores);
    },
    said: () =>
      store.stores.db.all("SELECT payload ->> 'code' AS code FROM outbox ORDER BY id").map((row) => String(row.code)),
    inputs: () =>
      store.stores.db.all("SELECT content FROM messages").map((row) => String(JSON.parse(String(row.content)))),
    live: () => store.stores.schedules.live().map(({ text }) => text),
    dialogues: () => Number(store.stores.db.get("SELECT count(*) AS n FROM dialogues")?.n),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
  return world;
}
