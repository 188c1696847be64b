import type { Agent, TurnResult } from "#agent/agent.ts";
import { reminderPrompt } from "#agent/reminder-prompt.ts";
import type { Clock, Log, Random } from "#core/ports.ts";
import type { Firing } from "#stores/firings.ts";
import type { Preferences } from "#stores/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import { enqueueReminder } from "./enqueue-reminder.ts";

/** After a turn was aborted at its limit, it has this long to end by itself before its result is given up. */
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
 * firing's own text is sent and the reason kept (REM-11). When `abandon` aborts, nothing is written: the next start
 * finds the firing running and recovers it (REM-13).
 */
export async function fireReminder(firing: Firing, context: FireReminderContext, abandon: AbortSignal): Promise<void> {
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

  const result = await runWithinLimit(firing, { ...context, turnId, sessionId }, abandon);
  if (abandon.aborted) return;
  stores.db.transaction(() => {
    const now = clock.now();
    const fault = result.outcome === "failed" ? result.fault : null;
    const state = { done: "done", failed: "failed", stopped: "stopped" } as const;
    const ended = stores.turns.end(turnId, state[result.outcome], now, {
      ...(fault && { error: fault.code }),
      ...(result.usage && { usage: result.usage }),
    });
    if (!ended) return;
    if (result.outcome === "stopped") {
      stores.firings.finish(firing.id, { state: "failed", outboxId: null, error: "stopped" }, now);
      return;
    }
    const say =
      result.outcome === "done" ? { markdown: result.text, cards: result.cards } : { fallback: result.fault.code };
    const outboxId = enqueueReminder(stores, firing, say, now);
    stores.firings.finish(firing.id, { state: "queued", outboxId, error: fault?.code ?? null }, now);
  });
}

async function runWithinLimit(
  firing: Firing,
  context: FireReminderContext & { turnId: string; sessionId: number },
  abandon: AbortSignal,
): Promise<TurnResult> {
  const { clock, turnId, sessionId } = context;
  const limitMs = context.preferences.settings().turns.limits.reminderTurn * 1_000;
  const limit = new AbortController();
  const over = new AbortController();
  const giveUp = async (): Promise<TurnResult> => {
    const start = clock.now();
    await clock.sleep(start.add({ milliseconds: limitMs }), over.signal);
    limit.abort();
    await clock.sleep(start.add({ milliseconds: limitMs + GRACE_MS }), over.signal);
    return { outcome: "failed", fault: { code: "timeout_turn", detail: "the turn did not end at its limit" } };
  };
  try {
    const signal = AbortSignal.any([limit.signal, abandon]);
    return await Promise.race([context.agent.runReminderTurn({ turnId, sessionId, firing, signal }), giveUp()]);
  } catch (error) {
    context.log.error({ firing: firing.id, turn: turnId, err: error }, "a reminder's turn broke");
    return { outcome: "failed", fault: { code: "unknown", detail: String(error) } };
  } finally {
    over.abort();
  }
}
