import type { TimeCard } from "../outbox/payload.ts";
import type { Target } from "../ports.ts";
import { checkText } from "../schedules/check-text.ts";
import { planMove } from "../schedules/plan-move.ts";
import { planReminder, type ReminderPlan } from "../schedules/plan-reminder.ts";
import { type Refused, refuse } from "../schedules/refused.ts";
import type { ChangeContext } from "../schedules/schedule-change.ts";
import type { ScheduleRow } from "../schedules/schedule-row.ts";
import { parseWhen } from "../time/parse-when.ts";
import { stripRequest } from "../time/strip-request.ts";
import type { DialogueTask } from "./dialogue.ts";

/** The longest words that are looked for. UTF-16 units. */
export const MAX_QUERY = 60;

/** What an answer is understood in. */
export interface DialogueContext extends ChangeContext {
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

export type DialogueAnswer =
  /** Understood: the dialogue goes on with its next question or its preview. */
  | { readonly kind: "next"; readonly task: DialogueTask }
  /** Not usable: said why, and asked again. */
  | Refused
  /** What the dialogue was about is gone, and the dialogue with it. */
  | { readonly kind: "gone" }
  /** The owner lets it be. */
  | { readonly kind: "cancelled" }
  /** The words to look for; nothing is stored, so nothing is confirmed. */
  | { readonly kind: "search"; readonly query: string };

/** What people say to end a dialogue, in any of the three languages. */
const CANCEL = /^(?:cancel|stop|never ?mind|abort|отмена|отмени(?:ть)?|стоп|не надо|取消|算了|停止)[\s.!。！]*$/iu;

/** Takes an answer of the owner into a task (TG-11); in the step of the preview it is said anew. Stores nothing. */
export function answerDialogue(task: DialogueTask, words: string, context: DialogueContext): DialogueAnswer {
  if (CANCEL.test(words.trim())) return { kind: "cancelled" };
  switch (task.kind) {
    case "add":
      return answerAdd(task, words, context);
    case "move": {
      if (!context.row) return { kind: "gone" };
      const plan = planMove(context.row, { when: words }, context);
      if (plan.kind === "refused") return plan;
      return plan.card ? { kind: "next", task: shown(task, plan.card) } : { kind: "gone" };
    }
    case "edit": {
      const checked = checkText(words);
      if (checked.ok) return { kind: "next", task: { ...task, text: checked.text } };
      return refuse(checked.code, "params" in checked ? checked.params : {});
    }
    case "snooze": {
      if (context.snoozedText === undefined) return { kind: "gone" };
      const plan = plannedAs({ text: context.snoozedText, when: words }, context);
      if (plan.kind === "refused") return plan;
      return { kind: "next", task: shown(task, plan.card) };
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

function answerAdd(task: DialogueTask & { kind: "add" }, words: string, context: DialogueContext): DialogueAnswer {
  const next = (plan: ReminderPlan): DialogueAnswer =>
    plan.kind === "refused"
      ? plan
      : { kind: "next", task: { ...shown(task, plan.card), text: plan.row.text, when: undefined } };
  if (task.text !== null && task.card === null) return next(plannedAs({ text: task.text, when: words }, context));
  const plan = plannedAs({ words }, context);
  if (plan.kind === "add") return next(plan);
  // A time without a text: in the preview only the time changes, before it the text is asked for.
  if (plan.code === "text_empty")
    return task.text === null
      ? { kind: "next", task: { ...task, when: stripRequest(words, context.locale) } }
      : next(plannedAs({ text: task.text, when: words }, context));
  // No time in it at all: it is the text; a time that was said before stays.
  if (plan.code === "when_unreadable" && !plan.params.understood) {
    const checked = checkText(stripRequest(words, context.locale));
    if (!checked.ok) return refuse(checked.code, "params" in checked ? checked.params : {});
    const { text } = checked;
    if (task.card) return { kind: "next", task: { ...task, text, card: { ...task.card, text } } };
    if (task.when !== undefined) return next(plannedAs({ text, when: task.when }, context));
    return { kind: "next", task: { ...task, text } };
  }
  return plan;
}

function answerHour(
  task: DialogueTask & { kind: "default-hour" },
  words: string,
  context: DialogueContext,
): DialogueAnswer {
  const { now, zone, locale, hints } = context;
  // Read at the beginning of a day, so that the hour that comes next is not the afternoon's.
  const midnight = now.toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().toInstant();
  const when = parseWhen(words, { now: midnight, zone, locale, hints: { ...hints, recurring: false } });
  const local = when.ok ? when.next[0]?.toZonedDateTimeISO(zone) : undefined;
  // A length of time, a day or a task beside it is no time of day.
  const alone =
    when.ok &&
    when.schedule.type === "once" &&
    when.schedule.zone === zone &&
    when.rest === "" &&
    sameDay(local, midnight);
  if (!local || !alone) return refuse("time_unreadable");
  return { kind: "next", task: { ...task, hour: local.toPlainTime().toString({ smallestUnit: "minute" }) } };
}

function sameDay(local: Temporal.ZonedDateTime | undefined, day: Temporal.Instant): boolean {
  return local?.toPlainDate().equals(day.toZonedDateTimeISO(local.timeZoneId).toPlainDate()) ?? false;
}

/** The task with what its preview shows; what another reading would have taught was of the former one. */
function shown<T extends DialogueTask & { card: TimeCard | null }>(task: T, card: TimeCard): T {
  return { ...task, card, taught: undefined };
}

function plannedAs(
  said: { words: string } | { text: string; when: string },
  { target, ...context }: DialogueContext,
): ReminderPlan {
  const request = { ...said, target, createdSession: null, createdMessage: null };
  return planReminder(request, { ...context, id: PREVIEW_ID });
}

/** A preview is of no row yet; the row gets its own id when it is stored. */
const PREVIEW_ID: TimeCard["scheduleId"] = "r-preview000";
