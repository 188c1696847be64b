import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import { minimumMinutes } from "#core/schedules/minimum-minutes.ts";
import type { Refused } from "#core/schedules/refused.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import {
  type ChangeResult,
  editSchedule,
  moveSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runScheduleNow,
  undoRemove,
} from "#use-cases/change-schedule.ts";
import type { CliContext } from "./cli-context.ts";
import { type OpenedHome, withHome } from "./open-home.ts";
import { readable } from "./output.ts";
import { refusalSentence } from "./refusal-words.ts";
import { assertAllowedInTurn } from "./turn-rules.ts";

/** Which rows a command is about, and how it calls them. */
export interface VerbsOf {
  readonly kind: ScheduleRow["kind"];
  /** The command itself: `remind` or `schedule`. */
  readonly name: string;
  /** "a reminder", "a command". */
  readonly one: string;
  /** What a row's text is called on the command line. */
  readonly text: string;
}

type Verb = (opened: OpenedHome, now: Temporal.Instant) => ChangeResult;

/** `edit`, `move`, `run`, `pause`, `resume`, `remove` and `undo`, the same for reminders and commands (CLI-1, REM-31). */
export function defineVerbs(command: Command, context: CliContext, of: VerbsOf): void {
  const { one, text } = of;
  const apply = (verb: string, id: string, says: (result: ChangeResult & { kind: "done" }) => string, run: Verb) =>
    changeRow(context, of, { verb, id, says, run });

  command
    .command(`edit <id> <${text}...>`)
    .description(`give ${one} another text; its time stays`)
    .action((id: string, words: string[]) =>
      apply(
        "edit",
        id,
        ({ row }) => `says now: ${row.text}`,
        ({ stores }, now) => editSchedule(stores, id, words.join(" "), { now }),
      ),
    );
  command
    .command("move <id> [when...]")
    .description(`give ${one} another time; also one that has fired`)
    .option("--every <when>", "when it repeats from now on")
    .action((id: string, words: string[], options: { every?: string }) =>
      apply("move", id, movedTo, (opened, now) =>
        moveSchedule(opened.stores, id, { when: words.join(" "), ...options }, whenContext(opened, now)),
      ),
    );
  command
    .command("run <id>")
    .description(`fire ${one} now; its schedule stays`)
    .action((id: string) =>
      apply(
        "run",
        id,
        () => "fires now; its schedule stays",
        ({ stores }, now) => runScheduleNow(stores, id, now),
      ),
    );
  command
    .command("pause <id>")
    .description("hold it until it is resumed")
    .action((id: string) =>
      apply(
        "pause",
        id,
        () => "is paused",
        ({ stores }, now) => pauseSchedule(stores, id, now),
      ),
    );
  command
    .command("resume <id>")
    .description("end a pause")
    .action((id: string) => apply("resume", id, nextTimes, ({ stores }, now) => resumeSchedule(stores, id, now)));
  command
    .command("remove <id>")
    .description(`remove ${one}; what runs is ended`)
    .action((id: string) => removeRow(context, of, id));
  command
    .command("undo <number>")
    .description("bring back what was removed less than a minute ago")
    .action((undoId: string) =>
      withHome(context, ({ stores }) => {
        assertAllowedInTurn(context.config().agentTurn, `${of.name} undo`);
        const result = undoRemove(stores, undoId, context.clock.now());
        if (result.kind === "refused") throw refusal(result, of, "UTC");
        context.out(`${result.row.id} is back.`);
      }),
    );
}

function changeRow(
  context: CliContext,
  of: VerbsOf,
  change: { verb: string; id: string; says: (result: ChangeResult & { kind: "done" }) => string; run: Verb },
): Promise<void> {
  assertAllowedInTurn(context.config().agentTurn, `${of.name} ${change.verb}`);
  return withHome(context, (opened) => {
    const { stores, preferences, running } = opened;
    const result = stores.db.transaction(() => {
      assertKind(opened, of, change.id);
      return change.run(opened, context.clock.now());
    });
    if (result.kind === "refused") throw refusal(result, of, preferences.zone());
    context.out(`${change.id} ${change.says(result)}.`);
    if (result.afterRunning) context.err("It is running just now: this takes effect after that.");
    if (!running()) context.err('Nothing runs now: it fires only while Vigil runs ("vigil start").');
  });
}

function removeRow(context: CliContext, of: VerbsOf, id: string): Promise<void> {
  return withHome(context, (opened) => {
    const result = opened.stores.db.transaction(() => {
      assertKind(opened, of, id);
      return removeSchedule(opened.stores, id, context.clock.now());
    });
    if (result.kind === "refused") throw refusal(result, of, opened.preferences.zone());
    context.out(`${id} is removed.`);
    context.err(`Within a minute "vigil ${of.name} undo ${result.undoId}" brings it back.`);
  });
}

/** A reminder's verbs touch no command, nor the reverse. */
function assertKind({ stores, preferences }: OpenedHome, of: VerbsOf, id: string): void {
  const row = stores.schedules.get(id);
  if (row && row.kind !== of.kind)
    throw refusal({ kind: "refused", code: "unknown_id", params: { id }, alternatives: [] }, of, preferences.zone());
}

function whenContext({ preferences }: OpenedHome, now: Temporal.Instant) {
  return {
    now,
    zone: preferences.zone(),
    locale: preferences.locale(),
    hints: preferences.hints(),
    maxLive: preferences.settings().reminders.maxLive,
  };
}

function nextTimes({ row, card }: ChangeResult & { kind: "done" }): string {
  const { zone } = row.schedule;
  const [first, ...more] = (card?.next ?? []).map((at) => readable(at, zone));
  return `is set for ${first ?? "no time"} (${zone})${more.map((at) => `, then ${at}`).join("")}`;
}

/** The new times; a series that ends by it says so, with the way back to one. */
function movedTo(result: ChangeResult & { kind: "done" }): string {
  const ends = result.card?.notes.some(({ code }) => code === "series_ends");
  return `${nextTimes(result)}${ends ? ". This ends the series: it fires once more; --every keeps it repeating" : ""}`;
}

function refusal(refused: Refused, of: VerbsOf, zone: string): AppError {
  if (refused.code === "unknown_id")
    return new AppError("unknown_id", `There is no ${of.one.replace(/^an? /, "")} ${refused.params.id}.`, {
      remedy: `"vigil ${of.name} list" shows their ids.`,
    });
  return new AppError(refused.code, refusalSentence(refused, zone, minimumMinutes(of.kind)));
}
