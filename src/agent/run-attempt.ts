import type { ModelMessage, StepResult, ToolSet } from "ai";
import { AppError } from "#core/errors.ts";
import { appendMessages } from "./append-messages.ts";
import { buildContext, HISTORY_MESSAGES, toModelMessage } from "./context.ts";
import { Countdown } from "./countdown.ts";
import { classifyFault, type Fault, type FaultCode } from "./faults.ts";
import type { CancelReason } from "./history.ts";
import { turnInstructions } from "./instructions.ts";
import { OFFLINE } from "./models/offline-model.ts";
import { type ModelCallWatcher, watchModel } from "./models/watch-model.ts";
import { StepRecord } from "./step-record.ts";
import type { TurnContext, TurnState } from "./turn-context.ts";
import { estimateTokens } from "./usage.ts";
import { visibleText } from "./visible-text.ts";

/** How many calls of tools with wrong input are sent back in one turn (AGT-15). */
const MAX_REPAIRS = 2;

export interface AttemptEnd {
  readonly text: string;
  readonly fault: Fault | undefined;
  /** Messages of the last step, not stored yet. */
  readonly messages: ModelMessage[];
  /** What of the step that did not end belongs into the history. */
  salvage(reason: CancelReason): ModelMessage[];
}

/**
 * One stream of the model with its tools, step after step, from the stored history. Success is decided by how the
 * stream ended: a failed call can still resolve to the text of an earlier step.
 */
export async function runAttempt(
  state: TurnState,
  context: TurnContext,
  control: { signal: AbortSignal; breakOff(fault: Fault): void; onRestartable(check: () => boolean): void },
): Promise<AttemptEnd> {
  const { ai, turn, meter } = state;
  const { stores, clock } = context;
  const marker = context.random.id(8);
  const isValid = (message: unknown): message is ModelMessage => ai.modelMessageSchema.safeParse(message).success;
  const options = { turnId: turn.turnId, budgetTokens: state.budgetTokens, marker, isValid };
  const instructions = turnInstructions({
    now: clock.now(),
    zone: context.preferences.zone(),
    locale: context.preferences.locale(),
    target: turn.target,
  });
  const takePending = (): ModelMessage[] =>
    state.steered
      ? stores.messages
          .takePending(turn.sessionId, turn.turnId)
          .map((row) => toModelMessage(row, options))
          .filter(isValid)
      : [];

  let step = new StepRecord();
  let answering = false;
  let badCalls = 0;
  let failure: unknown;
  let lastMessages: ModelMessage[] = [];
  let lastStep: StepResult<ToolSet> | undefined;
  const phase = phaseWatch(state, context, control.breakOff, (answers) => {
    answering = answers;
  });
  control.onRestartable(() => state.steered && lastStep === undefined && !step.hasShown());
  try {
    // What waits is taken in before the context is read, so that it is in it.
    takePending();
    const messages = buildContext(stores.messages.history(turn.sessionId, HISTORY_MESSAGES), options);
    if (messages.length === 0) throw new Error("the history is empty");
    const stepLimit = state.stepsLeft;
    const stream = ai.streamText({
      model: watchModel(state.model.model, phase.watcher),
      instructions,
      messages,
      tools: state.tools,
      toolCallConcurrency: 1,
      stopWhen: [ai.isStepCount(stepLimit), () => badCalls > MAX_REPAIRS],
      // A body that failed is never sent twice (AGT-16), and there is no other model to fall back to (AGT-9).
      maxRetries: 0,
      abortSignal: control.signal,
      providerOptions: {
        ...state.model.providerOptions,
        ...(state.dueText !== undefined && { [OFFLINE]: { dueText: state.dueText } }),
      },
      prepareStep({ messages: sent, stepNumber }) {
        const added = takePending();
        const next = added.length > 0 ? [...sent, ...added] : sent;
        meter.begin(estimateTokens(instructions + JSON.stringify(next)));
        return { messages: next, ...(stepNumber === stepLimit - 1 && { toolChoice: "none" as const }) };
      },
      onStepEnd(ended) {
        // The SDK swallows what a callback throws, so a failure is kept and ends the attempt here.
        try {
          phase.stop();
          state.stepsLeft--;
          lastStep = ended;
          meter.end(ended.usage, ended.text + JSON.stringify(ended.toolCalls.map((call) => call.input)));
          badCalls += ended.toolCalls.filter((call) => "invalid" in call && call.invalid).length;
          if (ended.finishReason === "error") return;
          state.lastText = visibleText(textOf(ended)) || state.lastText;
          const goesOn = ended.toolCalls.length > 0;
          if (goesOn) storeStep(state, context, ended.response.messages);
          lastMessages = goesOn ? [] : ended.response.messages;
          step = new StepRecord();
        } catch (error) {
          const cause = new AppError("store_failed", "a finished step could not be stored", { cause: error });
          control.breakOff(classifyFault(cause));
        }
      },
      onToolExecutionStart({ toolCall }) {
        step.toolStarted(toolCall);
        meter.tool(toolCall.toolName);
        context.observer.tool(turn, toolCall.toolName, "running");
      },
      onToolExecutionEnd({ toolCall, toolOutput }) {
        // The error of a tool that we broke off ourselves says nothing; the history names the reason instead.
        if (toolOutput.type === "tool-result" || !control.signal.aborted) step.toolEnded(toolOutput);
        context.observer.tool(turn, toolCall.toolName, "done");
      },
      // Without one the SDK prints the error, and with it the whole prompt.
      onError({ error }) {
        failure ??= error;
      },
    });
    for await (const part of stream.stream) {
      if (part.type === "text-delta") {
        step.addText(part.text);
        context.observer.text(turn, step.visibleSoFar());
      }
      if (part.type === "error") failure ??= part.error;
    }
  } catch (error) {
    failure ??= error;
  } finally {
    phase.stop();
  }

  const nowMs = clock.now().epochMilliseconds;
  const fault =
    failure === undefined
      ? faultOfEnd(lastStep, badCalls, state.lastText)
      : classifyFault(failure, { answering, nowMs });
  return { text: state.lastText, fault, messages: lastMessages, salvage: (reason) => step.salvage(reason) };
}

/** Every text of a step: a provider may send several parts. Reasoning is not among them (AGT-17). */
function textOf(step: StepResult<ToolSet>): string {
  return step.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** A stream that ended without an error can still be no answer. */
function faultOfEnd(last: StepResult<ToolSet> | undefined, badCalls: number, text: string): Fault | undefined {
  if (badCalls > MAX_REPAIRS)
    return { code: "malformed_tool_call", detail: `${badCalls} calls of tools with wrong input` };
  if (!last) return { code: "empty_answer", detail: "the stream ended without a step" };
  // `other` with a reason of the provider's own is an end like any other; without one the stream broke off.
  const cut = last.finishReason === "error" || (last.finishReason === "other" && last.rawFinishReason === undefined);
  if (cut) return { code: "cut", detail: `the stream ended with ${last.finishReason}` };
  if (text === "") return { code: "empty_answer", detail: `finish reason ${last.finishReason}, no text` };
  return undefined;
}

/** A finished step is stored at once: a crash keeps it (AGT-21). */
function storeStep({ turn }: TurnState, { stores, clock }: TurnContext, messages: readonly ModelMessage[]): void {
  stores.db.transaction(() => {
    const now = clock.now();
    appendMessages(stores, turn, messages, now);
    stores.turns.touch(turn.turnId, now);
  });
}

/** The limits of one model call, phase by phase (AGT-10). */
function phaseWatch(
  { limits, model }: TurnState,
  { clock }: TurnContext,
  breakOff: (fault: Fault) => void,
  onAnswering: (answering: boolean) => void,
): { watcher: ModelCallWatcher; stop(): void } {
  let code: FaultCode = "timeout_connect";
  const countdown = new Countdown(clock, () => breakOff({ code, detail: "a time limit was reached" }));
  const enter = (next: FaultCode, seconds: number) => {
    code = next;
    countdown.restart(seconds);
  };
  return {
    watcher: {
      called: () => {
        onAnswering(false);
        if (model.headersWithFirstToken) enter("timeout_first_token", limits.firstToken);
        else enter("timeout_connect", limits.connect);
      },
      answered: () => {
        onAnswering(true);
        enter("timeout_first_token", limits.firstToken);
      },
      progressed: () => enter("timeout_stall", limits.stall),
      ended: () => countdown.stop(),
    },
    stop: () => countdown.stop(),
  };
}
