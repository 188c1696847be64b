import type { Clock, Log } from "#core/ports.ts";
import type { MaintenanceRequest } from "#stores/jobs/requests.ts";
import { ownerChat } from "#stores/people/owner-chat.ts";
import type { Stores } from "#stores/stores.ts";
import type { Job } from "./runner.ts";

/** An update that has not ended by then was cut off, with the machine for example; it must not block the next one. */
const LONGEST_UPDATE = { minutes: 30 };

export interface MaintenanceContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: Log;
  /** The running release. */
  readonly version: string;
  /** Stops this process with the status that asks for a new one. */
  restart(): void;
  /** Starts the separate process that carries an update out. */
  startUpdate(requestId: number): void;
}

/**
 * Carries maintenance out once the turn that asked for it has ended, and tells the session that asked what came of it
 * (REM-50). A restart ends this process; an update is the work of another one, which asks for the restart when it is
 * ready.
 */
export function createMaintenance(context: MaintenanceContext): Job {
  const { stores, clock, log } = context;
  let restarting = false;
  const toDo = (now: Temporal.Instant): MaintenanceRequest | undefined => {
    const ended = stores.requests.unreported();
    if (ended) return ended;
    const open = stores.requests.open();
    if (open?.state === "pending") {
      const turn = open.turnId === null ? undefined : stores.turns.get(open.turnId);
      return turn?.state === "running" ? undefined : open;
    }
    if (open && isCutOff(open, now)) return open;
    return open?.state === "restarting" && !restarting ? open : undefined;
  };
  return {
    name: "maintenance",
    nextDue: (now) => (toDo(now) ? now : null),
    async run() {
      const now = clock.now();
      const request = toDo(now);
      if (!request) return false;
      if (request.endedAt !== null) report(request, context);
      else if (isCutOff(request, now)) stores.requests.end(request.id, "failed", "interrupted", now);
      else if (request.kind === "restart" || request.state === "restarting") {
        stores.requests.begin(request.id);
        log.info({ request: request.id, kind: request.kind }, "a restart was asked for");
        restarting = true;
        context.restart();
      } else if (stores.requests.begin(request.id)) {
        log.info({ request: request.id }, "an update was asked for");
        context.startUpdate(request.id);
      }
      return true;
    },
  };
}

/**
 * At the start: a restart that was asked for has happened now, also if the process ended before it came to it. The
 * restart of an update must not be asked for again by each new process.
 */
export function completeRestart(stores: Stores, now: Temporal.Instant): void {
  const request = stores.requests.open();
  if (request?.kind === "restart") stores.requests.end(request.id, "done", "restarted", now);
  else if (request) stores.requests.restarted(request.id);
}

function isCutOff({ kind, state, askedAt }: MaintenanceRequest, now: Temporal.Instant): boolean {
  const latest = Temporal.Instant.fromEpochMilliseconds(askedAt).add(LONGEST_UPDATE);
  return kind === "update" && state !== "pending" && Temporal.Instant.compare(now, latest) > 0;
}

/** A command line that asked outside of a turn has waited for the outcome itself. */
function report(
  { id, turnId, state, outcome }: MaintenanceRequest,
  { stores, clock, version }: MaintenanceContext,
): void {
  stores.db.transaction(() => {
    const now = clock.now();
    stores.requests.reported(id, now);
    if (turnId === null) return;
    const turn = stores.turns.get(turnId);
    const place = turn && stores.sessions.get(turn.sessionId)?.target;
    const chatId = place?.chatId ?? ownerChat(stores);
    if (chatId === undefined) return;
    stores.outbox.enqueue(
      {
        key: `request:${id}`,
        target: { chatId, threadId: place?.threadId ?? null },
        payload: {
          kind: "notice",
          code: "maintenance",
          params: { outcome: state === "failed" ? "failed" : (outcome ?? ""), reason: outcome ?? "", version },
        },
      },
      now,
    );
  });
}
