import type { InlineKeyboardButton, MessageEntity } from "grammy/types";
import type { RichText, TextEntity } from "#core/outbox/rich-text.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import type { Keyboard } from "../views/keyboard.ts";

/** Telegram's limit for the text of a message, in UTF-16 units. */
const MAX_TEXT = 4_096;

/** The text of the message that was pressed, with its formatting; null if Telegram does not show it any more. */
function pressedText(ctx: BotContext): RichText | null {
  const message = ctx.callbackQuery?.message;
  if (!message || message.date === 0 || message.text === undefined) return null;
  return { text: message.text, entities: (message.entities ?? []) as readonly TextEntity[] };
}

/** The text of the pressed message as it was sent, without what presses have put under it since. */
export function sentText({ stores }: Pick<BotParts, "stores">, ctx: BotContext): RichText | null {
  const message = ctx.callbackQuery?.message;
  const row = message && stores.outbox.findByMessage(message.chat.id, message.message_id);
  const part = row && stores.outbox.parts(row.id).find(({ messageId }) => messageId === message.message_id);
  return part
    ? { text: part.body.text, entities: part.body.entities as unknown as readonly TextEntity[] }
    : pressedText(ctx);
}

/**
 * Shows in the message that was pressed what the press came to: a line under its text (`text` is the whole of it then)
 * and new buttons. Where there is no room or no plain text, only the buttons change.
 */
export async function markMessage(ctx: BotContext, text: RichText | null, keyboard: Keyboard): Promise<void> {
  if (!ctx.callbackQuery?.message) return;
  const reply_markup = {
    inline_keyboard: keyboard.map((row) => row.map((button): InlineKeyboardButton => ({ ...button }))),
  };
  if (text === null || text.text.length > MAX_TEXT) {
    await ctx.editMessageReplyMarkup({ reply_markup });
    return;
  }
  await ctx.editMessageText(text.text, {
    reply_markup,
    entities: text.entities as MessageEntity[],
    link_preview_options: { is_disabled: true },
  });
}

/** The buttons of the message that was pressed, but for those whose data `gone` takes away: another card keeps its own. */
export function keyboardWithout(ctx: BotContext, gone: (data: string) => boolean): Keyboard {
  const message = ctx.callbackQuery?.message;
  const rows = message?.date ? (message.reply_markup?.inline_keyboard ?? []) : [];
  return rows
    .map((row) =>
      row.flatMap((button) =>
        "callback_data" in button && !gone(button.callback_data)
          ? [{ text: button.text, callback_data: button.callback_data }]
          : [],
      ),
    )
    .filter((row) => row.length > 0);
}

/** {@link markMessage} with one plain line under the text. */
export async function markLine(ctx: BotContext, line: string, keyboard: Keyboard = []): Promise<void> {
  const before = pressedText(ctx);
  await markMessage(ctx, before && { ...before, text: `${before.text}\n\n${line}` }, keyboard);
}
