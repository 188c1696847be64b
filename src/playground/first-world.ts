import type { Locale } from "#core/ports.ts";
import type { Chat, World } from "./world.ts";

/** The playground's own user: the one who sits at the page. */
export const OWNER_ID = 100_001;
const GUEST_ID = 100_002;
const FORUM_ID = -1_002_000_000_001;

/** Names that the bot and the page see, in the user's language: they are data, as a Telegram profile is. */
const NAMES: Readonly<Record<Locale, { owner: string; guest: string; forum: string; topics: readonly string[] }>> = {
  en: { owner: "You", guest: "Sam", forum: "Home", topics: ["Shopping", "Travel"] },
  ru: { owner: "Вы", guest: "Саша", forum: "Дом", topics: ["Покупки", "Поездки"] },
  zh: { owner: "你", guest: "小林", forum: "家", topics: ["购物", "旅行"] },
};

/** Who and what is there at the first start: a private chat, and a household's forum with two members and two topics. */
export function fillFirstWorld(world: World, locale: Locale): void {
  const names = NAMES[locale];
  world.putUser({ id: OWNER_ID, first_name: names.owner, language_code: locale });
  world.putUser({ id: GUEST_ID, first_name: names.guest, language_code: locale });
  const forum = world.putGroup({
    id: FORUM_ID,
    kind: "supergroup",
    title: names.forum,
    forum: true,
    members: [OWNER_ID, GUEST_ID],
  });
  for (const name of names.topics) world.putTopic(forum, name, world.user(OWNER_ID));
}

/** Gives the first world's names in another language, where they are still those of the first world. */
export function renameFirstWorld(world: World, locale: Locale): void {
  const names = NAMES[locale];
  const first = Object.values(NAMES);
  const owner = world.users.get(OWNER_ID);
  if (first.some((known) => known.owner === owner?.first_name))
    world.putUser({ id: OWNER_ID, first_name: names.owner, language_code: locale });
  if (first.some((known) => known.guest === world.users.get(GUEST_ID)?.first_name))
    world.putUser({ id: GUEST_ID, first_name: names.guest, language_code: locale });
  const forum = world.chats.get(FORUM_ID);
  if (!forum) return;
  if (first.some((known) => known.forum === forum.title)) forum.title = names.forum;
  for (const [index, name] of names.topics.entries()) {
    const topic = forum.topics.find((it) => first.some((known) => known.topics[index] === it.name));
    if (topic) renameTopic(forum, topic, name);
  }
  world.tell({ kind: "chat", chatId: FORUM_ID });
}

function renameTopic(forum: Chat, topic: Chat["topics"][number], name: string): void {
  topic.name = name;
  const opening = forum.messages.get(topic.threadId);
  if (!opening) return;
  const created = { name, icon_color: topic.iconColor };
  forum.messages.set(topic.threadId, { ...opening, message: { ...opening.message, forum_topic_created: created } });
}
