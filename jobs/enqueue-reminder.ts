import type { TimeCard } from "#core/outbox/payload.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";

/** Queues a firing's message under its idempotency key (REM-13): the turn's text, or by `fallback` the firing's own. Returns the row's id. */
export function enqueueReminder(
  stores: Stores,
  firing: Firing,
  say:
    | { markdown: string; cards: readonly TimeCard[]; cut?: boolean | undefined }
    | { fallback: string; cards?: readonly TimeCard[] },
  now: Temporal.Instant,
): number {
  const schedule = stores.schedules.get(firing.scheduleId);
  const text =
    "fallback" in say
      ? { markdown: firing.text, fallback: { code: say.fallback } }
      : { markdown: say.markdown, cut: say.cut ?? false };
  return stores.outbox.enqueue(
    {
      key: `firing:${firing.id}`,
      target: firing.target,
      payload: {
        kind: "reminder",
        firingId: firing.id,
        scheduleId: firing.scheduleId,
        skippedEarlier: firing.skippedEarlier,
        last: firing.last,
        recurring: schedule !== undefined && !isOnce(schedule.schedule) && schedule.state !== "fired",
        ...text,
        cards: [...(say.cards ?? [])],
      },
      dueAt: firing.dueAt,
      firingId: firing.id,
      ...(firing.turnId !== null && { turnId: firing.turnId }),
    },
    now,
  );
}
