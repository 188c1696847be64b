import type { MiddlewareFn } from "grammy";
import type { DialogueTask } from "#core/dialogues/dialogue.ts";
import type { StoredDialogue } from "#stores/inbox/dialogues.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { Stage, setStage, stageOf } from "./stage.ts";

/** Of the stored state: another order of what the conversation of a question does needs another one. */
export const STATE_VERSION = 1;

/**
 * Gives handlers `ctx.dialogue`, through which a dialogue begins and goes on (TG-11). The plugin that plays dialogues
 * is loaded with the first one. Updates of one dialogue are played one after another: presses and messages arrive in
 * lanes of their own, and the plugin is asynchronous.
 */
export function dialogues(parts: BotParts): MiddlewareFn<BotContext> {
  const { stores, clock, random, log } = parts;
  const queues = new Map<string, Promise<unknown>>();
  let loading: Promise<MiddlewareFn<BotContext>> | undefined;

  async function play(ctx: BotContext, begun?: DialogueTask): Promise<boolean> {
    const stored = begun ? undefined : stores.dialogues.find(ctx.place.target, ctx.owner.userId);
    if (!begun && (!stored || endDead(parts, stored, clock.now()))) return false;
    loading ??= import("./play-dialogue.ts").then((module) => module.createDialoguePlayer(parts));
    const middleware = await loading;
    const stage = new Stage(stored?.id ?? random.id(8), { stored, begun });
    setStage(ctx, stage);
    try {
      await middleware(ctx, async () => undefined);
    } catch (error) {
      if (!stored || !isStale(error)) throw error;
      log.error({ dialogue: stored.id, err: error }, "a dialogue of another release cannot go on");
      endDialogue(parts, stored, "dialogue-gone", clock.now());
      return false;
    }
    return stage.taken;
  }

  async function inTurn(ctx: BotContext, begun?: DialogueTask): Promise<boolean> {
    const { chatId, threadId } = ctx.place.target;
    const key = `${chatId}:${threadId ?? 0}:${ctx.owner.userId}`;
    const before = queues.get(key) ?? Promise.resolve();
    const played = before.then(() => play(ctx, begun));
    const end = played.catch(() => undefined);
    queues.set(key, end);
    const taken = await played.finally(() => queues.get(key) === end && queues.delete(key));
    if (taken) for (const call of stageOf(ctx).afterwards) await call();
    return taken;
  }

  return async (ctx, next) => {
    ctx.dialogue = {
      begin: async (task) => void (await inTurn(ctx, task)),
      goOn: () => inTurn(ctx),
    };
    await next();
  };
}

/** Ends a dialogue whose time ran out, or that another release began; true if it was one. */
export function endDead(parts: BotParts, dialogue: StoredDialogue, now: Temporal.Instant): boolean {
  if (dialogue.state.version[1] !== STATE_VERSION) endDialogue(parts, dialogue, "dialogue-gone", now);
  else if (dialogue.expiresAt <= now.epochMilliseconds) endDialogue(parts, dialogue, "dialogue-over", now);
  else return false;
  return true;
}

/** Ends a dialogue from outside, and says so once. */
function endDialogue(
  parts: BotParts,
  dialogue: StoredDialogue,
  code: "dialogue-gone" | "dialogue-over",
  now: Temporal.Instant,
): void {
  const { stores } = parts;
  const { moment } = ownerWords(parts);
  stores.db.transaction(() => {
    if (!stores.dialogues.end(dialogue.id)) return;
    const payload = { kind: "notice", code, params: { at: moment(dialogue.expiresAt) } } as const;
    stores.outbox.enqueue({ key: `dialogue-over:${dialogue.id}`, target: dialogue.place, payload }, now);
  });
}

/** What is stored of a dialogue does not fit its function. */
export class StaleDialogue extends Error {}

function isStale(error: unknown): boolean {
  // The plugin tells it by its words alone.
  return error instanceof StaleDialogue || (error instanceof Error && error.message.startsWith("Bad replay"));
}
