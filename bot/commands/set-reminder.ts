import type { FlowTask } from "#core/flows/flow.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Target } from "#core/ports.ts";
import { checkText } from "#core/schedules/check-text.ts";
import { planReminder, type ReminderPlan, type ReminderRequest } from "#core/schedules/plan-reminder.ts";
import { stripRequest } from "#core/time/strip-request.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { refusalNotice } from "./refusal-notice.ts";

interface Asking {
  readonly now: Temporal.Instant;
  readonly answeredAt: Target;
}

/** Plans a reminder and stores it if it can be set; call it inside a commit, so that "saved" is true when it is said (REM-18). */
export function setReminder(parts: BotParts, request: ReminderRequest, asking: Asking): ReminderPlan {
  const plan = planOf(parts, request, asking);
  if (plan.kind === "add") parts.stores.schedules.add(plan.row);
  return plan;
}

/** What would be set; stores nothing. */
export function planOf(
  { stores, preferences, random }: BotParts,
  request: ReminderRequest,
  { now, answeredAt }: Asking,
): ReminderPlan {
  return planReminder(request, {
    id: `r-${random.id(10)}`,
    now,
    zone: preferences.zone(),
    locale: preferences.locale(),
    hints: preferences.hints(),
    live: stores.schedules.countLive(),
    maxLive: preferences.settings().reminders.maxLive,
    answeredAt,
  });
}

/** What a plan is answered with: its card, or why it was refused. */
export function planNotice(plan: ReminderPlan): PayloadInput {
  return plan.kind === "add" ? { kind: "notice", code: "reminder-set", cards: [plan.card] } : refusalNotice(plan);
}

/** The dialogue about the missing half of a reminder, if `words` say only when or only what; null for another refusal. */
export function whatIsLeft(
  { preferences }: Pick<BotParts, "preferences">,
  words: string,
  refused: ReminderPlan & { kind: "refused" },
): FlowTask | null {
  const nothing = { kind: "add", card: null, target: null } as const;
  if (refused.code === "text_empty") return { ...nothing, text: null, when: stripRequest(words, preferences.locale()) };
  if (refused.code !== "when_unreadable" || refused.params.understood) return null;
  const checked = checkText(stripRequest(words, preferences.locale()));
  return checked.ok ? { ...nothing, text: checked.text } : null;
}
