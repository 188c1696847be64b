import type { TimeCard } from "#core/outbox/payload.ts";
import type { Locale, Target } from "#core/ports.ts";
import { parseWhen, type WhenHints, type WhenResult } from "#core/time/parse-when.ts";
import { stripRequest } from "#core/time/strip-request.ts";
import { checkText, MAX_TEXT } from "./check-text.ts";
import { minimumMinutes } from "./minimum-minutes.ts";
import { type Refused, refuse } from "./refused.ts";
import { cardOfReading } from "./schedule-card.ts";
import type { NewScheduleRow } from "./schedule-row.ts";

/** The shortest distance between two firings of a recurring reminder (REM-7). */
export const REMINDER_MINIMUM_MINUTES = minimumMinutes("text");

/** What somebody asked for. Either `words` hold time and text together, or `text` comes with `when` or `every`. */
export interface ReminderRequest {
  readonly words?: string | undefined;
  readonly text?: string | undefined;
  readonly when?: string | undefined;
  readonly every?: string | undefined;
  readonly freshForMinutes?: number | null | undefined;
  readonly insistMinutes?: number | null | undefined;
  readonly target: Target;
  readonly createdSession: number | null;
  readonly createdMessage: number | null;
  readonly snoozedFrom?: number | null | undefined;
}

export interface ReminderContext {
  /** The id of the row to be: `r-` and 10 of `[0-9a-z]`. */
  readonly id: string;
  readonly now: Temporal.Instant;
  /** The owner's zone. */
  readonly zone: string;
  readonly locale: Locale;
  readonly hints: WhenHints;
  /** How many rows can still fire, and how many may. */
  readonly live: number;
  readonly maxLive: number;
  /** Where the answer to the request goes: the card names the target only if it is another place. */
  readonly answeredAt?: Target | undefined;
}

export type ReminderPlan = { readonly kind: "add"; readonly row: NewScheduleRow; readonly card: TimeCard } | Refused;

/** Decides whether a reminder can be set as asked, and how it reads; stores nothing (REM-7, REM-30, Bad input). */
export function planReminder(request: ReminderRequest, context: ReminderContext): ReminderPlan {
  // Before the time is looked for: in so long a text it would not be found, and that would be the wrong reason.
  const length = request.words?.length ?? 0;
  if (length > MAX_TEXT) return refuse("text_too_long", { length, most: MAX_TEXT });
  const { text: asked, when } = readRequest(request, context);
  if (when === undefined) return refuse("when_missing");
  if (!when.ok) return refuse(when.error.code, when.error.params, when.error.alternatives);
  const checked = checkText(asked ?? when.rest);
  if (!checked.ok) return refuse(checked.code, "params" in checked ? checked.params : {});
  const { text } = checked;
  if (context.live >= context.maxLive) return refuse("too_many", { most: context.maxLive });

  const row: NewScheduleRow = {
    id: context.id,
    kind: "text",
    text,
    name: null,
    schedule: when.schedule,
    nextRunAt: when.next[0]?.epochMilliseconds ?? null,
    target: request.target,
    freshForMinutes: request.freshForMinutes ?? null,
    insistMinutes: request.insistMinutes ?? null,
    timeoutMinutes: null,
    createdAt: context.now.epochMilliseconds,
    createdSession: request.createdSession,
    createdMessage: request.createdMessage,
    snoozedFrom: request.snoozedFrom ?? null,
  };
  const elsewhere = context.answeredAt && !sameTarget(context.answeredAt, request.target);
  const card: TimeCard = {
    ...cardOfReading(row.id, text, when, context.now),
    ...(elsewhere && { target: request.target }),
  };
  return { kind: "add", row, card };
}

function readRequest(
  request: ReminderRequest,
  context: ReminderContext,
): { text: string | undefined; when: WhenResult | undefined } {
  const read = (words: string, recurring: boolean): WhenResult =>
    parseWhen(words, {
      now: context.now,
      zone: context.zone,
      locale: context.locale,
      hints: { ...context.hints, recurring, minimumMinutes: REMINDER_MINIMUM_MINUTES },
    });
  if (request.every?.trim()) return { text: request.text, when: read(request.every, true) };
  if (request.when?.trim()) return { text: request.text, when: read(request.when, false) };
  if (request.words?.trim())
    return { text: request.text, when: read(stripRequest(request.words, context.locale), false) };
  return { text: request.text, when: undefined };
}

function sameTarget(a: Target, b: Target): boolean {
  return a.chatId === b.chatId && a.threadId === b.threadId;
}
