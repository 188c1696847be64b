import type { Tool } from "ai";
import { z } from "zod";
import type { Card } from "#core/outbox/payload.ts";
import type { Clock, Locale, Random, Target } from "#core/ports.ts";
import { planReminder, type RefusalCode } from "#core/schedules/plan-reminder.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { WhenHints } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { Stores } from "#stores/stores.ts";
import type { AiSdk } from "../sdk.ts";
import { checkedInput, correctCall } from "./check-input.ts";
import { type ExecutionGuard, guardExecution } from "./guard-execution.ts";
import { findTarget } from "./known-targets.ts";

const MOST_LISTED = 50;
const LONGEST_LISTED_TEXT = 200;
const MINUTES_IN_A_YEAR = 525_600;

const text = z.string().optional();
const minutes = z.int().min(1).max(MINUTES_IN_A_YEAR).optional();

const inputSchema = z.strictObject({
  action: z.enum(["add", "list", "remove"]),
  text: text.describe("add: what to do or say at that time, standing alone"),
  when: text.describe(
    'add, once: the owner\'s own words ("tomorrow at 9"), a local time (2026-12-05T18:30) or an ISO duration (PT20M)',
  ),
  every: text.describe("add, recurring: the owner's own words, a five-field cron pattern or an RRULE"),
  id: text.describe("remove: r-…"),
  chat: text.describe("add: id or title of another chat; default: this one"),
  topic: text.describe("add: id or title of a topic"),
  insist_minutes: minutes.describe("add: repeat the message every N minutes until it is done"),
  fresh_for_minutes: minutes.describe("add: not worth sending later than this after its time"),
});
type RemindInput = z.output<typeof inputSchema>;

const CONTRACT = {
  name: "remind",
  schema: inputSchema,
  example: { action: "add", text: "Remind the owner to call Ann about the lease", when: "tomorrow at 9" },
} as const;

const DESCRIPTION =
  "Reminders: add, list, remove. `text` is an instruction to yourself for a later conversation that knows nothing of this one. Give `when` or `every`, never both, and never a time that you computed.";

/** Why `add` was refused, for the model. The owner's words for the same codes are in `locales/`. */
const REASONS: Record<RefusalCode, string> = {
  when_empty: "no time was given",
  when_missing: "no time was given: `when` or `every` is needed",
  when_unreadable: "the time could not be read",
  when_in_past: "that time has passed",
  when_no_such_date: "that date does not exist",
  when_never: "that never happens",
  when_ended: "that recurrence has already ended",
  when_too_frequent: "reminders recur every 10 minutes at most",
  when_unknown_zone: "there is no such time zone",
  when_ambiguous_zone: "the time zone is ambiguous",
  text_empty: "`text` is empty: what is the reminder for?",
  text_too_long: "`text` is too long",
  too_many: "too many reminders are set; one has to be removed first",
};

/** What the tool needs of the process. */
export interface RemindContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly preferences: { locale(): Locale; zone(): string; hints(): WhenHints };
  /** Setting `reminders.maxLive`. */
  maxLive(): number;
  /** Whether what fires reminders is running (REM-4). */
  dispatcherAlive(): boolean;
}

/** What it needs of the turn that calls it. */
export interface RemindTurn {
  /** In a reminder's own turn only `list` and `remove` are allowed (REM-10). */
  readonly origin: "chat" | "reminder";
  readonly sessionId: number;
  /** Where the turn's answer goes; null in a reminder's turn. */
  readonly target: Target | null;
  /** Is told of every time that was set. */
  onCard(card: Card): void;
}

/** The tool `remind` (REM-30, REM-32, REM-33): what is refused is answered with the reason and one correct call. */
export function remindTool(
  ai: AiSdk,
  context: RemindContext,
  turn: RemindTurn,
  guard: ExecutionGuard,
): Tool<RemindInput, object> {
  return ai.tool({
    description: DESCRIPTION,
    inputSchema: checkedInput(ai, CONTRACT),
    execute: (input, { abortSignal }) =>
      guardExecution(CONTRACT.name, guard, abortSignal, async () => {
        switch (input.action) {
          case "add":
            return add(input, context, turn);
          case "list":
            return list(context);
          case "remove":
            return remove(input, context);
          default:
            return input.action satisfies never;
        }
      }),
  });
}

function add(input: RemindInput, context: RemindContext, turn: RemindTurn): object {
  const { stores, preferences } = context;
  if (turn.origin === "reminder" || turn.target === null)
    return {
      refused: "not_in_a_reminder",
      reason: "a reminder's own turn cannot set another one; list and remove are allowed",
    };
  if (input.when?.trim() && input.every?.trim())
    return refusal(input, "when_and_every", "give `when` for once or `every` for a recurrence, not both");
  const place = findTarget(stores, input, turn.target);
  if (!place.ok) return { ...refusal(input, "unknown_target", `${place.unknown} is not known`), known: place.known };

  const now = context.clock.now();
  const here = turn.target;
  const plan = stores.db.transaction(() => {
    const planned = planReminder(
      {
        text: input.text ?? "",
        when: input.when,
        every: input.every,
        insistMinutes: input.insist_minutes,
        freshForMinutes: input.fresh_for_minutes,
        target: place.target,
        createdSession: turn.sessionId,
        createdMessage: askedIn(stores, turn.sessionId),
      },
      {
        id: `r-${context.random.id(10)}`,
        now,
        zone: preferences.zone(),
        locale: preferences.locale(),
        hints: preferences.hints(),
        live: stores.schedules.countLive(),
        maxLive: context.maxLive(),
        answeredAt: here,
      },
    );
    if (planned.kind === "add") stores.schedules.add(planned.row);
    return planned;
  });
  if (plan.kind === "refused") {
    const alternatives = plan.alternatives.flatMap((reading) =>
      reading.next.slice(0, 1).map((at) => iso(at, preferences.zone())),
    );
    return {
      ...refusal(input, plan.code, REASONS[plan.code]),
      params: plan.params,
      ...(alternatives.length > 0 && { alternatives }),
    };
  }
  turn.onCard(plan.card);
  const [next, ...later] = plan.card.next.map((ms) =>
    iso(Temporal.Instant.fromEpochMilliseconds(ms), preferences.zone()),
  );
  return {
    id: plan.row.id,
    text: plan.row.text,
    next_run_at: next ?? null,
    ...(later.length > 0 && { later_runs: later }),
    notes: plan.card.notes.map((note) => note.code),
    dispatcher_alive: context.dispatcherAlive(),
  };
}

function list({ stores, clock, preferences, dispatcherAlive }: RemindContext): object {
  const dayAgo = clock.now().subtract({ hours: 24 }).epochMilliseconds;
  const rows = [
    ...stores.schedules.live("text"),
    ...stores.schedules.fired().filter((r) => r.kind === "text" && (r.firedAt ?? 0) >= dayAgo),
  ];
  const facts = (row: ScheduleRow) => {
    const firing = stores.firings.latest(row.id);
    return {
      id: row.id,
      text: row.text.length > LONGEST_LISTED_TEXT ? `${row.text.slice(0, LONGEST_LISTED_TEXT)}…` : row.text,
      state: row.state,
      next_run_at:
        row.nextRunAt === null ? null : iso(Temporal.Instant.fromEpochMilliseconds(row.nextRunAt), preferences.zone()),
      recurring: !isOnce(row.schedule),
      ...(firing && {
        last: {
          state: firing.state,
          due_at: iso(Temporal.Instant.fromEpochMilliseconds(firing.dueAt), preferences.zone()),
        },
      }),
    };
  };
  return {
    reminders: rows.slice(0, MOST_LISTED).map(facts),
    ...(rows.length > MOST_LISTED && { not_listed: rows.length - MOST_LISTED }),
    dispatcher_alive: dispatcherAlive(),
  };
}

function remove(input: RemindInput, { stores }: RemindContext): object {
  const id = input.id?.trim() ?? "";
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    if (row?.kind !== "text" || !stores.schedules.remove(id))
      return refusal(
        input,
        "unknown_id",
        id === "" ? "`id` is needed: list shows the ids" : `there is no reminder ${id}`,
        { action: "remove", id: "r-0123456789" },
      );
    return { removed: id, text: row.text };
  });
}

/** A refusal names the fields that came, what was expected, and shows one correct call (REM-33). */
function refusal(input: RemindInput, code: string, reason: string, example: object = CONTRACT.example) {
  return {
    refused: code,
    reason,
    came: Object.keys(input).join(", "),
    expected: correctCall({ name: CONTRACT.name, example }),
  };
}

/** Telegram's id of the newest message that the owner wrote in the session: the receipt links to it (REM-17). */
function askedIn(stores: Stores, sessionId: number): number | null {
  return (
    stores.messages.history(sessionId, MOST_LISTED).findLast((m) => m.role === "user" && m.telegramMessageId !== null)
      ?.telegramMessageId ?? null
  );
}

function iso(at: Temporal.Instant, zone: string): string {
  return at.toZonedDateTimeISO(zone).toString({ smallestUnit: "second", timeZoneName: "never" });
}
