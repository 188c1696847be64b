import type { Dialogue, DialogueTask } from "#core/dialogues/dialogue.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { StoredDialogue } from "#stores/inbox/dialogues.ts";
import type { BotContext, Effects } from "../context/bot-context.ts";

const stages = new WeakMap<BotContext, Stage>();

/** The stage of an update that is given to a dialogue. */
export function stageOf(ctx: BotContext): Stage {
  const stage = stages.get(ctx);
  if (!stage) throw new Error("no dialogue is played");
  return stage;
}

export function setStage(ctx: BotContext, stage: Stage): void {
  stages.set(ctx, stage);
}

/**
 * What an update of a dialogue comes to. It is gathered while the plugin has the update, and stored with the plugin's
 * state in the one commit of the update (TG-15).
 */
export class Stage {
  readonly id: string;
  /** What is stored of the dialogue; nothing of one that begins. */
  readonly stored: StoredDialogue | undefined;
  /** The task that a new dialogue begins with. */
  readonly begun: DialogueTask | undefined;
  /** The question that follows; null ends the dialogue. */
  next: Omit<Dialogue, "place"> | null = null;
  readonly effects: ((effects: Effects) => void)[] = [];
  /** Answers to the press and edits of its message, once all is stored. */
  readonly afterwards: (() => Promise<unknown>)[] = [];
  /** The dialogue took the update: there is something to commit. */
  taken = false;
  /** It has its whole time again. */
  renewed = false;
  /** An effect ended it. */
  over = false;
  /** Its middleware threw: nothing of it is stored, and the update is tried again. */
  failed = false;

  constructor(id: string, of: { stored?: StoredDialogue | undefined; begun?: DialogueTask | undefined }) {
    this.id = id;
    this.stored = of.stored;
    this.begun = of.begun;
  }

  say(payload: PayloadInput): void {
    this.effects.push(({ say }) => say(payload));
  }
}
