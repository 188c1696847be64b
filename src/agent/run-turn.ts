import type { ModelMessage } from "ai";
import type { Card } from "#core/outbox/payload.ts";
import type { TurnRef } from "#core/ports.ts";
import { HISTORY_TOKENS } from "./context.ts";
import { Countdown } from "./countdown.ts";
import { classifyFault, type Fault, type FaultCode } from "./faults.ts";
import type { ResolvedModel } from "./models/resolve-model.ts";
import { runAttempt } from "./run-attempt.ts";
import type { AiSdk } from "./sdk.ts";
import type { BreakOff, TurnContext, TurnState } from "./turn-context.ts";
import type { TurnResult } from "./turn-result.ts";
import { UsageMeter } from "./usage.ts";

/** How many model calls a turn may take; the last one has no tools, so that there is an answer. */
const MAX_STEPS = 16;
/** How often new input may begin the first model call anew before it simply waits for the next step. */
const MAX_RESTARTS = 5;

/** One run of the agent (AGT-1): from the stored history to a final text. It can be stopped and told of new input. */
export class TurnRun {
  readonly #context: TurnContext;
  readonly #turn: TurnRef;
  readonly #cards: Card[] = [];
  readonly #meter = new UsageMeter();
  #breakOff: BreakOff | undefined;
  #attempt: AbortController | undefined;
  #restarts = 0;
  #mayRestart: () => boolean = () => false;

  constructor(turn: TurnRef, context: TurnContext) {
    this.#turn = turn;
    this.#context = context;
  }

  /** Ends the turn from outside, at once. The first reason holds. */
  breakOff(reason: Exclude<BreakOff, { kind: "restart" }>): void {
    if (this.#breakOff && this.#breakOff.kind !== "restart") return;
    this.#breakOff = reason;
    this.#attempt?.abort();
  }

  /** Input arrived for this turn. If nothing was shown yet, the call is made again with it; else it waits for the next step. */
  noteInput(): void {
    if (this.#breakOff || this.#restarts >= MAX_RESTARTS || !this.#mayRestart()) return;
    this.#restarts++;
    this.#breakOff = { kind: "restart" };
    this.#attempt?.abort();
  }

  /**
   * Runs to the end. Finished steps are stored as they end; the last step's messages come back with the text, so
   * that they and the turn's end can be one transaction (ARC-2). Never rejects.
   */
  async run(options: {
    load(): Promise<{ ai: AiSdk; model: ResolvedModel }>;
    totalSeconds: number;
    dueText?: string;
  }): Promise<{ result: TurnResult; messages: ModelMessage[] }> {
    const total = new Countdown(this.#context.clock, () => this.breakOff(overLimit("timeout_turn")));
    total.restart(options.totalSeconds);
    try {
      const { ai, model } = await options.load();
      return await this.#run(ai, model, options.dueText);
    } catch (error) {
      return this.#failed(classifyFault(error, { nowMs: this.#context.clock.now().epochMilliseconds }), []);
    } finally {
      total.stop();
    }
  }

  async #run(ai: AiSdk, model: ResolvedModel, dueText: string | undefined) {
    const { clock, log } = this.#context;
    const limits = this.#context.limits();
    const guard = { clock, log, turnId: this.#turn.turnId, limit: limits.tool };
    const state: TurnState = {
      turn: this.#turn,
      ai,
      model,
      tools: this.#context.tools(ai, this.#turn, guard, (card) => this.#cards.push(card)),
      limits,
      meter: this.#meter,
      steered: this.#turn.origin === "chat",
      dueText,
      stepsLeft: MAX_STEPS,
      budgetTokens: HISTORY_TOKENS,
      lastText: "",
    };
    for (let folded = false; ; ) {
      // A stop can come while nothing runs that could be aborted: before the first attempt, or between two.
      if (this.#breakOff && this.#breakOff.kind !== "restart") return this.#ended(this.#breakOff, []);
      this.#breakOff = undefined;
      this.#attempt = new AbortController();
      const end = await runAttempt(state, this.#context, {
        signal: this.#attempt.signal,
        breakOff: (fault) => this.breakOff({ kind: "fault", fault }),
        onRestartable: (check) => {
          this.#mayRestart = check;
        },
      });
      this.#mayRestart = () => false;
      const broken = this.#brokenOff();
      if (broken?.kind === "restart") continue;
      if (broken)
        return this.#ended(broken, end.salvage(broken.kind === "stopped" ? "stopped by the owner" : "failed"));
      if (end.fault?.code === "context_too_long" && !folded) {
        folded = true;
        state.budgetTokens = Math.floor(state.budgetTokens / 3);
        log.info({ turn: this.#turn.turnId }, "the context was too long: once more with less of it");
        continue;
      }
      if (end.fault) return this.#failed(end.fault, end.salvage("failed"));
      const result: TurnResult = { outcome: "done", text: end.text, cards: this.#cards, usage: this.#meter.total() };
      return { result, messages: end.messages };
    }
  }

  /** Read anew after an attempt: the reason is set from outside while it runs. */
  #brokenOff(): BreakOff | undefined {
    return this.#breakOff;
  }

  #ended(reason: BreakOff, messages: ModelMessage[]): { result: TurnResult; messages: ModelMessage[] } {
    if (reason.kind === "fault") return this.#failed(reason.fault, messages);
    return { result: { outcome: "stopped", cards: this.#cards, usage: this.#meter.total() }, messages };
  }

  #failed(fault: Fault, messages: ModelMessage[]): { result: TurnResult; messages: ModelMessage[] } {
    // The log alone gets the technical cause (AGT-9).
    this.#context.log.warn({ turn: this.#turn.turnId, fault: fault.code, detail: fault.detail }, "a turn failed");
    return { result: { outcome: "failed", fault, cards: this.#cards, usage: this.#meter.total() }, messages };
  }
}

/** The break-off of a turn that ran into one of its limits. */
export function overLimit(code: FaultCode): { kind: "fault"; fault: Fault } {
  return { kind: "fault", fault: { code, detail: "a time limit was reached" } };
}
