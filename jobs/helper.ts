import type { Agent, TurnResult } from "#agent/agent.ts";
import { type HelperFault, helperPrompt, helperReport } from "#agent/turn/helper-prompt.ts";
import type { Clock, Log, Random } from "#core/ports.ts";
import type { Delegation } from "#stores/sessions/delegations.ts";
import type { TurnUsage } from "#stores/sessions/turns.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";

export interface HelperContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly agent: Pick<Agent, "runHelperStep" | "modelName">;
}

/**
 * The helper step (REM-40): the oldest task goes one model call forward, with the tools that it calls; the runner never
 * runs two. The report steers the session that handed the task over. A step that the process's end cuts off is not run
 * again: {@link recoverHelpers}.
 */
export function createHelper(context: HelperContext): Job {
  const { stores, log } = context;
  const spent = new Map<number, TurnUsage>();
  return {
    name: "helper",
    nextDue: (now) => (stores.delegations.next() ? now : null),
    async run(_now, signal) {
      const next = stores.delegations.next();
      if (!next) return false;
      const step = begin(next, context);
      log.debug({ delegation: next.id, turn: step.turnId, left: next.stepsLeft - 1 }, "a helper goes a step forward");
      const result = await context.agent.runHelperStep({ ...step, last: next.stepsLeft <= 1, signal });
      if (signal.aborted) return true;
      const usage = sum(spent.get(next.id), result.usage);
      if (usage) spent.set(next.id, usage);
      if (result.outcome === "done" && result.unfinished) {
        stores.delegations.goOn(next.id);
        return true;
      }
      finish(next, step.turnId, result, usage, context);
      spent.delete(next.id);
      return true;
    },
  };
}

/** After a crash or a stop: a helper in the middle of a step has ended, and its session hears of it. */
export function recoverHelpers(stores: Stores, now: Temporal.Instant): void {
  for (const { id, turnId, task, sessionId } of stores.delegations.running())
    stores.db.transaction(() => {
      if (turnId !== null) stores.turns.end(turnId, "interrupted", now, { error: "interrupted" });
      stores.delegations.end(id, "interrupted", now);
      stores.messages.addPending(sessionId, helperReport(task, { fault: "interrupted" }), now);
    });
}

/** The turn is committed before its first model call, and each step before its own. */
function begin(
  next: Delegation,
  { stores, clock, random, agent }: HelperContext,
): { sessionId: number; turnId: string } {
  return stores.db.transaction(() => {
    const now = clock.now();
    const turnId = next.turnId ?? `t-${random.id(12)}`;
    const sessionId = next.helperSession ?? stores.sessions.openDetached(now);
    if (next.turnId === null) {
      stores.turns.start({ id: turnId, sessionId, origin: "reminder", model: agent.modelName }, now);
      stores.messages.append(sessionId, "user", helperPrompt(next.task, next.stepsLeft), now, { turnId });
    }
    stores.delegations.begin(next.id, sessionId, turnId);
    return { sessionId, turnId };
  });
}

function finish(
  { id, sessionId, task }: Delegation,
  turnId: string,
  result: TurnResult,
  usage: TurnUsage | undefined,
  { stores, clock }: HelperContext,
): void {
  stores.db.transaction(() => {
    const now = clock.now();
    const end = result.outcome === "done" ? { report: result.text } : { fault: errorOf(result) };
    const fault = "fault" in end ? end.fault : null;
    stores.turns.end(turnId, fault === null ? "done" : "failed", now, {
      ...(fault !== null && { error: fault }),
      ...(usage && { usage }),
    });
    stores.delegations.end(id, fault, now);
    // What a helper has read and run is not the owner's word (AGT-8).
    const source = `helper ${id}`;
    stores.messages.addPending(sessionId, helperReport(task, end), now, { untrusted: true, source });
  });
}

/** Nobody sits in front of a helper: what needs the owner's word ends it. */
function errorOf(result: Exclude<TurnResult, { outcome: "done" }>): HelperFault {
  switch (result.outcome) {
    case "failed":
      return result.fault.code;
    case "waiting":
      return "needs_approval";
    case "stopped":
      return "interrupted";
    default:
      return result satisfies never;
  }
}

function sum(before: TurnUsage | undefined, step: TurnUsage | undefined): TurnUsage | undefined {
  if (!before || !step) return step ?? before;
  const costs = [before.costUsd, step.costUsd];
  return {
    steps: before.steps + step.steps,
    inputTokens: before.inputTokens + step.inputTokens,
    outputTokens: before.outputTokens + step.outputTokens,
    estimated: before.estimated || step.estimated,
    tools: [...new Set([...before.tools, ...step.tools])],
    costUsd: costs.every((cost) => typeof cost === "number") ? costs.reduce((a, b) => a + b, 0) : null,
  };
}
