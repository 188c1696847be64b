import { Api, Context } from "grammy";
import type { Update, UserFromGetMe } from "grammy/types";
import type { BotContext } from "../context/bot-context.ts";
import type { MenuRenderer } from "../sender/freeze-message.ts";
import type { Menus } from "./screen.ts";

type Rendered = Awaited<ReturnType<MenuRenderer["render"]>>;

/** Nothing that a menu shows depends on which bot shows it. */
const NOBODY = { id: 0, is_bot: true, first_name: "", username: "" } as UserFromGetMe;

/**
 * A menu is drawn by its plugin only while a message of a context is sent. So one is sent in an update that never was,
 * through an API that answers in place of the network and keeps what it was given.
 */
export function createMenuRenderer(menus: Menus): MenuRenderer {
  return {
    async render(address, { chatId }) {
      const { menu, text, place } = await menus.open(address);
      let keyboard: Rendered["reply_markup"] | undefined;
      const api = new Api("0:nowhere");
      api.config.use(async (_network, _method, payload) => {
        keyboard = (payload as Partial<Rendered>).reply_markup;
        return { ok: true, result: true as never };
      });
      const chat = { id: chatId, type: "private", first_name: "" } as const;
      const update: Update = {
        update_id: 0,
        message: { message_id: 0, date: 0, chat, from: { id: chatId, is_bot: false, first_name: "" } },
      };
      const ctx = new Context(update, api, NOBODY) as BotContext;
      ctx.match = place;
      await menus.middleware()(ctx, async () => {
        await ctx.api.sendMessage(chatId, text, { reply_markup: menu });
      });
      return { text, entities: [], reply_markup: keyboard ?? { inline_keyboard: [] } };
    },
  };
}
