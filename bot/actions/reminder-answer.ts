import type { DialogueTask } from "#core/dialogues/dialogue.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import { checkText } from "#core/schedules/check-text.ts";
import type { ReminderPlan } from "#core/schedules/plan-reminder.ts";
import { stripRequest } from "#core/time/strip-request.ts";
import type { BotParts } from "../context/bot-context.ts";
import { refusalNotice } from "../context/refusal-notice.ts";

/** What a plan is answered with: its card, or why it was refused. */
export function planNotice(plan: ReminderPlan): PayloadInput {
  return plan.kind === "add" ? { kind: "notice", code: "reminder-set", cards: [plan.card] } : refusalNotice(plan);
}

/** The dialogue about the missing half of a reminder, if `words` say only when or only what; null for another refusal. */
export function whatIsLeft(
  { preferences }: Pick<BotParts, "preferences">,
  words: string,
  refused: ReminderPlan & { kind: "refused" },
): DialogueTask | null {
  const nothing = { kind: "add", card: null, target: null } as const;
  if (refused.code === "text_empty") return { ...nothing, text: null, when: stripRequest(words, preferences.locale()) };
  if (refused.code !== "when_unreadable" || refused.params.understood) return null;
  const checked = checkText(stripRequest(words, preferences.locale()));
  return checked.ok ? { ...nothing, text: checked.text } : null;
}
