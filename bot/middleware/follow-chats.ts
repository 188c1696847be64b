import { Composer } from "grammy";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { isOwner } from "../context/is-owner.ts";
import { titleOf } from "./find-place.ts";

/** What a chat tells about itself, whoever caused it: whether the bot may write there, and its new id (OUT-3). */
export function followChats(parts: BotParts): Composer<BotContext> {
  const { stores } = parts;
  const composer = new Composer<BotContext>();

  composer.on("my_chat_member", (ctx) => {
    const { chat, from, new_chat_member: me } = ctx.myChatMember;
    // A stranger who adds the bot somewhere makes no chat of ours.
    if (!isOwner(parts, from.id) && !stores.chats.get(chat.id)) return;
    const mayWrite = !["kicked", "left"].includes(me.status) && !(me.status === "restricted" && !me.can_send_messages);
    ctx.commit(({ now }) => {
      stores.chats.see(chat.id, chat.type, titleOf(chat));
      if (!mayWrite) stores.chats.block(chat.id, now);
      else if (stores.chats.unblock(chat.id)) stores.outbox.releaseBlocked(chat.id, now);
    });
  });

  composer.on("message:migrate_to_chat_id", (ctx) => {
    if (!stores.chats.get(ctx.chat.id)) return;
    ctx.commit(() => stores.chats.migrate(ctx.chat.id, ctx.message.migrate_to_chat_id));
  });

  return composer;
}
