import type { ChatStore } from "./chats.ts";
import type { OwnerStore } from "./owners.ts";

/** The private chat of an owner that the bot may write to and that is not `except`: an alert never uses the target that just failed. */
export function ownerChat(
  stores: { readonly owners: OwnerStore; readonly chats: ChatStore },
  except?: number,
): number | undefined {
  return stores.owners
    .list()
    .map((owner) => owner.privateChatId)
    .find((id): id is number => id !== null && id !== except && (stores.chats.get(id)?.blockedAt ?? null) === null);
}
