import { Composer } from "grammy";
import type { Message } from "grammy/types";
import type { Button, PayloadInput } from "#core/outbox/payload.ts";
import type { MessageContent } from "#stores/sessions/messages.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { isOwner } from "../context/is-owner.ts";
import { addressesAnotherBot } from "../context/mentions.ts";
import { rowTitle } from "../context/row-words.ts";
import { composeInput, mayGoOn } from "./compose-input.ts";
import { type TakenMedia, takeMedia } from "./take-media.ts";

/** How long the rest of an album, a forwarded batch or a long text is waited for (TG-4). */
const REST = { milliseconds: 700 };

/**
 * Messages become pending input of their session; the agent takes it from there (AGT-4). What cannot be handled is
 * said, not swallowed (TG-6).
 */
export function takeInput(parts: BotParts): Composer<BotContext> {
  const { stores } = parts;
  const composer = new Composer<BotContext>();

  composer.on("message", async (ctx) => {
    const { message, me } = ctx;
    // What the bot itself sent never comes back as input, through whichever door (AGT-19).
    if (message.from.id === me.id || message.via_bot?.id === me.id) return;
    if (addressesAnotherBot(message, me.username)) return;
    // A client may send an empty caption: that is none.
    const text = (message.text ?? message.caption) || undefined;
    const command = commandOf(message);
    if (command !== undefined)
      return ctx.commit(({ say }) => say({ kind: "notice", code: "unknown-command", params: { command } }));
    if (message.text === undefined && !(isForBot(ctx) || ctx.chat.type === "private")) return;

    const { words, picture, refused } = await takeMedia(ctx, message, parts);
    ctx.commit(({ now, say }) => {
      if (refused) say(refusal(refused, text !== undefined));
      // News of the chat has none of it: somebody joined, a message was pinned.
      if (text === undefined && words === undefined && picture === undefined) return;
      for (const piece of composeInput(message, me, (id) => isOwner(parts, id), words)) {
        const content = picture && piece.main ? [{ type: "text", text: piece.content }, picture] : piece.content;
        stores.messages.addPending(ctx.place.session.id, content, now, {
          untrusted: piece.untrusted,
          ...(piece.source !== undefined && { source: piece.source }),
          ...(mayGoOn(message) && { readyAt: now.add(REST).epochMilliseconds }),
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
    if (!known || content === undefined || content === "") return;
    const before = textOf(known.content);
    if (before === content || (edited.text === undefined && before.endsWith(`\n${content}`))) return;
    ctx.commit(({ say }) => {
      const changed = edited.text === undefined ? withCaption(known.content, content) : content;
      if (stores.messages.editPending(session, edited.message_id, changed)) return;
      // An answer to the new words leaves alone what the old ones had set: it is named, and can be taken back here.
      const set = stores.schedules
        .live()
        .filter((row) => row.createdSession === session && row.createdMessage === edited.message_id);
      say(
        {
          kind: "notice",
          code: "edit-too-late",
          params: { set: set.length },
          buttons: [
            [{ label: "button-answer-again", action: "again", args: [edited.message_id] }],
            ...set.map((row): Button[] => [
              { label: "button-remove-first", params: { text: rowTitle(row, 40) }, action: "unset", args: [row.id] },
            ]),
          ],
        },
        // The press finds the new text through this reply.
        { replyTo: edited.message_id },
      );
    });
  });

  return composer;
}

/** What is said of a file that was not taken in, with or without words under it. */
function refusal({ code, kind }: NonNullable<TakenMedia["refused"]>, captioned: boolean): PayloadInput {
  return { kind: "notice", code: code === "cannot-take" && captioned ? "only-caption" : code, params: { kind } };
}

/** A caption stands beside what its file became: that stays. */
function withCaption(content: MessageContent, caption: string): MessageContent {
  const edited = `[Edited caption]\n${caption}`;
  return typeof content === "string" ? `${content}\n${edited}` : [...content, { type: "text", text: edited }];
}

function textOf(content: MessageContent): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (typeof part.text === "string" ? [part.text] : [])).join("\n");
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
