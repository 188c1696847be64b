import { Composer } from "grammy";
import type { Message } from "grammy/types";
import { answerFlow, type FlowContext } from "#core/flows/answer-flow.ts";
import type { Flow } from "#stores/inbox/flows.ts";
import type { BotContext, BotParts } from "../middleware/bot-context.ts";
import { addressesAnotherBot } from "../middleware/compose-input.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { flowPrompt, flowRefusal } from "./flow-prompt.ts";

/** Where the words of the latest search stand: the list finds them there, also after a restart. */
export const SEARCH_KEY = "reminders_search";

/**
 * Takes a message as the answer of the dialogue that its author has in this chat and topic (TG-11). Commands were
 * handled before; forwards, other people's messages and everything without text go on to the agent. A dialogue whose time
 * ran out says so with the first message after it, and that message goes to the agent.
 */
export function takeAnswers(parts: BotParts): Composer<BotContext> {
  const { stores, clock } = parts;
  const composer = new Composer<BotContext>();

  composer.on("message:text", async (ctx, next) => {
    const flow = stores.flows.find(ctx.place.target, ctx.owner.userId);
    if (!flow || !isAnswer(ctx.message, ctx.me.username)) return next();
    if (flow.expiresAt <= clock.now().epochMilliseconds) {
      endExpired(parts, flow, clock.now());
      return next();
    }
    const words = withoutMention(ctx.message.text, ctx.me.username);
    ctx.commit(({ now, say }) => {
      const answer = answerFlow(flow.task, words, flowContext(parts, flow, now));
      switch (answer.kind) {
        case "next":
          return say(flowPrompt(parts, stores.flows.advance(flow.id, answer.task, now)));
        case "refused":
          return say(flowRefusal(flow, answer));
        case "gone":
          stores.flows.end(flow.id);
          return say({ kind: "notice", code: "flow-gone" });
        case "cancelled":
          stores.flows.end(flow.id);
          return say({ kind: "notice", code: "flow-cancelled" });
        case "search":
          stores.flows.end(flow.id);
          stores.meta.set(SEARCH_KEY, answer.query);
          return say({ kind: "menu", menu: "reminders/q0" });
        default:
          return answer satisfies never;
      }
    });
  });

  return composer;
}

/** Ends a dialogue whose time ran out, and says so once. */
export function endExpired(parts: BotParts, flow: Flow, now: Temporal.Instant): void {
  const { stores } = parts;
  const { moment } = ownerWords(parts);
  stores.db.transaction(() => {
    if (!stores.flows.end(flow.id)) return;
    const payload = { kind: "notice", code: "flow-over", params: { at: moment(flow.expiresAt) } } as const;
    stores.outbox.enqueue({ key: `flow-over:${flow.id}`, target: flow.place, payload }, now);
  });
}

function flowContext({ stores, preferences }: BotParts, { task, place }: Flow, now: Temporal.Instant): FlowContext {
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

/** A command is never an answer, nor are somebody else's words or what another bot is asked. */
function isAnswer(message: Message, username: string): boolean {
  const command = message.entities?.some(({ type, offset }) => type === "bot_command" && offset === 0) ?? false;
  return !command && !message.forward_origin && !message.via_bot && !addressesAnotherBot(message, username);
}

/** In a group the answer may begin with our name. */
function withoutMention(text: string, username: string): string {
  const mention = `@${username}`.toLowerCase();
  return text.toLowerCase().startsWith(mention) ? text.slice(mention.length).replace(/^[\s,:]+/, "") : text;
}
