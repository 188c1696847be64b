import path from "node:path";
import type { Command } from "commander";
import { backupStore, stamp } from "#stores/backup/backup.ts";
import type { CliContext } from "../cli-context.ts";
import { withHome } from "../open-home.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

/** `vigil backup [FILE]`: a copy of the store, also beside a running process (OPS-7). */
export function define(command: Command, context: CliContext): void {
  command.argument("[file]", "where it goes (data/backups)").action((file: string | undefined) => {
    assertAllowedInTurn(context.config().agentTurn, "backup");
    return withHome(context, async ({ home }) => {
      const target = file
        ? path.resolve(context.cwd, file)
        : path.join(home.backups, `manual-${stamp(context.clock.now())}.db`);
      await backupStore(home.store, target);
      context.out(target);
      context.err("It holds private messages; nobody else should be able to read it.");
    });
  });
}
