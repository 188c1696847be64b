import type { Agent, TurnResult } from "#agent/agent.ts";
import { storeApproval } from "#agent/approvals/enqueue-approval.ts";
import { reminderPrompt } from "#agent/turn/reminder-prompt.ts";
import type { Clock, Log, Random } from "#core/ports.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import { enqueueReminder } from "./enqueue-reminder.ts";
import { brokenOff } from "./firing-signal.ts";

/** After a turn was aborted, it has this long to end by itself before its result is given up. */
const GRACE_MS = 5_000;

export interface FireReminderContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly agent: Pick<Agent, "runReminderTurn" | "modelName">;
  readonly preferences: Preferences;
}

/**
 * Carries a claimed firing out: one turn of a fresh session, whose final text is sent by code (REM-10). The turn's end
 * and the outbox row are one transaction (REM-12). If the turn failed, was empty, could not start or ran into a limit, the
 * firing's own text is sent and the reason kept (REM-11); a turn that asks the owner is a normal end (AGT-7). A firing whose row was removed meanwhile sends nothing (REM-6).
 * When `signal` says that it is abandoned, nothing is written: the next start finds it running and recovers it (REM-13).
 */
export async function fireReminder(firing: Firing, context: FireReminderContext, signal: AbortSignal): Promise<void> {
  const { stores, clock, log } = context;
  const turnId = `t-${context.random.id(12)}`;
  const sessionId = stores.db.transaction(() => {
    const now = clock.now();
    if (!stores.firings.start(firing.id, turnId, now)) return null;
    const id = stores.sessions.openDetached(now);
    stores.turns.start({ id: turnId, sessionId: id, origin: "reminder", model: context.agent.modelName }, now);
    stores.messages.append(id, "user", reminderPrompt(firing, context.preferences.zone()), now, { turnId });
    return id;
  });
  if (sessionId === null) return;
  log.info({ firing: firing.id, turn: turnId, schedule: firing.scheduleId }, "a reminder fires");

  const result = await runWithinLimit(firing, { ...context, turnId, sessionId }, signal);
  if (brokenOff(signal) === "abandoned") return;
  stores.db.transaction(() => endFiring(firing, turnId, result, stores, clock.now()));
}

/** Writes the turn's end, the firing's and its message. */
function endFiring(firing: Firing, turnId: string, result: TurnResult, stores: Stores, now: Temporal.Instant): void {
  const removed = !stores.schedules.exists(firing.scheduleId);
  const fault = result.outcome === "failed" ? result.fault : null;
  const ended = stores.turns.end(turnId, removed ? "stopped" : result.outcome, now, {
    ...(removed ? { error: "removed" } : fault && { error: fault.code }),
    ...(result.usage && { usage: result.usage }),
  });
  if (!ended) return;
  if (removed || result.outcome === "stopped") {
    const error = removed ? "removed" : "stopped";
    stores.firings.finish(firing.id, { state: "failed", outboxId: null, error }, now);
    return;
  }
  // A turn that asks the owner may have nothing to say yet: its own text tells what the question belongs to.
  const cards = result.cards ?? [];
  const say = fault
    ? { fallback: fault.code, cards }
    : { markdown: textOf(result) || firing.text, cards, cut: "cut" in result && result.cut };
  // The firing as it is now: its receipt and its message name the turn.
  const outboxId = enqueueReminder(stores, { ...firing, turnId }, say, now);
  stores.firings.finish(firing.id, { state: "queued", outboxId, error: fault?.code ?? null }, now);
  if (result.outcome === "waiting") storeApproval(stores, result.approval, firing.target, now);
}

function textOf(result: TurnResult): string {
  return "text" in result ? result.text : "";
}

async function runWithinLimit(
  firing: Firing,
  context: FireReminderContext & { turnId: string; sessionId: number },
  signal: AbortSignal,
): Promise<TurnResult> {
  const { clock, turnId, sessionId } = context;
  const limitMs = context.preferences.settings().turns.limits.reminderTurn * 1_000;
  const limit = new AbortController();
  const over = new AbortController();
  const giveUp = async (): Promise<TurnResult> => {
    const until = clock.now().add({ milliseconds: limitMs });
    await clock.sleep(until, AbortSignal.any([over.signal, signal]));
    limit.abort();
    await clock.sleep(clock.now().add({ milliseconds: GRACE_MS }), over.signal);
    return { outcome: "failed", fault: { code: "timeout_turn", detail: "the turn did not end at its limit" } };
  };
  try {
    const either = AbortSignal.any([limit.signal, signal]);
    const turn = { turnId, sessionId, firing, signal: either };
    return await Promise.race([context.agent.runReminderTurn(turn), giveUp()]);
  } catch (error) {
    context.log.error({ firing: firing.id, turn: turnId, err: error }, "a reminder's turn broke");
    return { outcome: "failed", fault: { code: "unknown", detail: String(error) } };
  } finally {
    over.abort();
  }
}
