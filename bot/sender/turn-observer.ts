import type { Api } from "grammy";
import type { MessageEntity } from "grammy/types";
import { join, type RichText, styled } from "#core/outbox/rich-text.ts";
import type { Clock, Locale, Log, Random, Target, TurnObserver, TurnRef, Words } from "#core/ports.ts";
import { classifyFault } from "../api/refusals.ts";
import { loadMarkdown } from "../words/load-markdown.ts";

/** Telegram shows a chat action for five seconds. */
const TYPING_EVERY_MS = 4_500;
/** At most one draft in this time (OUT-9). */
const DRAFT_EVERY_MS = 700;
/** An answer that is complete at once needs no draft: the first one waits so long. */
const FIRST_DRAFT_MS = 100;
/** A draft shows the end of a longer text; a message has room for 4,096 UTF-16 units. */
const MAX_DRAFT = 3_900;

/** grammY's own type of signal; the platform's serves. */
type ApiSignal = Parameters<Api["sendMessageDraft"]>[4];

/** Tools whose work has a line of its own. */
const NAMED = new Set(["bash", "remind", "schedule", "web_fetch", "skill"]);

interface ShownTurn {
  readonly target: Target;
  /** The message in a group that carries the 👀. */
  readonly watched: number | undefined;
  readonly draftId: number;
  readonly ended: AbortController;
  text: string;
  /** It is the owner's turn to speak: nobody types. */
  idle: boolean;
  /** The tool that runs. */
  tool: string | undefined;
  shown: string;
  drafting: boolean;
  draftsRefused: boolean;
}

export interface TurnObserverOptions {
  readonly api: Api;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly words: Words;
  readonly preferences: { locale(): Locale };
  /** Takes configured secrets out of what is shown (OUT-8). */
  redact(text: string): string;
}

/**
 * Shows that a turn runs (TG-5): "typing"; in private chats the text as it grows and the tool that runs, with Stop; in
 * groups a 👀 on the message. All of it is a nicety: nothing is retried, and no failure reaches the turn. Reminders run
 * unseen; their message is enough.
 */
export class TelegramTurnObserver implements TurnObserver {
  readonly #options: TurnObserverOptions;
  readonly #turns = new Map<string, ShownTurn>();

  constructor(options: TurnObserverOptions) {
    this.#options = options;
  }

  started({ turnId, origin, target, messageId }: TurnRef): void {
    if (!target || origin !== "chat") return;
    const shown: ShownTurn = {
      target,
      watched: target.chatId < 0 ? messageId : undefined,
      // Telegram tells drafts apart by any number but zero.
      draftId: 1 + Math.floor(this.#options.random.float() * 2_147_483_646),
      ended: new AbortController(),
      text: "",
      idle: false,
      tool: undefined,
      shown: "",
      drafting: false,
      draftsRefused: target.chatId < 0,
    };
    this.#turns.set(turnId, shown);
    void this.#type(shown);
    this.#react(shown, ["👀"]);
  }

  text({ turnId }: TurnRef, textSoFar: string): void {
    const shown = this.#turns.get(turnId);
    if (!shown) return;
    shown.text = textSoFar;
    this.#show(shown);
  }

  tool({ turnId }: TurnRef, toolName: string, state: "running" | "waiting" | "done"): void {
    const shown = this.#turns.get(turnId);
    if (!shown) return;
    shown.idle = state === "waiting";
    shown.tool = state === "running" ? toolName : undefined;
    // The line of a tool that has ended stays until there is something new to see.
    if (state === "running") this.#show(shown);
  }

  ended({ turnId }: TurnRef): void {
    // The final message is on its way now: a draft that is still under way is broken off, so that it cannot follow it.
    const shown = this.#turns.get(turnId);
    shown?.ended.abort();
    if (shown) this.#react(shown, []);
    this.#turns.delete(turnId);
  }

  #show(shown: ShownTurn): void {
    if (!shown.drafting && !shown.draftsRefused) void this.#draft(shown);
  }

  #react({ target, watched }: ShownTurn, emoji: readonly "👀"[]): void {
    if (watched === undefined) return;
    const reaction = emoji.map((one) => ({ type: "emoji" as const, emoji: one }));
    void this.#options.api.setMessageReaction(target.chatId, watched, reaction).catch(() => undefined);
  }

  async #type(shown: ShownTurn): Promise<void> {
    const { api, clock } = this.#options;
    const {
      target,
      ended: { signal },
    } = shown;
    while (!signal.aborted) {
      if (!shown.idle)
        await api
          .sendChatAction(target.chatId, "typing", thread(target), signal as unknown as ApiSignal)
          .catch(() => undefined);
      await clock.sleep(clock.now().add({ milliseconds: TYPING_EVERY_MS }), signal);
    }
  }

  /** One short line about the tool that runs. */
  #statusLine(tool: string | undefined): RichText {
    if (tool === undefined) return styled("");
    const { words, preferences } = this.#options;
    const line = words.t(preferences.locale(), "tool-running", { tool: NAMED.has(tool) ? tool : "other" });
    return styled(line, { type: "italic" });
  }

  /** Sends drafts until the last text was shown. */
  async #draft(shown: ShownTurn): Promise<void> {
    const { api, clock, log } = this.#options;
    const { signal } = shown.ended;
    shown.drafting = true;
    if (shown.shown === "") await clock.sleep(clock.now().add({ milliseconds: FIRST_DRAFT_MS }), signal);
    while (!signal.aborted && !shown.draftsRefused && contentOf(shown) !== shown.shown) {
      const { tool } = shown;
      const source = contentOf(shown);
      let pauseMs = DRAFT_EVERY_MS;
      try {
        const text = this.#options.redact(shown.text);
        const said = (await loadMarkdown())(
          text.length > MAX_DRAFT ? `…${text.slice(-MAX_DRAFT).toWellFormed()}` : text,
        );
        const rich = join([said, this.#statusLine(tool)], "\n\n");
        const other = { can_stop: true, entities: rich.entities as MessageEntity[], ...thread(shown.target) };
        if (rich.text.trim() !== "" && !signal.aborted)
          await api.sendMessageDraft(
            shown.target.chatId,
            shown.draftId,
            rich.text,
            other,
            signal as unknown as ApiSignal,
          );
        shown.shown = source;
      } catch (error) {
        if (signal.aborted) break;
        const fault = classifyFault(error);
        if (fault.kind === "rate_limited") pauseMs = fault.retryAfterSeconds * 1_000;
        else {
          shown.draftsRefused = true;
          log.info({ chat: shown.target.chatId, err: error }, "this turn is shown without drafts");
        }
      }
      await clock.sleep(clock.now().add({ milliseconds: pauseMs }), signal);
    }
    shown.drafting = false;
  }
}

/** What a draft shows, as one string to compare. */
function contentOf({ text, tool = "" }: ShownTurn): string {
  return `${tool}\n${text}`;
}

function thread({ threadId }: Target): { message_thread_id?: number } {
  return threadId === null ? {} : { message_thread_id: threadId };
}
