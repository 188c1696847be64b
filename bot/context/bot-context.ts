import type { ConversationFlavor } from "@grammyjs/conversations";
import type { Context } from "grammy";
import type { DialogueTask } from "#core/dialogues/dialogue.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Clock, Log, Random, Target, Words } from "#core/ports.ts";
import type { Pulse } from "#stores/home/pulse.ts";
import type { Owner } from "#stores/people/owners.ts";
import type { Session } from "#stores/sessions/sessions.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import type { MediaParts } from "../media/media-parts.ts";
import type { TimeWords } from "../views/time-words.ts";

/** What the bot asks of the agent. Messages reach it through the store, not through this. */
export interface AgentControl {
  /** Ends the running turn of a session; false if none runs. */
  stopTurn(sessionId: number): boolean;
  /** Goes on with a turn that a restart cut off (AGT-21); false if the session has gone on since. */
  continueInterrupted(sessionId: number): boolean;
  /** Lets such a turn go. Writes to the store, in the caller's transaction; false if the session has gone on since. */
  dropInterrupted(sessionId: number): boolean;
}

/** How Vigil feels, in one line of the menu. */
export interface HealthSummary {
  readonly level: "ok" | "warn" | "fail";
  /** Names of the checks that are not `ok`. */
  readonly failing: readonly string[];
}

/** What the bot is built from. */
export interface BotParts {
  readonly config: {
    readonly token: string;
    /** Root URL of the Bot API server; Telegram's own without it. */
    readonly apiRoot?: string | undefined;
    /** Users who may command the bot; empty: those who paired (TG-1). */
    readonly ownerIds: readonly number[];
    /** `provider/model` or `offline`, as it is shown. */
    readonly model: string;
  };
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly words: Words;
  readonly time: TimeWords;
  readonly preferences: Preferences;
  /** Tells whether the dispatcher is alive (REM-4). */
  readonly pulse: Pick<Pulse, "alive" | "age">;
  readonly agent: AgentControl;
  readonly health: () => Promise<HealthSummary>;
  /** What can be done with files; nothing without it. */
  readonly media?: MediaParts;
}

/** What a handler may do inside {@link BotFlavor.commit}. */
export interface Effects {
  readonly now: Temporal.Instant;
  /** Queues a message; the answer goes where the update came from unless `target` names another place. */
  say(payload: PayloadInput, options?: { target?: Target; replyTo?: number }): void;
}

/** The press of a button. Telegram shows a spinner until it is answered, so every press is (TG-10). */
export interface Press {
  /** Answers with a short toast, or silently. Only the first answer counts. False if Telegram says that the press is too old (TG-15). */
  answer(text?: string, options?: { alert?: boolean }): Promise<boolean>;
  /** What the press was answered with. */
  said: string | undefined;
  /** What is said if the message that is about to be edited is gone (OUT-9); else the text of the edit, or of the answer. */
  anew: readonly PayloadInput[] | undefined;
}

/** What the middleware adds to grammY's context. */
interface BotFlavor {
  /**
   * Runs `work` in the one transaction that also marks the update as handled (TG-15). A handler commits at most once;
   * an update that none committed is marked when its handlers have returned.
   */
  commit<T>(work: (effects: Effects) => T): T;
  /** The owner who wrote or pressed; set for everything behind {@link admitOwners}. */
  owner: Owner;
  /** Where it happened; set with `owner`. */
  place: { readonly target: Target; readonly session: Session };
  /** Set for callback queries. */
  press: Press;
  /** The dialogue of the person in this chat and topic (TG-11). */
  dialogue: {
    /** Begins one in place of the one under way; commits. */
    begin(task: DialogueTask): Promise<void>;
    /** Gives it the update; false if there is none, or it is none of its business. Commits if true. */
    goOn(): Promise<boolean>;
  };
}

export type BotContext = ConversationFlavor<Context> & BotFlavor;
