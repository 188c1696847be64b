import type { Message, MessageOrigin } from "grammy/types";
import { withoutOwnMention } from "../context/mentions.ts";

/** A piece of input for the agent, oldest first. Words of other people stand apart from the owner's and are untrusted. */
export interface InputPiece {
  readonly content: string;
  readonly untrusted: boolean;
  /** Whose words untrusted ones are, as the owner is told (AGT-8). */
  readonly source?: string;
  /** The piece that is the message itself; the other ones are what it refers to. */
  readonly main: boolean;
}

/** A quoted text longer than this is cut: the whole of it is in the history already. UTF-16 units. */
const MAX_QUOTE = 2_000;

/**
 * Turns a Telegram message into input (TG-4). A quoted text goes along: in the same piece if the owner or the bot wrote
 * it, as an untrusted piece of its own if anybody else did. A forward is untrusted as a whole, whoever is named in it.
 */
export function composeInput(
  message: Message,
  me: { id: number; username: string },
  isOwner: (userId: number) => boolean,
  /** What stands for the message's file. */
  words = "",
): InputPiece[] {
  const written = withoutOwnMention(message, me.username);
  const text = [words, written].filter((part) => part !== "").join("\n");
  if (message.forward_origin) {
    const source = originName(message.forward_origin);
    return [{ content: `[Forwarded from ${source}]\n${text}`, untrusted: true, source, main: true }];
  }
  const quoted = quoteOf(message);
  if (!quoted) return [{ content: text, untrusted: false, main: true }];
  const { author, forwarded } = quoted;
  const block = quoted.text.replaceAll(/^/gm, "> ");
  if (author?.id === me.id)
    return [{ content: `[In reply to your message]\n${block}\n\n${text}`, untrusted: false, main: true }];
  if (author && isOwner(author.id) && !forwarded)
    return [{ content: `[In reply to my message]\n${block}\n\n${text}`, untrusted: false, main: true }];
  return [
    {
      content: `[The next message refers to these words of ${author?.first_name ?? "somebody else"}]\n${block}`,
      untrusted: true,
      source: author?.first_name ?? "somebody else",
      main: false,
    },
    { content: text, untrusted: false, main: true },
  ];
}

/** Telegram cuts a text at 4,096 UTF-16 units; one of this length may go on in the next message. */
const MAYBE_CUT = 4_000;

/** Whether the rest of a message may still be on its way: an album, a batch of forwards, a text that was cut (TG-4). */
export function mayGoOn(message: Message): boolean {
  return (
    message.media_group_id !== undefined ||
    message.forward_origin !== undefined ||
    (message.text?.length ?? 0) >= MAYBE_CUT
  );
}

function quoteOf(
  message: Message,
): { text: string; author: { id: number; first_name: string } | undefined; forwarded: boolean } | undefined {
  const reply = message.reply_to_message;
  const text = (message.quote?.text ?? reply?.text ?? reply?.caption ?? "").trim();
  // In a topic every first message is a reply to the news of the topic's creation, which has no text.
  if (text === "") return undefined;
  return {
    text: text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).replace(/[\uD800-\uDBFF]$/, "")}…` : text,
    author: reply?.from,
    forwarded: reply?.forward_origin !== undefined,
  };
}

function originName(origin: MessageOrigin): string {
  switch (origin.type) {
    case "user":
      return origin.sender_user.first_name;
    case "hidden_user":
      return origin.sender_user_name;
    case "chat":
      return "title" in origin.sender_chat ? (origin.sender_chat.title ?? "a chat") : "a chat";
    case "channel":
      return origin.chat.title ?? "a channel";
    default:
      return origin satisfies never;
  }
}
