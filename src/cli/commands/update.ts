import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import { Database } from "#stores/database/database.ts";
import { type Home, openHome } from "#stores/home/home.ts";
import { runningInstance } from "#stores/home/instance-lock.ts";
import { RequestStore } from "#stores/jobs/requests.ts";
import type { CliContext } from "../cli-context.ts";
import { askForMaintenance } from "../maintenance-request.ts";
import { withHome } from "../open-home.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";
import { comesUp, startAnew } from "../update/restart-running.ts";
import { type UpdateEnd, updateCheckout } from "../update/update-checkout.ts";

/** Packages come over the network; a restart and its way back take up to four minutes more. */
const WAIT_SECONDS = 25 * 60;
const PROGRAM_TIMEOUT_MS = 10 * 60_000;
const MOST_OUTPUT = 10 * 1024 * 1024;

/** `vigil update`: takes the newest release, at once or from inside a turn once that has ended (REM-50, OPS-9). */
export function define(command: Command, context: CliContext): void {
  command
    .option("--carry-out <request>", "carry a stored request out; Vigil itself calls this")
    .action((options: { carryOut?: string }) => {
      assertAllowedInTurn(context.config().agentTurn, "update");
      if (!existsSync(path.join(context.checkout, ".git")))
        throw new AppError("no_checkout", "Vigil does not run from a git checkout, so there is nothing to pull.", {
          remedy: 'In Docker: "docker compose build --pull && docker compose up -d".',
        });
      return options.carryOut === undefined ? ask(context) : carryOut(context, Number(options.carryOut));
    });
}

async function ask(context: CliContext): Promise<void> {
  const stopped = await withHome(context, async (opened) => {
    if (!opened.running()) return true;
    const end = await askForMaintenance("update", opened, context, WAIT_SECONDS);
    if (end) say(context, end);
    return false;
  });
  if (!stopped) return;
  const home = openHome(context.config().home, { create: false });
  const end = await update(context, home, async () => true);
  if (end.outcome === "failed") throw new AppError("update_failed", `The update failed: ${end.reason}.`);
  say(context, end.outcome);
}

function say(context: CliContext, outcome: string): void {
  context.out(outcome === "newest" ? "This is the newest release already." : "Vigil is updated.");
}

/** The separate process: it outlives the one that it restarts, and reads no more of the store than its request. */
async function carryOut(context: CliContext, id: number): Promise<void> {
  const home = openHome(context.config().home, { create: false });
  const db = new Database(home.store);
  const requests = new RequestStore(db);
  try {
    const request = requests.get(id);
    if (request?.kind !== "update" || request.state !== "running")
      throw new AppError("no_request", `There is no update ${id} to carry out.`);
    const end = await update(context, home, async () => {
      const before = runningInstance(home)?.facts?.pid ?? 0;
      requests.wantRestart(id);
      return comesUp(home, before, context.clock);
    });
    const failed = end.outcome === "failed";
    requests.end(id, failed ? "failed" : "done", failed ? end.reason : end.outcome, context.clock.now());
  } catch (error) {
    requests.end(id, "failed", error instanceof Error ? error.message : String(error), context.clock.now());
    throw error;
  } finally {
    db.close();
  }
}

function update(context: CliContext, home: Home, restart: () => Promise<boolean>): Promise<UpdateEnd> {
  const { checkout, clock, env } = context;
  return updateCheckout({
    checkout,
    restart,
    run: async (program, args) => {
      const options = { timeout: PROGRAM_TIMEOUT_MS, maxBuffer: MOST_OUTPUT };
      return (await promisify(execFile)(program, [...args], options)).stdout;
    },
    startAgain: () => startAnew(home, checkout, env.VIGIL_UNIT, clock),
  });
}
