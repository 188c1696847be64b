import path from "node:path";
import type { Command } from "commander";
import { assertBackupExists, restoreStore } from "#stores/backup/restore.ts";
import { openHome } from "#stores/home/home.ts";
import type { CliContext } from "../cli-context.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

/** `vigil restore FILE`: a copy in the place of the store, while nothing runs; what it replaces is kept (OPS-7). */
export function define(command: Command, context: CliContext): void {
  command.argument("<file>", "a copy made by backup").action((file: string) => {
    const config = context.config();
    assertAllowedInTurn(config.agentTurn, "restore");
    const source = path.resolve(context.cwd, file);
    // Before a home is made for it: a mistyped name must leave nothing behind.
    assertBackupExists(source);
    const home = openHome(config.home, { create: true });
    const { kept } = restoreStore(home, source, { now: context.clock.now(), version: context.version });
    context.out(`${home.store} is now the copy ${source}.`);
    if (kept) context.out(`What it replaced stands in ${kept}.`);
    context.err("What came due since the copy was made counts as missed: the next start catches up with it once.");
  });
}
