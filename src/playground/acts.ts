import { z } from "zod";
import { AppError } from "#core/errors.ts";
import { LOCALES } from "#core/ports.ts";
import type { BotApi } from "./bot-api.ts";
import { renameFirstWorld } from "./first-world.ts";
import type { SendOptions } from "./people.ts";
import { type SeenMessage, seenMessage } from "./seen-message.ts";
import type { Press } from "./world.ts";

/** Telegram's limit for a text that a person sends. */
const MAX_TEXT = 4096;
/** 20 MB of a file, in base64. */
const MAX_BASE64 = 28_000_000;

const by = {
  /** Who acts: the playground's own user where left out. */
  userId: z.int().optional(),
};
const place = { ...by, chatId: z.int().optional(), threadId: z.int().optional() };
const sent = { ...place, replyTo: z.int().optional(), quote: z.string().optional() };
const message = { ...by, chatId: z.int().optional(), messageId: z.int() };

/** What a person does, as the page and the control API ask for it (PLY-5, docs/playground.md). */
export const actSchema = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("send"), ...sent, text: z.string().trim().min(1).max(MAX_TEXT) }),
  z.strictObject({
    act: z.literal("file"),
    ...sent,
    kind: z.enum(["photo", "document", "voice", "audio"]),
    name: z.string().max(200).optional(),
    mimeType: z.string().max(100).optional(),
    durationSeconds: z.int().min(0).optional(),
    caption: z.string().max(1024).optional(),
    album: z.string().max(64).optional(),
    base64: z.base64().max(MAX_BASE64),
  }),
  z.strictObject({
    act: z.literal("location"),
    ...sent,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  z.strictObject({ act: z.literal("edit"), ...message, text: z.string().trim().min(1).max(MAX_TEXT) }),
  z.strictObject({ act: z.literal("delete"), ...message }),
  z.strictObject({ act: z.literal("press"), ...message, /** Its label or its data. */ button: z.string() }),
  z.strictObject({ act: z.literal("react"), ...message, emoji: z.string().nullable() }),
  z.strictObject({ act: z.literal("stop"), ...by, draftId: z.int() }),
  z.strictObject({ act: z.literal("block"), ...by, blocked: z.boolean() }),
  z.strictObject({
    act: z.literal("topic"),
    ...by,
    chatId: z.int().optional(),
    name: z.string().trim().min(1).max(128),
  }),
  z.strictObject({ act: z.literal("deleteTopic"), ...by, chatId: z.int().optional(), threadId: z.int() }),
  z.strictObject({ act: z.literal("group"), ...by, title: z.string().trim().min(1).max(128), forum: z.boolean() }),
  z.strictObject({ act: z.literal("migrate"), ...by, chatId: z.int() }),
  z.strictObject({ act: z.literal("bot"), ...by, chatId: z.int(), member: z.boolean() }),
  z.strictObject({
    act: z.literal("person"),
    userId: z.int().positive(),
    name: z.string().trim().min(1).max(64).optional(),
    language: z.string().min(2).max(8).optional(),
  }),
]);
export type Act = z.infer<typeof actSchema>;

/** What came of an act. */
export interface Outcome {
  readonly message?: SeenMessage;
  readonly press?: Press;
  readonly threadId?: number;
  readonly chatId?: number;
}

/**
 * Carries out what a person does.
 * @throws AppError `impossible_act` for what no client would offer; BotApiError for a chat or a user that is not there
 */
export function perform(api: BotApi, act: Act, ownerId: number): Outcome {
  const { people, world } = api;
  const userId = act.userId ?? ownerId;
  const chatId = "chatId" in act && act.chatId !== undefined ? act.chatId : userId;
  switch (act.act) {
    case "send":
      return { message: seenMessage(world, people.sendText(userId, act.text, sendOptions(act))) };
    case "file": {
      const { kind, name, mimeType, durationSeconds, caption, album } = act;
      const file = { kind, name, mimeType, durationSeconds, bytes: Buffer.from(act.base64, "base64") };
      return { message: seenMessage(world, people.sendFile(userId, file, { ...sendOptions(act), caption, album })) };
    }
    case "location": {
      const { latitude, longitude } = act;
      return { message: seenMessage(world, people.sendLocation(userId, { latitude, longitude }, sendOptions(act))) };
    }
    case "edit":
      return { message: seenMessage(world, people.editText(userId, chatId, act.messageId, act.text)) };
    case "delete":
      people.deleteMessage(chatId, act.messageId);
      return {};
    case "press":
      return { press: people.press(userId, chatId, act.messageId, act.button) };
    case "react":
      people.react(userId, chatId, act.messageId, act.emoji);
      return {};
    case "stop":
      people.stopDraft(userId, act.draftId);
      return {};
    case "block":
      people.setBlocked(userId, act.blocked);
      return {};
    case "topic":
      return { chatId, threadId: people.createTopic(userId, chatId, act.name) };
    case "deleteTopic":
      people.deleteTopic(chatId, act.threadId);
      return {};
    case "group":
      return { chatId: people.createGroup(userId, act).id };
    case "migrate":
      return { chatId: people.migrate(userId, act.chatId).id };
    case "bot":
      people.setBotMember(userId, act.chatId, act.member);
      return {};
    case "person": {
      const known = world.users.get(userId);
      if (!known && act.name === undefined)
        throw new AppError("impossible_act", `user ${userId} is new and needs a name`);
      world.putUser({
        ...known,
        id: userId,
        first_name: act.name ?? known!.first_name,
        language_code: act.language ?? known?.language_code ?? "en",
      });
      const locale = LOCALES.find((known) => known === act.language);
      if (userId === ownerId && locale) renameFirstWorld(world, locale);
      return { chatId: userId };
    }
    default:
      return act satisfies never;
  }
}

function sendOptions(act: Extract<Act, { replyTo?: unknown }>): SendOptions {
  return { chatId: act.chatId, threadId: act.threadId, replyTo: act.replyTo, quote: act.quote };
}
