import type { Clock, Locale, Log, Random, TurnObserver, TurnRef, Wake } from "#core/ports.ts";
import type { WhenHints } from "#core/time/parse-when.ts";
import type { Firing } from "#stores/firings.ts";
import type { Stores } from "#stores/stores.ts";
import { appendMessages } from "./append-messages.ts";
import { ChatSession, type ChatSessionContext } from "./chat-session.ts";
import { DROPPED_NOTE } from "./history.ts";
import type { ResolvedModel } from "./models/resolve-model.ts";
import { recoverTurns } from "./recover-turns.ts";
import { overLimit, TurnRun } from "./run-turn.ts";
import { type AiSdk, loadAiSdk } from "./sdk.ts";
import { Slots } from "./slots.ts";
import { remindTool } from "./tools/remind.ts";
import type { TurnLimits, TurnResult } from "./turn-result.ts";

export type { TurnResult } from "./turn-result.ts";

/** Chat turns side by side; reminder turns have their own number (AGT-3). */
const CHAT_TURNS = 4;
/** How often the store is looked at for input that another process wrote (ARC-12). */
const LOOK_EVERY = { seconds: 1 };

export interface AgentOptions {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly wake: Wake;
  readonly log: Log;
  readonly observer: TurnObserver;
  readonly preferences: { locale(): Locale; zone(): string; hints(): WhenHints };
  /** `VIGIL_MODEL`, as it is kept with each turn. */
  readonly modelName: string;
  /** Makes the model; it is called at the first turn, and again after a failure. */
  loadModel(): Promise<ResolvedModel>;
  /** Setting `turns.limits`. */
  limits(): TurnLimits;
  /** Setting `reminders.maxLive`. */
  maxLive(): number;
  dispatcherAlive(): boolean;
}

/** The agent: it answers what waits in the sessions and carries reminders out. What it says leaves through the outbox. */
export class Agent {
  readonly modelName: string;
  readonly #options: AgentOptions;
  readonly #context: ChatSessionContext;
  readonly #sessions = new Map<number, ChatSession>();
  readonly #reminders = new Map<number, TurnRun>();
  readonly #ended = new AbortController();
  #model: Promise<ResolvedModel> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: AgentOptions) {
    this.modelName = options.modelName;
    this.#options = options;
    this.#context = {
      stores: options.stores,
      clock: options.clock,
      random: options.random,
      log: options.log,
      observer: options.observer,
      preferences: options.preferences,
      modelName: options.modelName,
      slots: new Slots(CHAT_TURNS),
      limits: options.limits,
      load: () => this.#load(),
      tools: (ai, turn, guard, onCard) => ({ remind: remindTool(ai, options, { ...turn, onCard }, guard) }),
    };
  }

  /** Recovers what a crash left (AGT-21) and begins to answer. */
  start(): void {
    const { stores, clock, log } = this.#options;
    const interrupted = recoverTurns(stores, clock.now());
    if (interrupted > 0) log.warn({ turns: interrupted }, "turns were interrupted by a restart");
    this.#unsubscribe = this.#options.wake.onSession((sessionId) => this.#poke(sessionId));
    void this.#watchStore();
  }

  /** Loads what the first turn needs, which takes about 100 ms and 30 MB. */
  async warmUp(): Promise<void> {
    await this.#load();
  }

  /** Stops the running turn of a session, a reminder's too: within a second, also in the middle of a tool. False if there is none. */
  stopTurn(sessionId: number): boolean {
    const reminder = this.#reminders.get(sessionId);
    reminder?.breakOff({ kind: "stopped" });
    return reminder !== undefined || (this.#sessions.get(sessionId)?.stop() ?? false);
  }

  /** Continues the turn that a restart interrupted (AGT-21). False if the session has gone on since. */
  continueInterrupted(sessionId: number): boolean {
    return this.#wasInterrupted(sessionId) && this.#session(sessionId).continue();
  }

  /** Lets an interrupted turn go, so that later turns leave it alone. False if the session has gone on since. */
  dropInterrupted(sessionId: number): boolean {
    const { stores, clock } = this.#options;
    if (!this.#wasInterrupted(sessionId)) return false;
    stores.messages.append(sessionId, "assistant", DROPPED_NOTE, clock.now());
    return true;
  }

  /**
   * Runs the turn of a firing in its own session, whose first message its caller has stored (REM-10). The caller ends
   * the turn's row together with the firing (REM-12). `signal` is the caller's limit; stopped by the owner is {@link stopTurn}.
   */
  async runReminderTurn(reminder: {
    turnId: string;
    sessionId: number;
    firing: Firing;
    signal: AbortSignal;
  }): Promise<TurnResult> {
    const { stores, clock, limits, observer } = this.#options;
    const { sessionId, turnId, firing, signal } = reminder;
    const turn: TurnRef = { turnId, sessionId, origin: "reminder", target: null };
    const run = new TurnRun(turn, this.#context);
    const onLimit = () => run.breakOff(overLimit("timeout_turn"));
    signal.addEventListener("abort", onLimit, { once: true });
    if (signal.aborted) onLimit();
    this.#reminders.set(sessionId, run);
    observer.started(turn);
    try {
      const options = { load: () => this.#load(), totalSeconds: limits().reminderTurn, dueText: firing.text };
      const { result, messages } = await run.run(options);
      stores.db.transaction(() => appendMessages(stores, turn, messages, clock.now()));
      return result;
    } finally {
      signal.removeEventListener("abort", onLimit);
      this.#reminders.delete(sessionId);
      observer.ended(turn);
    }
  }

  /**
   * No new turns; waits for the running ones until `deadline`. One that is not done by then is left as it is: the next
   * start finds it interrupted.
   */
  async drain(deadline: Temporal.Instant): Promise<void> {
    this.#unsubscribe?.();
    this.#ended.abort();
    const closed = Promise.all([...this.#sessions.values()].map((session) => session.close()));
    const waited = new AbortController();
    await Promise.race([closed, this.#options.clock.sleep(deadline, waited.signal)]);
    waited.abort();
  }

  /** Once a second: what the command line wrote wakes nobody in this process (ARC-12). */
  async #watchStore(): Promise<void> {
    const { stores, clock, log } = this.#options;
    while (!this.#ended.signal.aborted) {
      try {
        for (const sessionId of stores.messages.sessionsWithPending()) this.#poke(sessionId);
      } catch (error) {
        log.error({ err: error }, "the sessions could not be looked at");
      }
      await clock.sleep(clock.now().add(LOOK_EVERY), this.#ended.signal);
    }
  }

  /** Listeners of Wake run in the stack of whoever has committed: the work begins after it. */
  #poke(sessionId: number): void {
    Promise.resolve()
      .then(() => this.#session(sessionId).poke())
      .catch((error) => this.#options.log.error({ session: sessionId, err: error }, "a session could not be woken"));
  }

  #session(id: number): ChatSession {
    let session = this.#sessions.get(id);
    if (!session) {
      session = new ChatSession(id, this.#context);
      this.#sessions.set(id, session);
    }
    return session;
  }

  #wasInterrupted(sessionId: number): boolean {
    const { stores } = this.#options;
    const turnId = stores.messages.history(sessionId, 1)[0]?.turnId;
    return turnId != null && stores.turns.get(turnId)?.state === "interrupted";
  }

  async #load(): Promise<{ ai: AiSdk; model: ResolvedModel }> {
    this.#model ??= this.#options.loadModel();
    try {
      const [ai, model] = await Promise.all([loadAiSdk(), this.#model]);
      return { ai, model };
    } catch (error) {
      this.#model = undefined;
      throw error;
    }
  }
}
