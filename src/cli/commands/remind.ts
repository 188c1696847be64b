import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import { REMINDER_MINIMUM_MINUTES } from "#core/schedules/plan-reminder.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { PULSE_ALIVE_MS, Pulse } from "#stores/home/pulse.ts";
import { firingReceipt } from "#use-cases/firing-receipt.ts";
import { setReminder } from "#use-cases/set-reminder.ts";
import type { CliContext } from "../cli-context.ts";
import { type OpenedHome, targetOf, unseenChat, withHome } from "../open-home.ts";
import { readable, table } from "../output.ts";
import { receiptLines } from "../receipt-words.ts";
import { refusalSentence } from "../refusal-words.ts";
import { rowJson } from "../row-json.ts";
import { defineVerbs } from "../schedule-verbs.ts";
import { assertAllowedInTurn } from "../turn-rules.ts";

const LISTED = 50;

interface AddOptions {
  at?: string;
  every?: string;
  chat?: string;
  topic?: string;
  json?: boolean;
}

interface ListOptions {
  all?: boolean;
  search?: string;
  json?: boolean;
}

/** `vigil remind add | list | edit | move | run | pause | resume | remove | undo | why`. */
export function define(command: Command, context: CliContext): void {
  command
    .command("add <text...>")
    .description("set a reminder")
    .option("--at <when>", 'when it fires: "tomorrow at 9", "in 20 minutes", an ISO time')
    .option("--every <when>", 'when it repeats: "monday at 9", a cron pattern, an RRULE')
    .option("--chat <id>", "chat to remind in (the first owner's private chat)")
    .option("--topic <id>", "topic in that chat")
    .option("--json", "print JSON")
    .action((words: string[], options: AddOptions) => addReminder(context, words.join(" "), options));
  command
    .command("list")
    .description("reminders that can still fire, and those that fired within a day")
    .option("--all", `also those beyond the first ${LISTED}`)
    .option("--search <words>", "only those whose id or text has these words")
    .option("--json", "print JSON")
    .action((options: ListOptions) => listReminders(context, options));
  defineVerbs(command, context, { kind: "text", name: "remind", one: "a reminder", text: "text" });
  command
    .command("why <id>")
    .description("what became of the last firing of a reminder, step by step")
    .option("--json", "print JSON")
    .action((id: string, options: { json?: boolean }) => explainReminder(context, id, options));
}

function addReminder(context: CliContext, text: string, options: AddOptions): Promise<void> {
  const config = context.config();
  assertAllowedInTurn(config.agentTurn, "remind add");
  if ((options.at === undefined) === (options.every === undefined))
    throw new AppError("usage", "A reminder needs either --at or --every.", {
      remedy: 'For example: vigil remind add --at "tomorrow at 9" call Ann',
    });
  return withHome(context, (opened) => {
    const { stores, preferences, running } = opened;
    const now = context.clock.now();
    const zone = preferences.zone();
    const request = {
      text,
      when: options.at,
      every: options.every,
      target: targetOf(options, config, stores),
      createdSession: null,
      createdMessage: null,
    };
    const plan = setReminder({ stores, preferences, random: context.random }, request, { now });
    if (plan.kind === "refused") throw new AppError(plan.code, refusalSentence(plan, zone, REMINDER_MINIMUM_MINUTES));
    const row = stores.schedules.get(plan.row.id)!;
    if (options.json) context.out(JSON.stringify(jsonRow(row)));
    else {
      context.out(
        `${row.id} is set for ${readable(row.nextRunAt, row.schedule.zone)} (${row.schedule.zone}): ${row.text}`,
      );
      for (const at of plan.card.next.slice(1)) context.out(`  then ${readable(at, row.schedule.zone)}`);
      if (plan.card.otherReading) context.out(`  it could also mean ${readable(plan.card.otherReading.next, zone)}`);
    }
    const unseen = unseenChat(row.target, config, stores);
    if (unseen) context.err(unseen);
    if (!running()) context.err('Nothing runs now: it fires only while Vigil runs ("vigil start").');
  });
}

function listReminders(context: CliContext, options: ListOptions): Promise<void> {
  return withHome(context, (opened) => {
    const { stores } = opened;
    const words = options.search?.toLowerCase() ?? "";
    const rows = [
      ...stores.schedules.live("text"),
      ...stores.schedules.fired().filter((row) => row.kind === "text"),
    ].filter((row) => row.id === words || row.text.toLowerCase().includes(words));
    if (options.json) {
      context.out(JSON.stringify(rows.map(jsonRow)));
      return;
    }
    const shown = options.all ? rows : rows.slice(0, LISTED);
    const cells = shown.map((row) => [
      row.id,
      row.state,
      row.state === "fired"
        ? `fired ${readable(row.firedAt, row.schedule.zone)}`
        : readable(row.nextRunAt, row.schedule.zone),
      stores.firings.latest(row.id)?.state ?? null,
      row.schedule.zone,
      row.target.chatId,
      row.target.threadId,
      row.text,
    ]);
    for (const line of table(["ID", "STATE", "NEXT", "LAST", "ZONE", "CHAT", "TOPIC", "TEXT"], cells))
      context.out(line);
    if (rows.length > shown.length) context.err(`${rows.length - shown.length} more: --all shows them.`);
    context.err(pulseSentence(opened, context.clock.now()));
  });
}

function explainReminder(context: CliContext, id: string, options: { json?: boolean }): Promise<void> {
  return withHome(context, ({ stores, preferences }) => {
    const firing = stores.firings.latest(id);
    const receipt = firing?.kind === "text" ? firingReceipt(stores, firing.id) : undefined;
    if (!receipt) {
      const row = stores.schedules.get(id);
      const why = row ? `${id} has not fired yet.` : `Nothing is known of a reminder ${id}.`;
      throw new AppError("no_receipt", why, { remedy: '"vigil remind list" shows what is set.' });
    }
    if (options.json) context.out(JSON.stringify(receipt));
    else for (const line of receiptLines(receipt, preferences.zone())) context.out(line);
  });
}

/** Whether anybody would fire them, and since when not (REM-4). */
function pulseSentence({ home, running }: OpenedHome, now: Temporal.Instant): string {
  const age = new Pulse(home.tick).age(now);
  const ago = age === null ? "it has never run" : `its last pulse was ${Math.max(0, Math.round(age / 1_000))} s ago`;
  if (!running()) return `Vigil does not run; ${ago}.`;
  return age !== null && age < PULSE_ALIVE_MS
    ? "The runner is alive."
    : `The runner shows no sign of life: ${ago}. See "vigil doctor".`;
}

function jsonRow(row: ScheduleRow): Record<string, unknown> {
  return { ...rowJson(row), fresh_for_minutes: row.freshForMinutes, insist_minutes: row.insistMinutes };
}
