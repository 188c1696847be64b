import type { TimeCard } from "#core/outbox/payload.ts";
import { cardNotes } from "#core/time/card.ts";
import type { WhenNote, WhenResult } from "#core/time/parse-when.ts";
import { nextRuns } from "#core/time/recurrence.ts";
import { isOnce, type Schedule } from "#core/time/schedule.ts";

/** The card of a row whose time was just read from somebody's words (TIME-20). */
export function cardOfReading(
  id: string,
  text: string,
  when: WhenResult & { ok: true },
  now: Temporal.Instant,
): TimeCard {
  const other = when.readings[0];
  return {
    scheduleId: id,
    text,
    schedule: when.schedule,
    next: when.next.map((at) => at.epochMilliseconds),
    notes: notesOf([...when.notes, ...cardNotes(when.schedule, now)]),
    ...(other?.next[0] && {
      otherReading: {
        schedule: other.schedule,
        next: other.next[0].epochMilliseconds,
        ...(other.convention && { convention: other.convention }),
      },
    }),
  };
}

/** The card of a stored schedule: its next instants after `now`, up to three for a recurring one (TIME-20). */
export function cardOfSchedule(id: string, text: string, schedule: Schedule, now: Temporal.Instant): TimeCard {
  return {
    scheduleId: id,
    text,
    schedule,
    next: nextRuns(schedule, now, isOnce(schedule) ? 1 : 3).map((at) => at.epochMilliseconds),
    notes: notesOf(cardNotes(schedule, now)),
  };
}

function notesOf(notes: readonly WhenNote[]): TimeCard["notes"] {
  return notes.map(({ code, params }) => ({ code, ...(params && { params }) }));
}
