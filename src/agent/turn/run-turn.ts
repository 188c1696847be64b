import type { ModelMessage, ToolSet } from "ai";
import type { TimeCard } from "#core/outbox/payload.ts";
import type { TurnRef } from "#core/ports.ts";
import type { Approval } from "#stores/sessions/approvals.ts";
import type { TurnUsage } from "#stores/sessions/turns.ts";
import { ApprovalGate } from "../approvals/approval-gate.ts";
import { carryOut } from "../approvals/carry-out.ts";
import { gateTools } from "../approvals/gate-tools.ts";
import { appendMessages } from "../context/append-messages.ts";
import { HISTORY_TOKENS } from "../context/context.ts";
import { withoutOutside } from "../context/forget-outside.ts";
import { PROMISE_NOTE } from "../context/history.ts";
import { redactMessages } from "../context/redact-messages.ts";
import { Taint } from "../context/taint.ts";
import { OFFLINE } from "../models/offline-model.ts";
import type { ResolvedModel } from "../models/resolve-model.ts";
import type { AiSdk } from "../models/sdk.ts";
import { UsageMeter } from "../usage/usage.ts";
import { Countdown } from "./countdown.ts";
import { classifyFault, type Fault, type FaultCode } from "./faults.ts";
import { foldHistory } from "./fold-history.ts";
import { promisesReminder } from "./promised-reminder.ts";
import { type AttemptEnd, runAttempt } from "./run-attempt.ts";
import type { BreakOff, TurnContext, TurnPurpose, TurnState } from "./turn-context.ts";
import type { TurnResult } from "./turn-result.ts";

/** How many model calls a turn may take; the last one has no tools, so that there is an answer. */
const MAX_STEPS = 16;
/** How often new input may begin the first model call anew before it simply waits for the next step. */
const MAX_RESTARTS = 5;
/** Tools whose call is what a promised reminder needs. */
const SCHEDULING = ["remind", "schedule"];

/** A turn's end and the messages that belong into the history with it. */
export interface TurnEnd {
  readonly result: TurnResult;
  readonly messages: ModelMessage[];
}

interface RunOptions {
  load(): Promise<{ ai: AiSdk; model: ResolvedModel }>;
  readonly totalSeconds: number;
  /** Aborts when the process is to stop. */
  readonly closing: AbortSignal;
  /** Runs a wait for a person: no slot is held meanwhile. */
  stepAside<T>(work: () => Promise<T>): Promise<T>;
}

/** One run of the agent (AGT-1): from the stored history to a final text. It can be stopped and told of new input. */
export class TurnRun {
  readonly #context: TurnContext;
  readonly #turn: TurnRef;
  readonly #purpose: TurnPurpose;
  readonly #taint: Taint;
  readonly #total: Countdown;
  readonly #cards: TimeCard[] = [];
  readonly #meter = new UsageMeter();
  #breakOff: BreakOff | undefined;
  #attempt: AbortController | undefined;
  #restarts = 0;
  #mayRestart: () => boolean = () => false;

  constructor(turn: TurnRef, context: TurnContext, purpose: TurnPurpose = {}) {
    this.#turn = turn;
    this.#context = context;
    this.#purpose = purpose;
    // What an approved call was asked for because of goes on to matter.
    this.#taint = new Taint(purpose.approved?.sources);
    this.#total = new Countdown(context.clock, () => this.breakOff(overLimit("timeout_turn")));
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
  async run(options: RunOptions): Promise<TurnEnd> {
    this.#total.restart(options.totalSeconds);
    try {
      const { ai, model } = await options.load();
      const { result, messages } = await this.#run(ai, model, options);
      const kept = redactMessages(withoutOutside(messages, this.#taint), this.#context.redactor);
      return { result, messages: kept };
    } catch (error) {
      return this.#failed(classifyFault(error, { nowMs: this.#context.clock.now().epochMilliseconds }), []);
    } finally {
      this.#total.stop();
    }
  }

  async #run(ai: AiSdk, model: ResolvedModel, options: RunOptions): Promise<TurnEnd> {
    const limits = this.#context.limits();
    const marker = this.#context.random.id(8);
    const { bare, tools } = this.#tools(ai, { marker, toolSeconds: limits.tool, ...options });
    const state: TurnState = {
      turn: this.#turn,
      ai,
      model,
      tools,
      taint: this.#taint,
      marker,
      limits,
      meter: this.#meter,
      steered: this.#turn.origin === "chat",
      // An approved call leads on from what was said: the model's own words are asked for.
      dueText: this.#purpose.approved ? undefined : this.#purpose.firing?.text,
      staysOpen: this.#purpose.helperStep === "open",
      stepsLeft: this.#purpose.helperStep ? 1 : MAX_STEPS,
      budgetTokens: HISTORY_TOKENS,
      lastText: "",
    };
    const { approved } = this.#purpose;
    if (approved) await this.#broken((control) => this.#carryOut(approved, bare, control.signal));
    if (state.steered && !this.#breakOff) await this.#broken(({ signal }) => foldHistory(state, this.#context, signal));
    return this.#attempts(state);
  }

  async #attempts(state: TurnState): Promise<TurnEnd> {
    const { log } = this.#context;
    let folded = false;
    let reminded = false;
    for (;;) {
      // A stop can come while nothing runs that could be aborted: before the first attempt, or between two.
      if (this.#breakOff && this.#breakOff.kind !== "restart") return this.#ended(this.#breakOff, undefined);
      this.#breakOff = undefined;
      const end = await this.#broken((control) => runAttempt(state, this.#context, control));
      this.#mayRestart = () => false;
      const broken = this.#brokenOff();
      if (broken?.kind === "restart") continue;
      if (broken) return this.#ended(broken, end);
      if (end.fault?.code === "context_too_long" && !folded) {
        folded = true;
        state.budgetTokens = Math.floor(state.budgetTokens / 3);
        log.info({ turn: this.#turn.turnId }, "the context was too long: once more with less of it");
        if (state.steered) await this.#broken(({ signal }) => foldHistory(state, this.#context, signal));
        continue;
      }
      if (end.fault) return this.#failed(end.fault, end.salvage("failed"));
      const unscheduled = this.#promisedInVain(state, end.text);
      if (unscheduled && !reminded) {
        reminded = true;
        this.#remindOfPromise(end, state);
        continue;
      }
      const text = this.#context.redactor.redact(end.text);
      const result: TurnResult = {
        outcome: "done",
        text,
        cards: this.#cards,
        usage: this.#usage(),
        ...(unscheduled && { unscheduled }),
        ...(end.cutOff && { cut: true }),
        ...(end.goesOn && { unfinished: true }),
      };
      return { result, messages: end.messages };
    }
  }

  /** Runs a part of the turn that {@link breakOff} can abort. */
  #broken<T>(
    work: (control: {
      signal: AbortSignal;
      breakOff(fault: Fault): void;
      onRestartable(check: () => boolean): void;
    }) => Promise<T>,
  ): Promise<T> {
    this.#attempt = new AbortController();
    return work({
      signal: this.#attempt.signal,
      breakOff: (fault) => this.breakOff({ kind: "fault", fault }),
      onRestartable: (check) => {
        this.#mayRestart = check;
      },
    });
  }

  #tools(
    ai: AiSdk,
    options: Pick<RunOptions, "stepAside" | "closing"> & { marker: string; toolSeconds: number },
  ): { bare: ToolSet; tools: ToolSet } {
    const { clock, log, observer, redactor } = this.#context;
    const taint = this.#taint;
    const { tools: bare, rules } = this.#context.tools(ai, {
      ref: this.#turn,
      guard: { clock, log, turnId: this.#turn.turnId, limit: options.toolSeconds },
      taint,
      marker: options.marker,
      onCard: (card) => this.#cards.push(card),
    });
    const gate = new ApprovalGate(this.#context, {
      turn: this.#turn,
      firingId: this.#purpose.firing?.id ?? null,
      place: this.#turn.target ?? this.#purpose.firing?.target ?? null,
      sources: () => taint.sources(),
      closing: options.closing,
      endWaiting: (approval) => this.breakOff({ kind: "waiting", approval }),
      waiting: (tool, work) =>
        options.stepAside(async () => {
          const resume = this.#total.pause();
          observer.tool(this.#turn, tool, "waiting");
          try {
            const answer = await work();
            if (answer.go) observer.tool(this.#turn, tool, "running");
            return answer;
          } finally {
            resume();
          }
        }),
    });
    return { bare, tools: gateTools(bare, { gate, rules, tainted: () => taint.tainted, redactor }) };
  }

  async #carryOut(approved: Approval, tools: ToolSet, signal: AbortSignal): Promise<void> {
    const { stores, clock, observer, redactor, log } = this.#context;
    this.#meter.tool(approved.tool);
    observer.tool(this.#turn, approved.tool, "running");
    const messages = await carryOut(approved, tools, { signal, redactor, log });
    observer.tool(this.#turn, approved.tool, "done");
    stores.db.transaction(() => appendMessages(stores, this.#turn, messages, clock.now(), this.#taint));
  }

  /** AGT-17: the words of a model that called no tool are no reminder. */
  #promisedInVain({ steered, model }: TurnState, text: string): boolean {
    return steered && model.model.provider !== OFFLINE && !this.#meter.called(...SCHEDULING) && promisesReminder(text);
  }

  #remindOfPromise(end: AttemptEnd, state: TurnState): void {
    const { stores, clock, redactor } = this.#context;
    state.lastText = "";
    stores.db.transaction(() => {
      const now = clock.now();
      appendMessages(stores, this.#turn, redactMessages(end.messages, redactor), now);
      stores.messages.append(this.#turn.sessionId, "user", PROMISE_NOTE, now, { turnId: this.#turn.turnId });
    });
  }

  /** Read anew after an attempt: the reason is set from outside while it runs. */
  #brokenOff(): BreakOff | undefined {
    return this.#breakOff;
  }

  #ended(reason: BreakOff, end: AttemptEnd | undefined): TurnEnd {
    if (reason.kind === "fault") return this.#failed(reason.fault, end?.salvage("failed") ?? []);
    const usage = this.#usage();
    if (reason.kind === "waiting") {
      const text = this.#context.redactor.redact(end?.textSoFar ?? "");
      const result: TurnResult = { outcome: "waiting", text, approval: reason.approval, cards: this.#cards, usage };
      return { result, messages: end?.salvage("waits for the owner's approval") ?? [] };
    }
    return {
      result: { outcome: "stopped", cards: this.#cards, usage },
      messages: end?.salvage("stopped by the owner") ?? [],
    };
  }

  #failed(fault: Fault, messages: ModelMessage[]): TurnEnd {
    // The log alone gets the technical cause (AGT-9).
    this.#context.log.warn({ turn: this.#turn.turnId, fault: fault.code, detail: fault.detail }, "a turn failed");
    return { result: { outcome: "failed", fault, cards: this.#cards, usage: this.#usage() }, messages };
  }

  #usage(): TurnUsage {
    const total = this.#meter.total();
    return { ...total, costUsd: this.#context.costOf(total) };
  }
}

/** The break-off of a turn that ran into one of its limits. */
export function overLimit(code: FaultCode): { kind: "fault"; fault: Fault } {
  return { kind: "fault", fault: { code, detail: "a time limit was reached" } };
}
