import { Composer } from "grammy";
import type { Message } from "grammy/types";
import { isOwner } from "./admit-owners.ts";
import type { BotContext, BotParts } from "./bot-context.ts";
import { addressesAnotherBot, composeInput } from "./compose-input.ts";

/** Kinds of message that this model cannot take in, by the word that the notice has for them. */
const UNSUPPORTED = [
  ["voice", "voice"],
  ["audio", "voice"],
  ["video_note", "voice"],
  ["photo", "picture"],
  ["video", "picture"],
  ["animation", "picture"],
  ["sticker", "sticker"],
  ["document", "file"],
  ["location", "location"],
  ["venue", "location"],
  ["contact", "other"],
  ["poll", "other"],
  ["dice", "other"],
  ["story", "other"],
  ["checklist", "other"],
] as const satisfies readonly (readonly [keyof Message, string])[];

/**
 * Messages become pending input of their session; the agent takes it from there (AGT-4). What cannot be handled is
 * said, not swallowed (TG-6).
 */
export function takeInput(parts: BotParts): Composer<BotContext> {
  const { stores } = parts;
  const composer = new Composer<BotContext>();

  composer.on("message", (ctx) => {
    const { message, me } = ctx;
    // What the bot itself sent never comes back as input, through whichever door (AGT-19).
    if (message.from.id === me.id || message.via_bot?.id === me.id) return;
    if (addressesAnotherBot(message, me.username)) return;
    const unsupported = UNSUPPORTED.find(([field]) => message[field] !== undefined)?.[1];
    const text = message.text ?? message.caption;
    const command = commandOf(message);
    if (command !== undefined)
      return ctx.commit(({ say }) => say({ kind: "notice", code: "unknown-command", params: { command } }));
    if (unsupported !== undefined && !(isForBot(ctx) || ctx.chat.type === "private")) return;
    if (text === undefined && unsupported === undefined) return; // news of the chat: somebody joined, a message was pinned

    ctx.commit(({ now, say }) => {
      if (unsupported !== undefined)
        say({
          kind: "notice",
          code: text === undefined ? "cannot-take" : "only-caption",
          params: { kind: unsupported },
        });
      if (text === undefined) return;
      for (const piece of composeInput(message, me, (id) => isOwner(parts, id))) {
        stores.messages.addPending(ctx.place.session.id, piece.content, now, {
          untrusted: piece.untrusted,
          ...(piece.main && { telegramMessageId: message.message_id }),
        });
      }
    });
  });

  composer.on("edited_message", (ctx) => {
    const edited = ctx.editedMessage;
    const session = ctx.place.session.id;
    const known = stores.messages.findByTelegramId(session, edited.message_id);
    const content = composeInput(edited, ctx.me, (id) => isOwner(parts, id)).find((piece) => piece.main)?.content;
    // Telegram reports link previews and pins as edits too.
    if (!known || content === undefined || content === "" || known.content === content) return;
    ctx.commit(({ say }) => {
      if (stores.messages.editPending(session, edited.message_id, content)) return;
      say(
        {
          kind: "notice",
          code: "edit-too-late",
          buttons: [[{ label: "button-answer-again", action: "again", args: [edited.message_id] }]],
        },
        // The press finds the new text through this reply.
        { replyTo: edited.message_id },
      );
    });
  });

  return composer;
}

/** A slash command that no handler took. A path such as `/etc/hosts` is text. */
function commandOf(message: Message): string | undefined {
  const entity = message.entities?.find(({ type, offset }) => type === "bot_command" && offset === 0);
  if (!entity || message.forward_origin || message.text?.[entity.length] === "/") return undefined;
  return message.text?.slice(0, entity.length).split("@")[0];
}

/** In a group a picture is for the bot only if it answers the bot or names it. */
function isForBot(ctx: BotContext): boolean {
  const { message, me } = ctx;
  if (message?.reply_to_message?.from?.id === me.id) return true;
  return (message?.caption_entities ?? []).some(
    ({ type, offset, length }) =>
      type === "mention" &&
      message?.caption?.slice(offset, offset + length).toLowerCase() === `@${me.username.toLowerCase()}`,
  );
}
