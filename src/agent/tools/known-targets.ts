import type { Target } from "#core/ports.ts";
import type { Stores } from "#stores/stores.ts";

export type TargetLookup =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly unknown: string; readonly known: string[] };

/**
 * Finds the chat and topic that a tool names by id or by title, in any letter case (REM-30). Without a chat it is the
 * one of `here`; without either, `here` itself. What the bot does not know is refused with what it knows.
 */
export function findTarget(
  stores: Stores,
  asked: { chat?: string | undefined; topic?: string | undefined },
  here: Target,
): TargetLookup {
  const chatAsked = asked.chat?.trim();
  const topicAsked = asked.topic?.trim();
  if (!chatAsked && !topicAsked) return { ok: true, target: here };

  const chats = stores.chats.list().filter((c) => c.migratedTo === null && c.blockedAt === null);
  const chat = chatAsked
    ? chats.find((c) => names(chatAsked, c.chatId, c.title))
    : chats.find((c) => c.chatId === here.chatId);
  if (chatAsked && !chat)
    return { ok: false, unknown: `chat ${chatAsked}`, known: chats.map((c) => `${c.title} (${c.chatId})`) };
  const chatId = chat?.chatId ?? here.chatId;
  if (!topicAsked) return { ok: true, target: { chatId, threadId: null } };

  const topics = stores.sessions
    .list()
    .flatMap((s) =>
      s.target?.chatId === chatId && s.target.threadId !== null ? [{ title: s.title, ...s.target }] : [],
    );
  const topic = topics.find((t) => names(topicAsked, t.threadId!, t.title));
  if (topic) return { ok: true, target: { chatId, threadId: topic.threadId } };
  return {
    ok: false,
    unknown: `topic ${topicAsked}`,
    known: topics.map((t) => (t.title === null ? String(t.threadId) : `${t.title} (${t.threadId})`)),
  };
}

function names(asked: string, id: number, title: string | null): boolean {
  return asked === String(id) || (title !== null && title !== "" && asked.toLowerCase() === title.toLowerCase());
}
