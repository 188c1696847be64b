import type { MiddlewareFn } from "grammy";
import type { User } from "grammy/types";
import type { Owner } from "#stores/people/owners.ts";
import { beginOnboarding } from "../actions/onboarding.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { isOwner } from "../context/is-owner.ts";

/** One line in the log per stranger and hour, however often they write. */
const LOG_EVERY_MS = 3_600_000;

/**
 * Lets owners through and nobody else (TG-1, TG-2). Strangers get no answer at all; only the right code, or a wrong
 * one inside an open pairing window, is heard. Who pressed counts, not where.
 */
export function admitOwners(parts: BotParts): MiddlewareFn<BotContext> {
  const { stores, clock, log } = parts;
  const lastLogged = new Map<number, number>();
  return async (ctx, next) => {
    const user = ctx.from;
    // A stopped draft names only its private chat, whose id is the user's.
    const stoppedBy = ctx.update.stopped_message_generation?.chat.id;
    const known = stoppedBy !== undefined && isOwner(parts, stoppedBy) ? stores.owners.get(stoppedBy) : undefined;
    if (known) {
      ctx.owner = known;
      return next();
    }
    if (user && isOwner(parts, user.id)) {
      ctx.owner = rememberOwner(parts, user, ctx.chat?.type === "private" ? ctx.chat.id : null);
      return next();
    }
    if (user && tryPairing(parts, ctx, user)) return;
    const at = clock.now().epochMilliseconds;
    const id = user?.id ?? 0;
    if (at - (lastLogged.get(id) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    lastLogged.set(id, at);
    log.info({ user: id, chat: ctx.chat?.id, owners: stores.owners.list().length }, "a stranger was ignored");
  };
}

/** Renews what is known of an owner, when it changed: configured owners get their row at first contact. */
function rememberOwner({ stores, clock }: BotParts, user: User, privateChatId: number | null): Owner {
  const known = stores.owners.get(user.id);
  const seen = { userId: user.id, name: nameOf(user), languageCode: user.language_code ?? null, privateChatId };
  const same =
    known?.name === seen.name &&
    (seen.languageCode === null || known.languageCode === seen.languageCode) &&
    (privateChatId === null || known.privateChatId === privateChatId);
  if (known && same) return known;
  stores.owners.put(seen, clock.now());
  return stores.owners.get(user.id)!;
}

/** A try to pair with `/start CODE` in private. True if it was answered. */
function tryPairing(parts: BotParts, ctx: BotContext, user: User): boolean {
  const code = /^\/start(?:@\w+)?\s+([\w-]{4,64})\s*$/.exec(ctx.message?.text ?? "")?.[1];
  if (code === undefined || ctx.chat?.type !== "private" || parts.config.ownerIds.length > 0) return false;
  const target = { chatId: ctx.chat.id, threadId: null };
  const { stores } = parts;
  return ctx.commit(({ now, say }) => {
    const newcomer = {
      userId: user.id,
      name: nameOf(user),
      languageCode: user.language_code ?? null,
      privateChatId: target.chatId,
    };
    const result = stores.owners.tryPairing(code, newcomer, now);
    if (result === "closed") return false;
    if (result === "wrong") say({ kind: "notice", code: "pair-wrong" }, { target });
    else {
      stores.chats.see(target.chatId, "private", newcomer.name);
      say({ kind: "notice", code: "paired", params: { name: user.first_name } }, { target });
      beginOnboarding((payload) => say(payload, { target }));
    }
    return true;
  });
}

function nameOf(user: User): string {
  return [user.first_name, user.last_name].filter(Boolean).join(" ");
}
