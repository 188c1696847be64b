import type { Api } from "grammy";
import type { MessageEntity } from "grammy/types";
import type { Clock, Log, Random, Target, TurnObserver, TurnRef } from "#core/ports.ts";
import { loadMarkdown } from "./load-markdown.ts";
import { classifyFault } from "./refusals.ts";

/** Telegram shows a chat action for five seconds. */
const TYPING_EVERY_MS = 4_500;
/** At most one draft in this time (OUT-9). */
const DRAFT_EVERY_MS = 700;
/** A draft shows the end of a longer text; a message has room for 4,096 UTF-16 units. */
const MAX_DRAFT = 3_900;

/** grammY's own type of signal; the platform's serves. */
type ApiSignal = Parameters<Api["sendMessageDraft"]>[4];

interface ShownTurn {
  readonly target: Target;
  readonly draftId: number;
  readonly ended: AbortController;
  text: string;
  shown: string;
  drafting: boolean;
  draftsRefused: boolean;
}

/**
 * Shows that a turn runs (TG-5): "typing", and in private chats the text as it grows, with Stop. All of it is a nicety:
 * nothing is retried, and no failure reaches the turn. Reminders run unseen; their message is enough.
 */
export class TelegramTurnObserver implements TurnObserver {
  readonly #options: { api: Api; clock: Clock; random: Random; log: Log };
  readonly #turns = new Map<string, ShownTurn>();

  constructor(options: { api: Api; clock: Clock; random: Random; log: Log }) {
    this.#options = options;
  }

  started({ turnId, origin, target }: TurnRef): void {
    if (!target || origin !== "chat") return;
    const shown: ShownTurn = {
      target,
      // Telegram tells drafts apart by any number but zero.
      draftId: 1 + Math.floor(this.#options.random.float() * 2_147_483_646),
      ended: new AbortController(),
      text: "",
      shown: "",
      drafting: false,
      draftsRefused: target.chatId < 0,
    };
    this.#turns.set(turnId, shown);
    void this.#type(shown);
  }

  text({ turnId }: TurnRef, textSoFar: string): void {
    const shown = this.#turns.get(turnId);
    if (!shown) return;
    shown.text = textSoFar;
    if (!shown.drafting && !shown.draftsRefused) void this.#draft(shown);
  }

  tool(): void {}

  ended({ turnId }: TurnRef): void {
    // The final message is on its way now: a draft that is still under way is broken off, so that it cannot follow it.
    this.#turns.get(turnId)?.ended.abort();
    this.#turns.delete(turnId);
  }

  async #type({ target, ended: { signal } }: ShownTurn): Promise<void> {
    const { api, clock } = this.#options;
    while (!signal.aborted) {
      await api
        .sendChatAction(target.chatId, "typing", thread(target), signal as unknown as ApiSignal)
        .catch(() => undefined);
      await clock.sleep(clock.now().add({ milliseconds: TYPING_EVERY_MS }), signal);
    }
  }

  /** Sends drafts until the last text was shown. */
  async #draft(shown: ShownTurn): Promise<void> {
    const { api, clock, log } = this.#options;
    const { signal } = shown.ended;
    shown.drafting = true;
    while (!signal.aborted && !shown.draftsRefused && shown.text !== shown.shown) {
      const source = shown.text;
      let pauseMs = DRAFT_EVERY_MS;
      try {
        const rich = (await loadMarkdown())(
          source.length > MAX_DRAFT ? `…${source.slice(-MAX_DRAFT).toWellFormed()}` : source,
        );
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

function thread({ threadId }: Target): { message_thread_id?: number } {
  return threadId === null ? {} : { message_thread_id: threadId };
}
