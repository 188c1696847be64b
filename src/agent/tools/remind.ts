import type { Tool } from "ai";
import { z } from "zod";
import type { RefusalCode } from "#core/message-codes.ts";
import type { TimeCard } from "#core/outbox/payload.ts";
import type { Clock, Random, Target } from "#core/ports.ts";
import type { Reading } from "#core/time/parse-when.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import { removeSchedule } from "#use-cases/change-schedule.ts";
import { setReminder } from "#use-cases/set-reminder.ts";
import type { AiSdk } from "../models/sdk.ts";
import { type ExecutionGuard, guardExecution } from "../turn/guard-execution.ts";
import { checkedInput } from "./check-input.ts";
import { findTarget } from "./known-targets.ts";
import { askedIn, iso, REASONS, refusal, rowFacts } from "./schedule-facts.ts";

const MOST_LISTED = 50;
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

/** What the tool needs of the process. */
export interface RemindContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly preferences: Pick<Preferences, "locale" | "zone" | "hints" | "settings">;
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
  onCard(card: TimeCard): void;
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
    return { refused: "not_in_a_reminder" satisfies RefusalCode, reason: REASONS.not_in_a_reminder };
  const refuse = (
    code: RefusalCode,
    reason: string,
    detail: { params?: object; alternatives?: readonly Reading[] } = {},
  ) => refusal(CONTRACT.name, input, { ...detail, code, reason }, CONTRACT.example, preferences.zone());
  if (input.when?.trim() && input.every?.trim()) return refuse("when_and_every", REASONS.when_and_every);
  const place = findTarget(stores, input, turn.target);
  if (!place.ok) return { ...refuse("unknown_target", `${place.unknown} is not known`), known: place.known };

  const now = context.clock.now();
  const here = turn.target;
  const request = {
    text: input.text ?? "",
    when: input.when,
    every: input.every,
    insistMinutes: input.insist_minutes,
    freshForMinutes: input.fresh_for_minutes,
    target: place.target,
    createdSession: turn.sessionId,
    createdMessage: askedIn(stores, turn.sessionId),
  };
  const plan = setReminder(context, request, { now, answeredAt: here });
  if (plan.kind === "refused") return refuse(plan.code, REASONS[plan.code], plan);
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
  return {
    reminders: rows.slice(0, MOST_LISTED).map((row) => rowFacts(row, stores, preferences.zone())),
    ...(rows.length > MOST_LISTED && { not_listed: rows.length - MOST_LISTED }),
    dispatcher_alive: dispatcherAlive(),
  };
}

function remove(input: RemindInput, { stores, clock, preferences }: RemindContext): object {
  const id = input.id?.trim() ?? "";
  return stores.db.transaction(() => {
    const row = stores.schedules.get(id);
    if (row?.kind === "text" && removeSchedule(stores, id, clock.now()).kind === "done")
      return { removed: id, text: row.text };
    const reason = id === "" ? "`id` is needed: list shows the ids" : `there is no reminder ${id}`;
    const example = { action: "remove", id: "r-0123456789" };
    return refusal(CONTRACT.name, input, { code: "unknown_id", reason }, example, preferences.zone());
  });
}
