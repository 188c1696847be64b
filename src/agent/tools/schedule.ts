import type { Tool } from "ai";
import { z } from "zod";
import type { RefusalCode } from "#core/message-codes.ts";
import type { TimeCard } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { checkText } from "#core/schedules/check-text.ts";
import { commandName } from "#core/schedules/command-name.ts";
import { checkName, planCommand } from "#core/schedules/plan-command.ts";
import { planReminder } from "#core/schedules/plan-reminder.ts";
import { cardOfSchedule } from "#core/schedules/schedule-card.ts";
import type { NewScheduleRow, ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Stores } from "#stores/stores.ts";
import { askForCommand } from "#use-cases/ask-for-command.ts";
import {
  type ChangeResult,
  editSchedule,
  moveSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runScheduleNow,
} from "#use-cases/change-schedule.ts";
import type { AiSdk } from "../models/sdk.ts";
import { type ExecutionGuard, guardExecution } from "../turn/guard-execution.ts";
import { checkedInput } from "./check-input.ts";
import { findTarget } from "./known-targets.ts";
import type { RemindContext, RemindTurn } from "./remind.ts";
import { askedIn, iso, isoOrNull, REASONS, refusal, rowFacts, rowName } from "./schedule-facts.ts";

const MOST_LISTED = 50;
const MINUTES_IN_A_YEAR = 525_600;

const text = z.string().optional();
const minutes = z.int().min(1).max(MINUTES_IN_A_YEAR).optional();

const inputSchema = z.strictObject({
  action: z.enum(["add", "list", "move", "edit", "run_now", "pause", "resume", "remove"]),
  kind: z.enum(["text", "command"]).optional().describe("add: default text; list: only this kind"),
  id: text.describe("r-… or c-…"),
  text: text.describe("add, edit: a task that stands alone, or the bash command"),
  when: text.describe("add, move: once"),
  every: text.describe("add, move: recurring"),
  name: text,
  timeout_minutes: minutes.describe("add, command"),
  chat: text,
  topic: text,
  insist_minutes: minutes,
  fresh_for_minutes: minutes,
});
type ScheduleInput = z.output<typeof inputSchema>;

const ADD_EXAMPLE = { action: "add", kind: "command", text: "df -h /", every: "every day at 8", name: "disk" } as const;
const ID_EXAMPLE = { action: "move", id: "r-0123456789", when: "tomorrow at 9" } as const;
const CONTRACT = { name: "schedule", schema: inputSchema, example: ADD_EXAMPLE } as const;

const DESCRIPTION =
  "Everything else about what runs later: recurring tasks, shell commands, and changing, pausing or running what is set. Times and texts as in `remind`. A command runs without you; the owner confirms it first. The skill `scheduling` says more.";

/** What a reminder's own turn may do (REM-10). */
const ALLOWED_IN_REMINDER: readonly ScheduleInput["action"][] = ["list", "remove"];

/** The tool `schedule` over both kinds (REM-31, REM-32, REM-33). */
export function scheduleTool(
  ai: AiSdk,
  context: RemindContext,
  turn: RemindTurn,
  guard: ExecutionGuard,
): Tool<ScheduleInput, object> {
  return ai.tool({
    description: DESCRIPTION,
    inputSchema: checkedInput(ai, CONTRACT),
    execute: (input, { abortSignal }) =>
      guardExecution(CONTRACT.name, guard, abortSignal, async () => {
        if (turn.origin === "reminder" && !ALLOWED_IN_REMINDER.includes(input.action))
          return {
            refused: "not_in_a_reminder",
            reason: "a reminder's own turn cannot set or change another one; list and remove are allowed",
          };
        return new ScheduleCall(input, context, turn).run();
      }),
  });
}

/** One call of the tool: what came, and what it is decided in. */
class ScheduleCall {
  readonly #input: ScheduleInput;
  readonly #context: RemindContext;
  readonly #stores: Stores;
  readonly #turn: RemindTurn;
  readonly #now: Temporal.Instant;
  readonly #zone: string;

  constructor(input: ScheduleInput, context: RemindContext, turn: RemindTurn) {
    this.#input = input;
    this.#context = context;
    this.#stores = context.stores;
    this.#turn = turn;
    this.#now = context.clock.now();
    this.#zone = context.preferences.zone();
  }

  run(): object {
    const { action } = this.#input;
    if (action === "list") return this.#list();
    return this.#stores.db.transaction(() => (action === "add" ? this.#add() : this.#change(action)));
  }

  #list(): object {
    const { kind } = this.#input;
    const dayAgo = this.#now.subtract({ hours: 24 }).epochMilliseconds;
    const rows = [
      ...this.#stores.schedules.live(kind),
      ...this.#stores.schedules
        .fired()
        .filter(
          (row) =>
            (kind === undefined || row.kind === kind) && (row.kind === "command" || (row.firedAt ?? 0) >= dayAgo),
        ),
    ];
    return {
      schedules: rows.slice(0, MOST_LISTED).map((row) => rowFacts(row, this.#stores, this.#zone)),
      ...(rows.length > MOST_LISTED && { not_listed: rows.length - MOST_LISTED }),
      dispatcher_alive: this.#context.dispatcherAlive(),
    };
  }

  #add(): object {
    const input = this.#input;
    const here = this.#turn.target;
    if (here === null) return { refused: "no_chat", reason: "this turn has no chat that the answer could go to" };
    if (input.when?.trim() && input.every?.trim())
      return this.#refuse("when_and_every", "give `when` for once or `every` for a recurrence, not both", ADD_EXAMPLE);
    const place = findTarget(this.#stores, input, here);
    if (!place.ok)
      return {
        ...this.#refuse("unknown_target", `${place.unknown} is not known`, ADD_EXAMPLE),
        known: place.known,
      };
    const context = this.#planContext(here);
    const common = {
      text: input.text ?? "",
      when: input.when,
      every: input.every,
      target: place.target,
      createdSession: this.#turn.sessionId,
      createdMessage: askedIn(this.#stores, this.#turn.sessionId),
    };
    const plan =
      input.kind === "command"
        ? planCommand(
            { ...common, name: input.name, timeoutMinutes: input.timeout_minutes, needsConfirmation: true },
            { ...context, id: `c-${this.#context.random.id(10)}` },
          )
        : planReminder(
            { ...common, insistMinutes: input.insist_minutes, freshForMinutes: input.fresh_for_minutes },
            { ...context, id: `r-${this.#context.random.id(10)}` },
          );
    if (plan.kind === "refused") return this.#refuse(plan.code, REASONS[plan.code], ADD_EXAMPLE, plan);
    if (plan.row.kind === "command") return this.#askFor(plan.row, plan.card, here);
    const named = checkName(input.name);
    if (!named.ok) return this.#refuse(named.code, REASONS[named.code], ADD_EXAMPLE, named);
    this.#stores.schedules.add({ ...plan.row, name: named.name });
    this.#turn.onCard(plan.card);
    return this.#done(this.#stores.schedules.get(plan.row.id), plan.card, false);
  }

  #change(action: Exclude<ScheduleInput["action"], "add" | "list">): object {
    const { id = "", when, every } = this.#input;
    const row = this.#stores.schedules.get(id.trim());
    if (!row) return this.#refuse("unknown_id", REASONS.unknown_id, ID_EXAMPLE);
    const context = { now: this.#now, zone: this.#zone, ...this.#words() };
    // What the owner was shown is what they confirm.
    const shown = row.state === "unconfirmed" && (action === "move" || action === "edit");
    if (shown) return this.#refuse("not_confirmed", REASONS.not_confirmed, ID_EXAMPLE);
    switch (action) {
      case "move":
        if (when?.trim() && every?.trim()) return this.#refuse("when_and_every", REASONS.when_and_every, ID_EXAMPLE);
        return this.#changed(
          moveSchedule(this.#stores, row.id, { when, every }, { ...context, maxLive: this.#maxLive() }),
        );
      case "edit":
        return row.kind === "command"
          ? this.#editCommand(row)
          : this.#changed(editSchedule(this.#stores, row.id, this.#input.text ?? "", context));
      case "run_now":
        return this.#changed(runScheduleNow(this.#stores, row.id, this.#now));
      case "pause":
        return this.#changed(pauseSchedule(this.#stores, row.id, this.#now));
      case "resume":
        return this.#changed(resumeSchedule(this.#stores, row.id, this.#now));
      case "remove": {
        const result = removeSchedule(this.#stores, row.id, this.#now);
        return result.kind === "done"
          ? { removed: row.id, text: rowName(row) }
          : this.#refuse(result.code, REASONS[result.code], ID_EXAMPLE, result);
      }
      default:
        return action satisfies never;
    }
  }

  /** Another text for a command waits for the owner as a new command does; until then the old one goes on (AGT-8). */
  #editCommand(row: ScheduleRow): object {
    const checked = checkText(this.#input.text ?? "");
    const example = { action: "edit", id: row.id, text: "df -h /home" };
    if (!checked.ok)
      return this.#refuse(checked.code, REASONS[checked.code], example, "params" in checked ? checked : {});
    if (this.#stores.schedules.countLive() >= this.#maxLive())
      return this.#refuse("too_many", REASONS.too_many, example);
    const here = this.#turn.target ?? row.target;
    const proposal: NewScheduleRow = {
      ...row,
      id: `c-${this.#context.random.id(10)}`,
      text: checked.text,
      state: "unconfirmed",
      createdAt: this.#now.epochMilliseconds,
      createdSession: this.#turn.sessionId,
      createdMessage: askedIn(this.#stores, this.#turn.sessionId),
      replaces: row.id,
    };
    const card = cardOfSchedule(proposal.id, commandName(proposal), row.schedule, this.#now);
    return this.#askFor(proposal, card, here);
  }

  #askFor(row: NewScheduleRow, card: TimeCard, target: Target): object {
    askForCommand(this.#stores, { row, card, target }, this.#now);
    return {
      id: row.id,
      state: "unconfirmed",
      next: "the owner was sent the command with a button; nothing of it runs before they press it",
    };
  }

  #changed(result: ChangeResult): object {
    if (result.kind === "refused") return this.#refuse(result.code, REASONS[result.code], ID_EXAMPLE, result);
    if (result.card && result.row.kind === "text") this.#turn.onCard(result.card);
    return this.#done(result.row, result.card, result.afterRunning);
  }

  #done(row: ScheduleRow | undefined, card: TimeCard | undefined, afterRunning: boolean): object {
    const later = (card?.next ?? []).slice(1).map((at) => iso(Temporal.Instant.fromEpochMilliseconds(at), this.#zone));
    return {
      ...(row && {
        id: row.id,
        text: rowName(row),
        state: row.state,
        next_run_at: isoOrNull(row.nextRunAt, this.#zone),
      }),
      ...(later.length > 0 && { later_runs: later }),
      ...(card && { notes: card.notes.map((note) => note.code) }),
      ...(afterRunning && { after_running: "it runs now; this takes effect after that" }),
      dispatcher_alive: this.#context.dispatcherAlive(),
    };
  }

  #refuse(
    code: RefusalCode,
    reason: string,
    example: object,
    detail: Omit<Parameters<typeof refusal>[2], "code" | "reason"> = {},
  ): object {
    const { params, alternatives } = detail;
    const refused = { code, reason, ...(params && { params }), ...(alternatives && { alternatives }) };
    return refusal(CONTRACT.name, this.#input, refused, example, this.#zone);
  }

  #words() {
    const { preferences } = this.#context;
    return { locale: preferences.locale(), hints: preferences.hints() };
  }

  #maxLive(): number {
    return this.#context.preferences.settings().reminders.maxLive;
  }

  #planContext(here: Target) {
    return {
      now: this.#now,
      zone: this.#zone,
      ...this.#words(),
      live: this.#stores.schedules.countLive(),
      maxLive: this.#maxLive(),
      answeredAt: here,
    };
  }
}
