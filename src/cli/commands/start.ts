import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

/** `vigil start`: runs until it is told to stop (OPS-10). */
export function define(command: Command, context: CliContext): void {
  command.action(async () => {
    const config = context.config();
    assertAllowedInTurn(config.agentTurn, "start");
    for (const line of config.warnings) context.err(line);
    // Nobody else reads what the owner's assistant stores (SEC-1).
    process.umask(0o077);
    const { runVigil } = await import("#app/main.ts");
    const { env, version, checkout, terminal } = context;
    context.exit(await runVigil({ config, env, version, checkout, terminal }));
  });
}
