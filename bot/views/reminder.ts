import type { Payload } from "#core/outbox/payload.ts";
import { join, type RichText, styled } from "#core/outbox/rich-text.ts";
import { withCards } from "./card.ts";
import { button, type Keyboard } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";
import { isBeforeEvening } from "./snooze-choices.ts";

/** What a reminder's buttons say of it; the message of a firing keeps its buttons as long as its record stands (TG-13). */
export interface ReminderFacts {
  readonly firingId: number;
  readonly scheduleId: string;
  readonly recurring: boolean;
  /** It was the schedule's last firing: the recurrence can be set once more (TIME-9). */
  readonly last: boolean;
}

/** `open`: as it was delivered; `choosing`: the times of Snooze are shown; `settled`: done or snoozed. */
export type ReminderState = "open" | "choosing" | "settled";

/** A firing's message: its text, what the owner should know beside it, and its buttons (REM-14). */
export function renderReminder(
  payload: Extract<Payload, { kind: "reminder" }>,
  context: RenderContext,
): RenderedMessage {
  const text = context.markdown(payload.markdown);
  const { body, keyboard } = withCards(join([text, ...facts(payload, context)], "\n\n"), payload.cards, context);
  return {
    body,
    keyboard: [...reminderKeyboard(payload, "open", context), ...topicButtons(payload, context), ...keyboard],
  };
}

type SnoozeLabel = "10m" | "1h" | "tonight" | "tomorrow" | "choose";
type ReminderLabel = "done" | "why" | "repeat" | "open" | "snooze" | `snooze-${SnoozeLabel}`;

/** The buttons under a reminder: Done and Snooze, the times of Snooze after a press of it, and what stays at the end (REM-14). */
export function reminderKeyboard(facts: ReminderFacts, state: ReminderState, context: RenderContext): Keyboard {
  const { firingId } = facts;
  const label = (key: ReminderLabel): string => say(context, `reminder-${key}`);
  const done = button(label("done"), "done", firingId);
  const about = [
    button(label("why"), "why", firingId),
    ...(facts.last ? [button(label("repeat"), "repeat", firingId)] : []),
    ...(facts.recurring ? [button(label("open"), "open", facts.scheduleId)] : []),
  ];
  const snooze = (choice: SnoozeLabel) => button(label(`snooze-${choice}`), "snooze", firingId, choice);
  switch (state) {
    case "open":
      return [[done, button(label("snooze"), "snooze-more", firingId)], about];
    case "choosing":
      return [
        [snooze("10m"), snooze("1h")],
        [...(isBeforeEvening(context.now, context.zone) ? [snooze("tonight")] : []), snooze("tomorrow")],
        [snooze("choose"), done],
        about,
      ];
    case "settled":
      return [about];
    default:
      return state satisfies never;
  }
}

/** Its topic is gone, and it will fire again: where does it go from now on (OUT-3)? */
function topicButtons(payload: Extract<Payload, { kind: "reminder" }>, context: RenderContext): Keyboard {
  if (payload.movedFromThread === undefined || !payload.recurring) return [];
  return [
    [
      button(say(context, "reminder-stay-here"), "retarget", payload.scheduleId, 0),
      button(say(context, "reminder-pick-topic"), "topics", payload.scheduleId),
    ],
  ];
}

/** A delivered reminder's text with what became of it under it: done, or snoozed until `until`. */
export function settledReminder(
  message: RichText,
  verdict: { readonly kind: "done" } | { readonly kind: "snoozed"; readonly until: Temporal.Instant },
  context: RenderContext,
): RichText {
  const line =
    verdict.kind === "done"
      ? say(context, "reminder-was-done")
      : say(context, "reminder-was-snoozed", {
          when: context.time.moment(context.locale, context.zone, verdict.until, context.now),
        });
  return join([message, styled(line, { type: "italic" })], "\n\n");
}

function facts(payload: Extract<Payload, { kind: "reminder" }>, context: RenderContext): RichText[] {
  const lines: string[] = [];
  if (payload.cut) lines.push(say(context, "answer-cut"));
  if (payload.fallback) lines.push(say(context, "reminder-fallback", { code: payload.fallback.code }));
  if (payload.insisted > 0) lines.push(say(context, "reminder-insists", { count: payload.insisted }));
  if (payload.skippedEarlier > 0)
    lines.push(say(context, "reminder-skipped-earlier", { count: payload.skippedEarlier }));
  if (payload.last) lines.push(say(context, "reminder-last"));
  return lines.length === 0
    ? []
    : [
        join(
          lines.map((line) => styled(line, { type: "italic" })),
          "\n",
        ),
      ];
}
