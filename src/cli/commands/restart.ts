import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import type { CliContext } from "../cli-context.ts";
import { askForMaintenance } from "../maintenance-request.ts";
import { withHome } from "../open-home.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

/** A shutdown may take 20 s for turns and some for commands (OPS-10); then comes the start. */
const WAIT_SECONDS = 60;

/** `vigil restart`: at once, or from inside a turn once that has ended (REM-50). */
export function define(command: Command, context: CliContext): void {
  command.action(() => {
    assertAllowedInTurn(context.config().agentTurn, "restart");
    return withHome(context, async (opened) => {
      if (!opened.running())
        throw new AppError("not_running", "Vigil does not run, so there is nothing to restart.", {
          remedy: 'Start it with "vigil start".',
        });
      const outcome = await askForMaintenance("restart", opened, context, WAIT_SECONDS);
      if (outcome !== null) context.out("Vigil has restarted.");
    });
  });
}
