import type { Random, Target } from "#core/ports.ts";
import { planReminder, type ReminderPlan, type ReminderRequest } from "#core/schedules/plan-reminder.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";

/** What a reminder is set with. */
export interface ReminderParts {
  readonly stores: Stores;
  readonly random: Random;
  readonly preferences: Pick<Preferences, "locale" | "zone" | "hints" | "settings">;
}

export interface Asking {
  readonly now: Temporal.Instant;
  /** Where the answer to the request goes; the command line answers in no chat. */
  readonly answeredAt?: Target | undefined;
}

/** Plans a reminder and stores it if it can be set, in one transaction, so that "saved" is true when it is said (REM-18). */
export function setReminder(parts: ReminderParts, request: ReminderRequest, asking: Asking): ReminderPlan {
  const { stores } = parts;
  return stores.db.transaction(() => {
    const plan = planOf(parts, request, asking);
    if (plan.kind === "add") stores.schedules.add(plan.row);
    return plan;
  });
}

/** What would be set; stores nothing. */
export function planOf(
  { stores, preferences, random }: ReminderParts,
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
