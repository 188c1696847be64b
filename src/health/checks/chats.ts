import type { Check } from "../check.ts";

/** Chats in which the bot may not write now. */
export const chats: Check = {
  name: "chats",
  run: ({ stores, now }) => {
    const all = stores?.chats.list() ?? [];
    const name = (chat: (typeof all)[number]): string =>
      chat.title === "" ? String(chat.chatId) : `${chat.title} (${chat.chatId})`;
    const blocked = all.filter((chat) => chat.blockedAt !== null && chat.migratedTo === null);
    if (blocked.length > 0)
      return {
        state: "warn",
        code: "chats_blocked",
        params: { count: blocked.length, chats: blocked.map(name).join(", ") },
      };
    const muted = all.filter((chat) => chat.mutedUntil !== null && chat.mutedUntil > now.epochMilliseconds);
    if (muted.length > 0) {
      const until = Math.max(...muted.map((chat) => chat.mutedUntil ?? 0));
      return {
        state: "warn",
        code: "chats_muted",
        params: { count: muted.length, chats: muted.map(name).join(", "), until },
      };
    }
    return { state: "ok", code: "chats_ok", params: { count: all.length } };
  },
};
