import { AppError } from "#core/errors.ts";
import type { MaintenanceRequest } from "#stores/jobs/requests.ts";
import type { CliContext } from "./cli-context.ts";
import type { OpenedHome } from "./open-home.ts";

const LOOK_EVERY_MS = 100;

/**
 * Asks the running process for maintenance and waits for its outcome; from inside a turn it is only stored, since it
 * waits for the turn's end, and null is returned (REM-50).
 *
 * @throws AppError `request_open` while another kind is open, `maintenance_failed`, `maintenance_late`
 */
export async function askForMaintenance(
  kind: MaintenanceRequest["kind"],
  { stores }: OpenedHome,
  context: CliContext,
  waitSeconds: number,
): Promise<string | null> {
  const { agentTurn } = context.config();
  const before = stores.requests.open();
  const request = stores.requests.ask(kind, agentTurn?.turnId ?? null, context.clock.now());
  const what = `${request.kind === "update" ? "An update" : "A restart"}`;
  if (request.kind !== kind)
    throw new AppError("request_open", `${what} has been asked for and has not ended; another ${kind} has to wait.`, {
      remedy: "Try again in a few minutes.",
    });
  if (before) context.out(`${what} has been asked for already; it stands.`);
  if (agentTurn) {
    context.out(`${what} begins after this turn; its outcome is told in the chat.`);
    return null;
  }
  const deadline = context.clock.now().add({ seconds: waitSeconds });
  for (;;) {
    const now = stores.requests.get(request.id);
    if (now?.state === "failed")
      throw new AppError("maintenance_failed", `${what} failed: ${now.outcome}.`, { remedy: 'See "vigil doctor".' });
    if (now?.state === "done") return now.outcome ?? "";
    if (Temporal.Instant.compare(context.clock.now(), deadline) >= 0)
      throw new AppError("maintenance_late", `${what} has not ended within ${waitSeconds} s.`, {
        remedy: 'See the log and "vigil doctor"; start Vigil with "vigil start" if it does not run.',
      });
    await context.clock.sleep(context.clock.now().add({ milliseconds: LOOK_EVERY_MS }));
  }
}
