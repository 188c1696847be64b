import type { ModelMessage, StepResult, ToolSet } from "ai";
import { AppError } from "#core/errors.ts";
import { appendMessages } from "../context/append-messages.ts";
import { buildContext, HISTORY_MESSAGES, toModelMessage } from "../context/context.ts";
import type { CancelReason } from "../context/history.ts";
import { turnInstructions } from "../context/instructions.ts";
import { redactMessages } from "../context/redact-messages.ts";
import { visibleText } from "../context/visible-text.ts";
import { OFFLINE } from "../models/offline-model.ts";
import { watchModel } from "../models/watch-model.ts";
import { estimateTokens } from "../usage/usage.ts";
import { classifyFault, type Fault } from "./faults.ts";
import { unfolded } from "./fold-history.ts";
import { phaseWatch } from "./phase-watch.ts";
import { StepRecord } from "./step-record.ts";
import type { TurnContext, TurnState } from "./turn-context.ts";

/** How many calls of tools with wrong input are sent back in one turn (AGT-15). */
const MAX_REPAIRS = 2;

export interface AttemptEnd {
  readonly text: string;
  readonly fault: Fault | undefined;
  /** The last step called tools, and another run goes on from there. */
  readonly goesOn: boolean;
  /** The model reached its limit of length in the middle of the text. */
  readonly cutOff: boolean;
  /** Messages of the last step, not stored yet. */
  readonly messages: ModelMessage[];
  /** The text of the last finished step and of the one that did not end, for a turn that ends in the middle. */
  readonly textSoFar: string;
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
  const { ai, turn, meter, taint } = state;
  const { stores, clock } = context;
  const isValid = (message: unknown): message is ModelMessage => ai.modelMessageSchema.safeParse(message).success;
  const session = stores.sessions.get(turn.sessionId);
  const summary = session?.summary ?? null;
  const { marker, budgetTokens } = state;
  const options = { turnId: turn.turnId, budgetTokens, marker, taint, summary, isValid, picture: context.picture };
  const instructions = turnInstructions({
    now: clock.now(),
    zone: context.preferences.zone(),
    locale: context.preferences.locale(),
    target: turn.target,
    own: context.ownerInstructions(),
  });
  const takePending = (): ModelMessage[] => {
    const readyAt = state.steered ? stores.messages.pendingReadyAt(turn.sessionId) : null;
    // The rest of an album or of a forwarded batch may still follow (TG-4).
    if (readyAt === null || readyAt > clock.now().epochMilliseconds) return [];
    return stores.messages.takePending(turn.sessionId, turn.turnId).flatMap((row) => {
      const message = toModelMessage(row, options);
      if (!isValid(message)) return [];
      taint.see(row);
      return [message];
    });
  };

  let step = new StepRecord();
  let answering = false;
  let badCalls = 0;
  let failure: unknown;
  let lastMessages: ModelMessage[] = [];
  let lastStep: StepResult<ToolSet> | undefined;
  const phase = phaseWatch(state.limits, state.model, clock, control.breakOff, (answers) => {
    answering = answers;
  });
  control.onRestartable(() => state.steered && lastStep === undefined && !step.hasShown());
  try {
    // What waits is taken in before the context is read, so that it is in it.
    takePending();
    const history = unfolded(
      stores.messages.history(turn.sessionId, HISTORY_MESSAGES),
      summary,
      session?.summaryTo ?? 0,
    );
    const messages = buildContext(history, options);
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
        meter.begin(estimateTokens(instructions + JSON.stringify(next, shortenPictures)));
        const closes = stepNumber === stepLimit - 1 && !state.staysOpen;
        return { messages: next, ...(closes && { toolChoice: "none" as const }) };
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
  const goesOn = state.staysOpen && lastStep !== undefined && lastStep.toolCalls.length > 0;
  const fault =
    failure === undefined
      ? faultOfEnd(lastStep, badCalls, goesOn || state.lastText !== "")
      : classifyFault(failure, { answering, nowMs });
  return {
    text: state.lastText,
    fault,
    goesOn,
    cutOff: lastStep?.finishReason === "length",
    messages: lastMessages,
    textSoFar: [state.lastText, step.visibleSoFar()].filter((text) => text !== "").join("\n\n"),
    salvage: (reason) => step.salvage(reason),
  };
}

/** The bytes of a picture are not what it costs. */
function shortenPictures(key: string, value: unknown): unknown {
  return key === "data" && typeof value === "string" ? value.slice(0, 6_000) : value;
}

/** Every text of a step: a provider may send several parts. Reasoning is not among them (AGT-17). */
function textOf(step: StepResult<ToolSet>): string {
  return step.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** A stream that ended without an error can still be no answer. */
function faultOfEnd(last: StepResult<ToolSet> | undefined, badCalls: number, says: boolean): Fault | undefined {
  if (badCalls > MAX_REPAIRS)
    return { code: "malformed_tool_call", detail: `${badCalls} calls of tools with wrong input` };
  if (!last) return { code: "empty_answer", detail: "the stream ended without a step" };
  // `other` with a reason of the provider's own is an end like any other; without one the stream broke off.
  const cut = last.finishReason === "error" || (last.finishReason === "other" && last.rawFinishReason === undefined);
  if (cut) return { code: "cut", detail: `the stream ended with ${last.finishReason}` };
  if (!says) return { code: "empty_answer", detail: `finish reason ${last.finishReason}, no text` };
  return undefined;
}

/** A finished step is stored at once: a crash keeps it (AGT-21). */
function storeStep(
  { turn, taint }: TurnState,
  { stores, clock, redactor }: TurnContext,
  messages: readonly ModelMessage[],
): void {
  stores.db.transaction(() => {
    const now = clock.now();
    appendMessages(stores, turn, redactMessages(messages, redactor), now, taint);
    stores.turns.touch(turn.turnId, now);
  });
}
