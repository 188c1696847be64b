import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import { commandName } from "#core/schedules/command-name.ts";
import { minimumMinutes } from "#core/schedules/minimum-minutes.ts";
import { planCommand } from "#core/schedules/plan-command.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";
import { askForCommand } from "#use-cases/ask-for-command.ts";
import type { CliContext } from "../cli-context.ts";
import { targetOf, withHome } from "../open-home.ts";
import { isoWithOffset, printable, readable, table } from "../output.ts";
import { refusalSentence } from "../refusal-words.ts";
import { rowJson } from "../row-json.ts";
import { defineVerbs } from "../schedule-verbs.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

const ID_LENGTH = 10;

interface AddOptions {
  at?: string;
  every?: string;
  name?: string;
  timeout?: string;
  chat?: string;
  topic?: string;
  json?: boolean;
}

/** `vigil schedule add | list | edit | move | run | pause | resume | remove | undo | why | log`: commands (REM-20). */
export function define(command: Command, context: CliContext): void {
  command
    .command("add <command...>")
    .description("run a shell command later, or again and again")
    .option("--every <when>", 'when it repeats: "day at 03:00", a cron pattern, an RRULE')
    .option("--at <when>", 'when it runs once: "tomorrow at 9", an ISO time')
    .option("--name <name>", "what it is called in lists and alerts")
    .option("--timeout <minutes>", "after how many minutes it is ended, 1 to 60 (2)")
    .option("--chat <id>", "chat that it belongs to (the first owner's private chat)")
    .option("--topic <id>", "topic in that chat")
    .option("--json", "print JSON")
    .action((words: string[], options: AddOptions) => addCommand(context, words.join(" "), options));
  command
    .command("list")
    .description("commands with their next time and their last fact")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) => listCommands(context, options));
  defineVerbs(command, context, { kind: "command", name: "schedule", one: "a command", text: "command" });
  command
    .command("why <id>")
    .description("what became of the last run of a command, step by step")
    .option("--json", "print JSON")
    .action((id: string, options: { json?: boolean }) => explainCommand(context, id, options));
  command
    .command("log <id>")
    .description("what a command has printed, the newest run last")
    .action((id: string) => printLog(context, id));
}

function addCommand(context: CliContext, text: string, options: AddOptions): Promise<void> {
  const config = context.config();
  assertAllowedInTurn(config.agentTurn, "schedule add");
  if ((options.at === undefined) === (options.every === undefined))
    throw new AppError("usage", "A command needs either --at or --every.", {
      remedy: "For example: vigil schedule add --every \"day at 03:00\" --name backup '~/bin/backup.sh'",
    });
  return withHome(context, ({ stores, preferences, running }) => {
    const now = context.clock.now();
    const zone = preferences.zone();
    const target = targetOf(options, config, stores);
    const plan = stores.db.transaction(() => {
      const planned = planCommand(
        {
          text,
          when: options.at,
          every: options.every,
          name: options.name,
          timeoutMinutes: options.timeout === undefined ? undefined : Number(options.timeout),
          target,
          createdSession: null,
          createdMessage: null,
          // Called by a model, it is a model that asks (CLI-2).
          needsConfirmation: config.agentTurn !== null,
        },
        {
          id: `c-${context.random.id(ID_LENGTH)}`,
          now,
          zone,
          locale: preferences.locale(),
          hints: preferences.hints(),
          live: stores.schedules.countLive(),
          maxLive: preferences.settings().reminders.maxLive,
        },
      );
      if (planned.kind === "refused") return planned;
      if (planned.row.state === "unconfirmed") askForCommand(stores, { ...planned, target }, now);
      else stores.schedules.add(planned.row);
      return planned;
    });
    if (plan.kind === "refused") throw new AppError(plan.code, refusalSentence(plan, zone, minimumMinutes("command")));
    const row = stores.schedules.get(plan.row.id)!;
    if (options.json) context.out(JSON.stringify(jsonRow(row, stores)));
    else {
      context.out(
        `${row.id} is set for ${readable(row.nextRunAt, row.schedule.zone)} (${row.schedule.zone}): ${printable(commandName(row))}`,
      );
      for (const at of plan.card.next.slice(1)) context.out(`  then ${readable(at, row.schedule.zone)}`);
    }
    if (row.state === "unconfirmed") context.err("The owner was asked to confirm it; it does not run before that.");
    if (!running()) context.err('Nothing runs now: it runs only while Vigil runs ("vigil start").');
  });
}

function listCommands(context: CliContext, options: { json?: boolean }): Promise<void> {
  return withHome(context, ({ stores }) => {
    const rows = [
      ...stores.schedules.live("command"),
      ...stores.schedules.fired().filter((row) => row.kind === "command"),
    ];
    if (options.json) {
      context.out(JSON.stringify(rows.map((row) => jsonRow(row, stores))));
      return;
    }
    const cells = rows.map((row) => [
      row.id,
      row.state,
      readable(row.nextRunAt, row.schedule.zone),
      outcome(stores.firings.latest(row.id)),
      row.schedule.zone,
      row.name,
      row.text,
    ]);
    for (const line of table(["ID", "STATE", "NEXT", "LAST", "ZONE", "NAME", "COMMAND"], cells)) context.out(line);
  });
}

function explainCommand(context: CliContext, id: string, options: { json?: boolean }): Promise<void> {
  return withHome(context, ({ stores, preferences }) => {
    const firing = stores.firings.latest(id);
    if (firing?.kind !== "command") {
      const why = stores.schedules.get(id) ? `${id} has not run yet.` : `Nothing is known of a command ${id}.`;
      throw new AppError("no_receipt", why, { remedy: '"vigil schedule list" shows what is set.' });
    }
    const zone = preferences.zone();
    if (options.json) {
      context.out(JSON.stringify(jsonFiring(firing, zone)));
      return;
    }
    context.out(`command: ${printable(firing.text)}`);
    context.out(`due: ${readable(firing.dueAt, zone)}${firing.origin === "run_now" ? " (run by hand)" : ""}`);
    if (firing.skippedEarlier > 0) context.out(`skipped before it: ${firing.skippedEarlier}`);
    context.out(`claimed: ${readable(firing.claimedAt, zone)}`);
    context.out(`started: ${readable(firing.startedAt, zone)}`);
    context.out(`ended: ${readable(firing.endedAt, zone)}`);
    context.out(`outcome: ${outcome(firing)}`);
  });
}

function printLog(context: CliContext, id: string): Promise<void> {
  return withHome(context, ({ stores }) => {
    const row = stores.schedules.get(id);
    if (row?.kind !== "command")
      throw new AppError("unknown_id", `There is no command ${id}.`, {
        remedy: '"vigil schedule list" shows their ids.',
      });
    const text = stores.commandLogs.read(id);
    if (text === null) context.err(`${id} has no log: it has not run yet.`);
    else context.out(printable(text.trimEnd()));
  });
}

/** How a run ended, as far as it is known. */
function outcome(firing: Firing | undefined): string {
  if (firing === undefined) return "-";
  if (firing.delivered === true) return "exit 0";
  return firing.error ?? firing.state;
}

function jsonRow(row: ScheduleRow, stores: Stores): Record<string, unknown> {
  const last = stores.firings.latest(row.id);
  return {
    ...rowJson(row),
    timeout_minutes: row.timeoutMinutes,
    last: last ? jsonFiring(last, row.schedule.zone) : null,
  };
}

function jsonFiring(firing: Firing, zone: string): Record<string, unknown> {
  return {
    due_at: isoWithOffset(firing.dueAt, zone),
    origin: firing.origin,
    text: firing.text,
    state: firing.state,
    delivered: firing.delivered,
    error: firing.error,
    skipped_earlier: firing.skippedEarlier,
    timeout_minutes: firing.timeoutMinutes,
    claimed_at: isoWithOffset(firing.claimedAt, zone),
    started_at: isoWithOffset(firing.startedAt, zone),
    ended_at: isoWithOffset(firing.endedAt, zone),
  };
}
