import type { TimeCard } from "../outbox/payload.ts";
import { cardOfSchedule } from "../schedules/schedule-card.ts";

/** What the other one of two readings teaches. */
const OPPOSITE: Readonly<Record<string, string>> = {
  am: "pm",
  pm: "am",
  nearest: "following",
  following: "nearest",
  day_first: "month_first",
  month_first: "day_first",
};

/** The card once its other reading was chosen (TIME-6): it offers the former one in turn, and what that would teach. */
export function swapReading(card: TimeCard, now: Temporal.Instant): TimeCard {
  const { otherReading: taken, target } = card;
  if (!taken) return card;
  const [former] = card.next;
  const value = taken.convention && OPPOSITE[taken.convention.value];
  return {
    ...cardOfSchedule(card.scheduleId, card.text, taken.schedule, now),
    ...(target && { target }),
    ...(former !== undefined && {
      otherReading: {
        schedule: card.schedule,
        next: former,
        ...(taken.convention && value !== undefined && { convention: { name: taken.convention.name, value } }),
      },
    }),
  };
}
