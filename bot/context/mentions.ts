import type { Message, MessageEntity } from "grammy/types";

/** The words of a message. Whom it names first, if that is us, is not part of what is said. */
export function withoutOwnMention(message: Message, username: string): string {
  const { text, entities } = wordsOf(message);
  const mention = leadingMention(text, entities);
  return mention !== undefined && mention.toLowerCase() === `@${username.toLowerCase()}`
    ? text.slice(mention.length).replace(/^[\s,:]+/, "")
    : text;
}

/** True if the message begins with the name of a bot other than this one: it is not for us (TG-2). */
export function addressesAnotherBot(message: Message, username: string): boolean {
  const { text, entities } = wordsOf(message);
  const mention = leadingMention(text, entities)?.toLowerCase();
  if (mention?.endsWith("bot") && mention !== `@${username.toLowerCase()}`) return true;
  const command = entities.find((entity) => entity.type === "bot_command" && entity.offset === 0);
  const addressee = command && text.slice(0, command.length).split("@")[1]?.toLowerCase();
  return addressee !== undefined && addressee !== username.toLowerCase();
}

function wordsOf(message: Message): { text: string; entities: readonly MessageEntity[] } {
  return {
    text: message.text ?? message.caption ?? "",
    entities: message.entities ?? message.caption_entities ?? [],
  };
}

/** Whole entities are compared, never prefixes: "@ivan" is not "@iva". */
function leadingMention(text: string, entities: readonly MessageEntity[]): string | undefined {
  const mention = entities.find((entity) => entity.type === "mention" && entity.offset === 0);
  return mention && text.slice(0, mention.length);
}
