import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Command, CommanderError } from "commander";
import { type Config, type Env, loadConfig } from "#app/config.ts";
import { AppError, hasCode } from "#core/errors.ts";
import { systemClock } from "#system/system-clock.ts";
import { systemRandom } from "#system/system-random.ts";
import type { CliContext } from "./cli-context.ts";

/** A command's own module: it adds arguments, options, subcommands and the action. */
type Definition = (command: Command, context: CliContext) => void;

/** Only the module of the command that is called is loaded: each start of the process pays for what it uses. */
const COMMANDS: readonly { name: string; summary: string; load: () => Promise<{ define: Definition }> }[] = [
  { name: "start", summary: "run Vigil", load: () => import("./commands/start.ts") },
  { name: "pair", summary: "open a window in which a new owner can pair", load: () => import("./commands/pair.ts") },
  { name: "status", summary: "what runs, costs and waits", load: () => import("./commands/status.ts") },
  { name: "sessions", summary: "conversations with their chats", load: () => import("./commands/sessions.ts") },
  { name: "doctor", summary: "check Vigil's health, with what to do", load: () => import("./commands/doctor.ts") },
  { name: "jobs", summary: "every job with its last run", load: () => import("./commands/jobs.ts") },
  { name: "when", summary: "what a phrase, cron pattern or RRULE means", load: () => import("./commands/when.ts") },
  { name: "remind", summary: "set, list and change reminders", load: () => import("./commands/remind.ts") },
  { name: "schedule", summary: "set, list and change commands", load: () => import("./commands/schedule.ts") },
  { name: "post", summary: "send a message through the outbox", load: () => import("./commands/post.ts") },
  { name: "restart", summary: "restart Vigil", load: () => import("./commands/restart.ts") },
  { name: "update", summary: "take the newest release", load: () => import("./commands/update.ts") },
  { name: "backup", summary: "copy the store", load: () => import("./commands/backup.ts") },
  { name: "restore", summary: "put a copy in the place of the store", load: () => import("./commands/restore.ts") },
];

/** Errors that mean "called wrongly", not "tried and failed". */
const USAGE_CODES = ["config_invalid", "home_missing", "usage"] as const;

/** Where a command's words go; standard output and input unless a test says otherwise. */
export type CliOverrides = Partial<Pick<CliContext, "clock" | "random" | "terminal" | "input" | "out" | "err">>;

/**
 * Runs one command line and returns its exit status (CLI-1): 0 success, 1 a failed check or operation, 2 wrong usage;
 * `start` may return 75, which asks for a restart (OPS-9).
 */
export async function main(
  options: { args: readonly string[]; env: Env; cwd: string } & CliOverrides,
): Promise<number> {
  let status = 0;
  const context = createContext(options, (to) => {
    status = to;
  });
  const program = new Command("vigil")
    .description("A personal assistant that lives in Telegram.")
    .version(context.version)
    .exitOverride()
    .showHelpAfterError("Run it with --help for what it accepts.")
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.err(text.trimEnd()),
    });
  const [first, second] = options.args.filter((arg) => !arg.startsWith("-"));
  const called = first === "help" ? second : first;
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary);
    if (name === called) (await load()).define(command, context);
  }
  try {
    await program.parseAsync([...options.args], { from: "user" });
    return status;
  } catch (error) {
    return reportError(error, context);
  }
}

function createContext(options: { env: Env; cwd: string } & CliOverrides, exit: (status: number) => void): CliContext {
  const checkout = fileURLToPath(new URL("../../", import.meta.url));
  const { version } = JSON.parse(readFileSync(`${checkout}package.json`, "utf8")) as { version: string };
  let config: Config | undefined;
  return {
    env: options.env,
    cwd: options.cwd,
    checkout,
    version,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    terminal: options.terminal ?? process.stdout.isTTY === true,
    input: options.input ?? standardInput(),
    out: options.out ?? writerOf(process.stdout),
    err: options.err ?? writerOf(process.stderr),
    config: () => {
      config ??= loadConfig(options.env, options.cwd);
      return config;
    },
    exit,
  };
}

async function* standardInput(): AsyncIterable<string> {
  yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
}

function writerOf(stream: NodeJS.WriteStream): (line: string) => void {
  return (line) => void stream.write(`${line}\n`);
}

/** Says what went wrong on standard error and returns the exit status for it. */
async function reportError(error: unknown, context: CliContext): Promise<number> {
  // Commander has already said what it had to say; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const redact = await redactorOf(context);
  if (!(error instanceof AppError)) {
    context.err(redact(`vigil: ${(error as Error).stack ?? String(error)}`));
    return 1;
  }
  for (const line of error.message.split("\n")) context.err(redact(`vigil: ${line}`));
  if (error.remedy) context.err(redact(error.remedy));
  return hasCode(error, ...USAGE_CODES) ? 2 : 1;
}

/** An error may quote what it met, a secret as well (SEC-1). */
async function redactorOf(context: CliContext): Promise<(text: string) => string> {
  const { createRedactor } = await import("#core/redact/redactor.ts");
  let secrets: readonly string[] = [];
  try {
    ({ secrets } = context.config());
  } catch {
    // An invalid configuration: its message was made without values of secrets.
  }
  return createRedactor({ secrets }).redact;
}
