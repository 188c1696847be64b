import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Owner } from "#stores/people/owners.ts";
import type { BotParts } from "../context/bot-context.ts";

type Searching = Pick<BotParts, "stores">;

/** Keeps an owner's words, so that the list finds them also after a restart, and answers with the list (TG-12). */
export function searchReminders({ stores }: Searching, owner: Owner, query: string): PayloadInput {
  stores.meta.set(`reminders_search:${owner.userId}`, query);
  return { kind: "menu", menu: `reminders/q0u${owner.userId}` };
}

/** The words that an owner last searched for. */
export function lastSearch({ stores }: Searching, userId: number): string {
  return stores.meta.get(`reminders_search:${userId}`) ?? "";
}
