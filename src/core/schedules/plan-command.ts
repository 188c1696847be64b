import type { TimeCard } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { parseWhen } from "#core/time/parse-when.ts";
import { checkText } from "./check-text.ts";
import { minimumMinutes } from "./minimum-minutes.ts";
import type { ReminderContext } from "./plan-reminder.ts";
import { type Refused, refuse } from "./refused.ts";
import { cardOfReading } from "./schedule-card.ts";
import type { NewScheduleRow } from "./schedule-row.ts";

/** How long a command may run, in whole minutes, unless it says otherwise. */
export const DEFAULT_TIMEOUT_MINUTES = 2;
const LONGEST_TIMEOUT_MINUTES = 60;
const LONGEST_NAME = 100;

/** A shell command that somebody wants to run later: `when` for once or `every` for a recurrence. */
export interface CommandRequest {
  readonly text: string;
  readonly when?: string | undefined;
  readonly every?: string | undefined;
  readonly name?: string | undefined;
  readonly timeoutMinutes?: number | undefined;
  readonly target: Target;
  readonly createdSession: number | null;
  readonly createdMessage: number | null;
  /** Whether a model asked for it: it is then never due before the owner's tap (AGT-8). */
  readonly needsConfirmation: boolean;
}

export type CommandPlan = { readonly kind: "add"; readonly row: NewScheduleRow; readonly card: TimeCard } | Refused;

/** Decides whether a command can be scheduled as asked; stores nothing (REM-7, REM-20, Bad input). */
export function planCommand(request: CommandRequest, context: ReminderContext): CommandPlan {
  const recurring = Boolean(request.every?.trim());
  const words = (recurring ? request.every : request.when)?.trim();
  if (!words) return refuse("when_missing");
  const when = parseWhen(words, {
    now: context.now,
    zone: context.zone,
    locale: context.locale,
    hints: { ...context.hints, recurring, minimumMinutes: minimumMinutes("command") },
  });
  if (!when.ok) return refuse(when.error.code, when.error.params, when.error.alternatives);
  const checked = checkText(request.text);
  if (!checked.ok) return refuse(checked.code, "params" in checked ? checked.params : {});
  const { text } = checked;
  const named = checkName(request.name);
  if (!named.ok) return refuse(named.code, named.params);
  const { name } = named;
  const minutes = request.timeoutMinutes ?? DEFAULT_TIMEOUT_MINUTES;
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > LONGEST_TIMEOUT_MINUTES)
    return refuse("bad_timeout", { most: LONGEST_TIMEOUT_MINUTES });
  if (context.live >= context.maxLive) return refuse("too_many", { most: context.maxLive });

  const card = cardOfReading(context.id, name ?? text, when, context.now);
  const elsewhere =
    context.answeredAt !== undefined &&
    (context.answeredAt.chatId !== request.target.chatId || context.answeredAt.threadId !== request.target.threadId);
  return {
    kind: "add",
    row: {
      id: context.id,
      kind: "command",
      text,
      name,
      schedule: when.schedule,
      nextRunAt: card.next[0] ?? null,
      target: request.target,
      freshForMinutes: null,
      insistMinutes: null,
      timeoutMinutes: minutes,
      createdAt: context.now.epochMilliseconds,
      createdSession: request.createdSession,
      createdMessage: request.createdMessage,
      snoozedFrom: null,
      state: request.needsConfirmation ? "unconfirmed" : "pending",
    },
    card: { ...card, ...(elsewhere && { target: request.target }) },
  };
}

/** What a row would be called, or why it cannot be; nothing and blanks are no name. */
export function checkName(
  asked: string | undefined,
):
  | { readonly ok: true; readonly name: string | null }
  | { readonly ok: false; readonly code: "name_too_long"; readonly params: { length: number; most: number } } {
  const name = asked?.trim() || null;
  if (name === null || name.length <= LONGEST_NAME) return { ok: true, name };
  return { ok: false, code: "name_too_long", params: { length: name.length, most: LONGEST_NAME } };
}
