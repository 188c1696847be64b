import type { Card } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { checkText } from "#core/schedules/check-text.ts";
import { planMove } from "#core/schedules/plan-move.ts";
import { planReminder, type ReminderPlan } from "#core/schedules/plan-reminder.ts";
import type { ChangeContext } from "#core/schedules/schedule-change.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { parseWhen, type Reading } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { FlowTask } from "./flow.ts";

/** The longest words that are looked for. UTF-16 units. */
const MAX_QUERY = 60;

/** What an answer is understood in. */
export interface FlowContext extends ChangeContext {
  /** Where a new reminder goes. */
  readonly target: Target;
  /** How many rows can still fire, and how many may. */
  readonly live: number;
  readonly maxLive: number;
  /** The row that is moved. */
  readonly row: ScheduleRow | undefined;
  /** The text that is put off. */
  readonly snoozedText: string | undefined;
}

export type FlowAnswer =
  /** Understood: the dialogue goes on with its next question or its preview. */
  | { readonly kind: "next"; readonly task: FlowTask }
  /** Not usable: said why, and asked again. */
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly params: Readonly<Record<string, string | number>>;
      /** The nearest times that would do (TIME-7). */
      readonly alternatives: readonly Reading[];
    }
  /** What the dialogue was about is gone, and the dialogue with it. */
  | { readonly kind: "gone" }
  /** The words to look for; nothing is stored, so nothing is confirmed. */
  | { readonly kind: "search"; readonly query: string };

/** Takes an answer of the owner into a task (TG-11); in the step of the preview it is said anew. Stores nothing. */
export function answerFlow(task: FlowTask, words: string, context: FlowContext): FlowAnswer {
  switch (task.kind) {
    case "add":
      return answerAdd(task, words, context);
    case "move": {
      if (!context.row) return { kind: "gone" };
      const plan = planMove(context.row, { when: words }, context);
      if (plan.kind === "refused") return refuse(plan.code, plan.params, plan.alternatives);
      return plan.card ? { kind: "next", task: { ...task, card: plan.card } } : { kind: "gone" };
    }
    case "edit": {
      const checked = checkText(words);
      if (checked.ok) return { kind: "next", task: { ...task, text: checked.text } };
      return refuse(checked.code, "params" in checked ? checked.params : {});
    }
    case "snooze": {
      if (context.snoozedText === undefined) return { kind: "gone" };
      const plan = plannedAs({ text: context.snoozedText, when: words }, context);
      if (plan.kind === "refused") return refusal(plan);
      return { kind: "next", task: { ...task, card: plan.card } };
    }
    case "search": {
      const query = words.replace(/\s+/g, " ").trim();
      return query.length <= MAX_QUERY
        ? { kind: "search", query }
        : refuse("text_too_long", { length: query.length, most: MAX_QUERY });
    }
    case "default-hour":
      return answerHour(task, words, context);
    default:
      return task satisfies never;
  }
}

function answerAdd(task: FlowTask & { kind: "add" }, words: string, context: FlowContext): FlowAnswer {
  const next = (plan: ReminderPlan): FlowAnswer =>
    plan.kind === "refused" ? refusal(plan) : { kind: "next", task: { ...task, text: plan.row.text, card: plan.card } };
  if (task.text !== null && task.card === null) return next(plannedAs({ text: task.text, when: words }, context));
  const plan = plannedAs({ words }, context);
  if (plan.kind === "add") return next(plan);
  // Said anew without the text, only the time changes.
  if (task.text !== null && plan.code === "text_empty")
    return next(plannedAs({ text: task.text, when: words }, context));
  // No time in it at all: it is the text, and the time is asked for.
  if (plan.code === "when_unreadable" && !plan.params.understood) {
    const checked = checkText(words);
    if (checked.ok) return { kind: "next", task: { ...task, text: checked.text, card: null } };
    return refuse(checked.code, "params" in checked ? checked.params : {});
  }
  return refusal(plan);
}

function answerHour(task: FlowTask & { kind: "default-hour" }, words: string, context: FlowContext): FlowAnswer {
  const { now, zone, locale, hints } = context;
  // Read at the beginning of a day, so that the hour that comes next is not the afternoon's.
  const midnight = now.toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().toInstant();
  const when = parseWhen(words, { now: midnight, zone, locale, hints: { ...hints, recurring: false } });
  if (!when.ok) return refuse(when.error.code, when.error.params);
  const first = when.next[0];
  if (!isOnce(when.schedule) || !first) return refuse("when_unreadable", { understood: "" });
  const hour = first.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: "minute" });
  return { kind: "next", task: { ...task, hour } };
}

function plannedAs(
  said: { words: string } | { text: string; when: string },
  { target, ...context }: FlowContext,
): ReminderPlan {
  const request = { ...said, target, createdSession: null, createdMessage: null };
  return planReminder(request, { ...context, id: PREVIEW_ID });
}

/** A preview is of no row yet; the row gets its own id when it is stored. */
const PREVIEW_ID: Card["scheduleId"] = "r-preview000";

function refuse(
  code: string,
  params: Readonly<Record<string, string | number>> = {},
  alternatives: readonly Reading[] = [],
): FlowAnswer {
  return { kind: "refused", code, params, alternatives };
}

function refusal(plan: ReminderPlan & { kind: "refused" }): FlowAnswer {
  return refuse(plan.code, plan.params, plan.alternatives);
}
