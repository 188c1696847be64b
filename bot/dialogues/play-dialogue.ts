import {
  type Conversation,
  type ConversationData,
  conversations,
  createConversation,
  PLUGIN_DATA_VERSION,
} from "@grammyjs/conversations";
import { Composer, type Context, type MiddlewareFn } from "grammy";
import { z } from "zod";
import { answerDialogue, type DialogueContext } from "#core/dialogues/answer-dialogue.ts";
import { type Dialogue, type DialogueTask, dialogueTaskSchema, stepOf } from "#core/dialogues/dialogue.ts";
import { swapReading } from "#core/dialogues/swap-reading.ts";
import { decodeCallback, readId } from "#core/outbox/callback-data.ts";
import { changeSetting } from "../actions/change-setting.ts";
import { searchReminders } from "../actions/search-reminders.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { addressesAnotherBot, withoutOwnMention } from "../context/mentions.ts";
import { ownerWords } from "../context/owner-words.ts";
import { drawMessage } from "../edits/draw-message.ts";
import { markLine, markMessage } from "../edits/mark-message.ts";
import { dialoguePrompt, dialogueRefusal } from "./dialogue-prompt.ts";
import { STATE_VERSION, StaleDialogue } from "./dialogues.ts";
import { type DialogueEnd, finishDialogue } from "./finish-dialogue.ts";
import { type Stage, stageOf } from "./stage.ts";

/** A question of a dialogue; its place is that of the update. */
const askedSchema = z.strictObject({ id: z.string(), revision: z.int(), task: dialogueTaskSchema });
type Asked = z.infer<typeof askedSchema>;

/**
 * The dialogues (TG-11) on the conversations plugin. Each question is a conversation of its own, which keeps the task so
 * far, waits for the answer and takes it; what comes of it is the next one. Nothing stands before the wait and nothing
 * behind the taking, so nothing is ever played a second time. What is to be stored waits on the stage until the plugin
 * stores its state, and both are one commit.
 */
export function createDialoguePlayer(parts: BotParts): MiddlewareFn<BotContext> {
  const { stores, clock } = parts;
  const { t } = ownerWords(parts);

  async function question(talk: Conversation<BotContext, Context>, _begun: Context, kept: unknown): Promise<void> {
    const asked = readAsked(kept);
    const { callbackQuery } = await talk.waitUntil(isAnswer);
    await talk.external((ctx) => {
      stageOf(ctx).next = callbackQuery ? takePress(ctx, asked) : takeWords(ctx, asked);
    });
  }

  /** The next question, or the preview. */
  function advance(ctx: BotContext, { id, revision }: Asked, task: DialogueTask, { silent = false } = {}): Asked {
    const stage = take(ctx);
    const next = { id, revision: revision + 1, task };
    stage.renewed = true;
    if (!silent) stage.say(dialoguePrompt(parts, at(ctx, next)));
    return next;
  }

  /** A text is taken as the answer, in the preview as the answer anew. */
  function takeWords(ctx: BotContext, asked: Asked): Asked | null {
    const stage = take(ctx);
    const dialogue = at(ctx, asked);
    const words = ctx.message ? withoutOwnMention(ctx.message, ctx.me.username) : "";
    const answer = answerDialogue(dialogue.task, words, dialogueContext(parts, dialogue, clock.now()));
    switch (answer.kind) {
      case "next":
        return advance(ctx, asked, answer.task);
      case "refused":
        stage.say(dialogueRefusal(dialogue, answer));
        return asked;
      case "gone":
      case "cancelled":
        stage.say({ kind: "notice", code: `dialogue-${answer.kind}` });
        return null;
      case "search":
        stage.effects.push(({ say }) => say(searchReminders(parts, ctx.owner, answer.query)));
        return null;
      default:
        return answer satisfies never;
    }
  }

  /** Confirm, the other reading, Cancel. */
  function takePress(ctx: BotContext, asked: Asked): Asked | null {
    const stage = take(ctx);
    const { task } = asked;
    const [, revision, choice] = decodeCallback(ctx.callbackQuery?.data ?? "")?.args ?? [];
    // Cancel of an earlier question means the dialogue as well.
    if (choice === "cancel") {
      stage.afterwards.push(
        () => ctx.press.answer(t("press-cancelled")),
        () => markLine(ctx, t("mark-cancelled")),
      );
      return null;
    }
    const swap = choice === "other" && "card" in task ? task.card?.otherReading : undefined;
    const offered = choice === "ok" || swap !== undefined;
    if (!offered || readId(revision) !== asked.revision || stepOf(task) !== "confirm") {
      stage.afterwards.push(
        () => ctx.press.answer(t("press-dialogue-earlier")),
        () => markMessage(ctx, null, []),
      );
      return asked;
    }
    if (swap && "card" in task && task.card) {
      // Taken back, it teaches nothing.
      const taught = task.taught ? undefined : swap.convention;
      const swapped = { ...task, card: swapReading(task.card, clock.now()), taught };
      const next = advance(ctx, asked, swapped, { silent: true });
      stage.afterwards.push(async () => {
        const { body, keyboard } = await drawMessage(parts, dialoguePrompt(parts, at(ctx, next)));
        await markMessage(ctx, body, keyboard);
      });
      return next;
    }
    return confirm(ctx, asked);
  }

  /** Stores what the preview showed, and ends the dialogue with it; refused, the preview stands. */
  function confirm(ctx: BotContext, asked: Asked): Asked | null {
    const stage = take(ctx);
    const dialogue = at(ctx, asked);
    const { task } = dialogue;
    const reason = task.kind === "default-hour" ? changeSetting(parts, { hour: task.hour ?? "" }) : null;
    let end: DialogueEnd | undefined;
    stage.effects.push(({ now, say }) => {
      if (reason !== null) say({ kind: "notice", code: "setting-refused", params: { reason } });
      else end = finishDialogue(parts, ctx, dialogue, now);
      if (end?.kind === "refused") return say(dialogueRefusal(dialogue, end));
      stage.over = true;
      if (!end) return;
      if ("taught" in task && task.taught) stores.conventions.remember(task.taught);
      say(end.kind === "done" ? end.say : { kind: "notice", code: "dialogue-gone" });
    });
    stage.afterwards.push(async () => {
      if (end?.kind === "done") await ctx.press.answer(t("press-saved"));
      await markMessage(ctx, null, []);
    });
    return asked;
  }

  const storage = { type: "context", version: STATE_VERSION, adapter: stateInCommit(parts) } as const;
  const plugin = new Composer<BotContext>();
  plugin.use(conversations<BotContext, Context>({ storage, plugins: [noCalls] }));
  const answered = createConversation<BotContext, Context>(question, { id: "question" });
  plugin.use(async (ctx, next) => {
    const stage = stageOf(ctx);
    try {
      await answered(ctx, next);
      if (stage.begun) stage.next = advance(ctx, { id: stage.id, revision: -1, task: stage.begun }, stage.begun);
      if (stage.next) await ctx.conversation.enter("question", stage.next);
    } catch (error) {
      // The plugin stores its state also then, without the question.
      stage.failed = true;
      throw error;
    }
  });
  return plugin.middleware();
}

function readAsked(kept: unknown): Asked {
  const parsed = askedSchema.safeParse(kept);
  if (!parsed.success) throw new StaleDialogue("what is stored of a dialogue cannot be read");
  return parsed.data;
}

/** A call of Telegram inside a dialogue would go past the outbox, and if it fails the plugin can wait for ever: there is none. */
export const noCalls: MiddlewareFn<Context> = (ctx, next) => {
  ctx.api.config.use(() => {
    throw new Error("a dialogue speaks through the outbox");
  });
  return next();
};

/** The plugin's storage: its state and everything on the stage are written in the commit of the update. */
function stateInCommit({ stores }: BotParts) {
  type State = { version: [0, string | number]; state: ConversationData };
  const commit = (ctx: BotContext, state: State | null): void => {
    const stage = stageOf(ctx);
    if (!stage.taken || stage.failed) return;
    ctx.commit((effects) => {
      for (const effect of stage.effects) effect(effects);
      if (!state || stage.over) return void stores.dialogues.end(stage.id);
      stores.dialogues.put(stage.id, ctx.place.target, ctx.owner.userId, state, stage.renewed ? effects.now : null);
    });
  };
  return {
    read(ctx: BotContext) {
      const state = stageOf(ctx).stored?.state as State | undefined;
      if (state && state.version[0] !== PLUGIN_DATA_VERSION)
        throw new StaleDialogue("the plugin stores another format now");
      return state;
    },
    write: (ctx: BotContext, state: State) => commit(ctx, state),
    delete: (ctx: BotContext) => commit(ctx, null),
  };
}

/** The stage of the update that the dialogue takes. */
function take(ctx: BotContext): Stage {
  const stage = stageOf(ctx);
  stage.taken = true;
  return stage;
}

function at(ctx: BotContext, asked: Asked): Dialogue {
  return { ...asked, place: ctx.place.target };
}

function dialogueContext(
  { stores, preferences }: BotParts,
  { task, place }: Dialogue,
  now: Temporal.Instant,
): DialogueContext {
  return {
    now,
    zone: preferences.zone(),
    locale: preferences.locale(),
    hints: preferences.hints(),
    target: place,
    live: stores.schedules.countLive(),
    maxLive: preferences.settings().reminders.maxLive,
    row: task.kind === "move" ? stores.schedules.get(task.scheduleId) : undefined,
    snoozedText: task.kind === "snooze" ? stores.firings.get(task.firingId)?.text : undefined,
  };
}

/** A press of a dialogue's button, or a text. A command is never an answer, nor are somebody else's words or what another bot is asked. */
function isAnswer({ callbackQuery, message, me }: Context): boolean {
  if (callbackQuery) return decodeCallback(callbackQuery.data ?? "")?.action === "dialogue";
  if (message?.text === undefined) return false;
  const command = message.entities?.some(({ type, offset }) => type === "bot_command" && offset === 0) ?? false;
  return !command && !message.forward_origin && !message.via_bot && !addressesAnotherBot(message, me.username);
}
