import type { Clock, Log, Random, TurnObserver, TurnRef, Wake } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import { readOwnerInstructions } from "#stores/files/custom-files.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import { appendMessages } from "./context/append-messages.ts";
import { forgetOutside } from "./context/forget-outside.ts";
import { DROPPED_NOTE } from "./context/history.ts";
import type { ResolvedModel } from "./models/resolve-model.ts";
import { type AiSdk, loadAiSdk } from "./models/sdk.ts";
import { ChatSession, type ChatSessionContext } from "./session/chat-session.ts";
import { recoverTurns } from "./session/recover-turns.ts";
import { Slots } from "./session/slots.ts";
import { type ToolsContext, turnTools } from "./tools/turn-tools.ts";
import { overLimit, TurnRun } from "./turn/run-turn.ts";
import type { TurnPurpose } from "./turn/turn-context.ts";
import type { TurnLimits, TurnResult } from "./turn/turn-result.ts";
import { alertBudget, budgetState } from "./usage/budget.ts";
import { costOf } from "./usage/prices.ts";
import { fetchPage } from "./web/fetch-page.ts";

export type { TurnResult } from "./turn/turn-result.ts";

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
  readonly preferences: Pick<Preferences, "locale" | "zone" | "hints" | "settings">;
  /** `VIGIL_MODEL`, as it is kept with each turn. */
  readonly modelName: string;
  /** Makes the model; it is called at the first turn, and again after a failure. */
  loadModel(): Promise<ResolvedModel>;
  /** Setting `turns.limits`. */
  limits(): TurnLimits;
  dispatcherAlive(): boolean;
  readonly redactor: Redactor;
  /** `data/custom`: the owner's instructions and skills. */
  readonly custom: string;
  readonly shell: ToolsContext["shell"];
  readonly mcp?: ToolsContext["mcp"];
  /** How `web_fetch` reads a page; the public web if it is not given. */
  readonly fetchPage?: ToolsContext["fetchPage"];
  /** The bytes of a kept picture as base64; undefined for a model that does not see. */
  picture(name: string): string | undefined;
  /** Setting `budget.dailyUsd`. */
  dailyUsd(): number | null;
}

/** The agent: it answers what waits in the sessions and carries reminders out. What it says leaves through the outbox. */
export class Agent {
  readonly modelName: string;
  readonly #options: AgentOptions;
  readonly #context: ChatSessionContext;
  readonly #sessions = new Map<number, ChatSession>();
  readonly #reminders = new Map<number, TurnRun>();
  readonly #ended = new AbortController();
  #toldOfCut = false;
  #model: Promise<ResolvedModel> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: AgentOptions) {
    this.modelName = options.modelName;
    this.#options = options;
    this.#context = {
      stores: options.stores,
      clock: options.clock,
      random: options.random,
      wake: options.wake,
      log: options.log,
      observer: options.observer,
      preferences: options.preferences,
      redactor: options.redactor,
      modelName: options.modelName,
      slots: new Slots(CHAT_TURNS),
      limits: options.limits,
      load: () => this.#load(),
      picture: options.picture,
      ownerInstructions: () => this.#ownerInstructions(),
      costOf: (usage) => costOf(options.modelName, usage),
      tools: (ai, turn) => turnTools(ai, { fetchPage, ...options }, turn),
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
    const { sessionId, turnId, firing, signal } = reminder;
    const turn: TurnRef = { turnId, sessionId, origin: "reminder", target: null };
    return this.#runApart(turn, { firing: { id: firing.id, text: firing.text, target: firing.target } }, signal);
  }

  /**
   * Runs one step of a helper's turn: one model call with the tools that it calls (REM-40). `unfinished` in the result
   * says that another step follows; in the `last` one the model has to answer.
   */
  async runHelperStep(step: {
    turnId: string;
    sessionId: number;
    last: boolean;
    signal: AbortSignal;
  }): Promise<TurnResult> {
    const turn: TurnRef = { turnId: step.turnId, sessionId: step.sessionId, origin: "reminder", target: null };
    return this.#runApart(turn, { helperStep: step.last ? "last" : "open" }, step.signal);
  }

  /** A turn that nobody waits for, in a session of its own. */
  async #runApart(turn: TurnRef, purpose: TurnPurpose, signal: AbortSignal): Promise<TurnResult> {
    const { stores, clock, limits, observer } = this.#options;
    if (!this.#mayRunUnasked()) return { outcome: "failed", fault: { code: "over_budget", detail: "budget.dailyUsd" } };
    const run = new TurnRun(turn, this.#context, purpose);
    const onLimit = () => run.breakOff(overLimit("timeout_turn"));
    signal.addEventListener("abort", onLimit, { once: true });
    if (signal.aborted) onLimit();
    this.#reminders.set(turn.sessionId, run);
    observer.started(turn);
    try {
      const { result, messages } = await run.run({
        load: () => this.#load(),
        totalSeconds: limits().reminderTurn,
        closing: this.#ended.signal,
        stepAside: (work) => work(),
      });
      stores.db.transaction(() => {
        appendMessages(stores, turn, messages, clock.now());
        // The next step of a helper still needs what its tools brought.
        if (result.outcome !== "done" || !result.unfinished) forgetOutside(stores, turn.turnId);
      });
      return result;
    } finally {
      signal.removeEventListener("abort", onLimit);
      this.#reminders.delete(turn.sessionId);
      observer.ended(turn);
    }
  }

  /**
   * No new turns; waits for the running ones until `deadline`, and ends the MCP servers. A turn that is not done by then is
   * left as it is: the next start finds it interrupted.
   */
  async drain(deadline: Temporal.Instant): Promise<void> {
    this.#unsubscribe?.();
    this.#ended.abort();
    const closed = Promise.all([...this.#sessions.values()].map((session) => session.close()));
    const waited = new AbortController();
    await Promise.race([closed, this.#options.clock.sleep(deadline, waited.signal)]);
    waited.abort();
    await this.#options.mcp?.close();
  }

  /** Turns that nobody waits for pause at the budget (AGT-11); their owner is told once a day. */
  #mayRunUnasked(): boolean {
    const { stores, clock, preferences, dailyUsd } = this.#options;
    const budget = dailyUsd();
    const now = clock.now();
    const priced = costOf(this.modelName, { inputTokens: 0, outputTokens: 0 }) !== null;
    const state = budgetState(stores, { now, zone: preferences.zone(), dailyUsd: budget, priced });
    if (state.open || budget === null) return true;
    stores.db.transaction(() => alertBudget(stores, state, budget, now));
    return false;
  }

  /** Read for every turn, so that an edit counts at once (AGT-20). */
  #ownerInstructions(): string {
    const { text, cut } = readOwnerInstructions(this.#options.custom);
    if (cut && !this.#toldOfCut)
      this.#options.log.warn(
        { file: "data/custom/instructions.md" },
        "the owner's instructions are too long and were cut at a line",
      );
    this.#toldOfCut = cut;
    return cut
      ? `${text}\n(Cut here: the owner's file is longer than may be sent. Tell them if they ask about it.)`
      : text;
  }

  /** Once a second: what the command line wrote wakes nobody in this process (ARC-12). */
  async #watchStore(): Promise<void> {
    const { stores, clock, log } = this.#options;
    while (!this.#ended.signal.aborted) {
      try {
        stores.approvals.expire(clock.now());
        for (const sessionId of [...stores.messages.sessionsWithPending(), ...stores.approvals.sessionsWithDecided()])
          this.#poke(sessionId);
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
