import { endGroup } from "#agent/process/process-group.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { alertCommand } from "./alert-command.ts";
import type { RunCommandContext } from "./run-command.ts";

/**
 * After a crash: a command that had started is not run again. The process group that it left behind is ended first, then
 * its firing becomes `interrupted`, with an alert (REM-24). Until then its row is not claimed (REM-5). What had not started
 * runs normally. The firings are read before the first wait: call it before the dispatcher starts.
 */
export async function recoverCommands(context: Omit<RunCommandContext, "folder" | "environment">): Promise<void> {
  await Promise.all(context.stores.firings.running("command").map((firing) => recover(firing, context)));
}

async function recover(firing: Firing, context: Omit<RunCommandContext, "folder" | "environment">): Promise<void> {
  const { stores, clock, log } = context;
  try {
    const left = firing.processGroup !== null && (await endGroup(firing.processGroup, clock));
    log.warn({ firing: firing.id, left }, "a command was interrupted by a restart");
    stores.db.transaction(() => {
      if (!stores.schedules.exists(firing.scheduleId)) {
        stores.firings.finishCommand(firing.id, { state: "failed", error: "removed" }, clock.now());
        return;
      }
      const fact = { state: "interrupted", error: "interrupted" } as const;
      if (stores.firings.finishCommand(firing.id, fact, clock.now()))
        alertCommand(firing, { kind: "interrupted", value: "" }, "", context);
    });
  } catch (error) {
    log.error({ firing: firing.id, err: error }, "an interrupted command could not be recovered");
  }
}
