import type { BotParts } from "./bot-context.ts";

/** True if `userId` may command the bot: one of the configured owners, else one who paired (TG-1). */
export function isOwner({ config, stores }: Pick<BotParts, "config" | "stores">, userId: number): boolean {
  return config.ownerIds.length > 0 ? config.ownerIds.includes(userId) : stores.owners.get(userId) !== undefined;
}
