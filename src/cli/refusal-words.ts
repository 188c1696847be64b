import type { Refused } from "#core/schedules/refused.ts";
import type { WhenErrorCode } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import { readable } from "./output.ts";
import { scheduleWords } from "./schedule-words.ts";

/** A refusal as core gives it. */
export type Refusal = Omit<Refused, "kind">;

const EXAMPLES = 'for example "tomorrow at 9", "in 20 minutes", "every monday at 10"';

const WHEN: Readonly<Record<WhenErrorCode, string>> = {
  when_empty: `No time is given; ${EXAMPLES}`,
  when_unreadable: `The time cannot be read; ${EXAMPLES}`,
  when_in_past: "That time has passed",
  when_no_such_date: "That date does not exist",
  when_never: "That never comes",
  when_ended: "That has already ended",
  when_too_frequent: "That is too frequent",
  when_unknown_zone: "That time zone is not known",
  when_ambiguous_zone: "That time zone can mean several; name one such as Europe/Berlin",
};

const WEEKDAYS: Readonly<Record<string, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** A refusal in English, with the nearest alternatives. `minimum` is the shortest allowed distance in minutes, where there is one. */
export function refusalSentence(refusal: Refusal, zone: string, minimum?: number): string {
  const nearest = refusal.alternatives.map(({ schedule, next: [first] }) =>
    isOnce(schedule) ? readable(first?.epochMilliseconds ?? null, zone) : scheduleWords(schedule),
  );
  return `${reasonOf(refusal, minimum)}${nearest.length > 0 ? `; nearest: ${nearest.join(", ")}` : ""}.`;
}

function reasonOf({ code, params }: Refusal, minimum: number | undefined): string {
  switch (code) {
    case "text_empty":
      return "The text is empty";
    case "text_too_long":
      return `The text has ${params.length} characters; at most ${params.most} are kept`;
    case "too_many":
      return `There are already ${params.most} reminders and commands, the most that the setting reminders.maxLive allows`;
    case "when_missing":
      return `No time is given; ${EXAMPLES}`;
    case "when_unreadable":
      return params.understood ? `Of the time only "${params.understood}" can be read; ${EXAMPLES}` : WHEN[code];
    case "when_no_such_date":
      return params.weekday === undefined
        ? WHEN[code]
        : `${params.when} is a ${WEEKDAYS[String(params.weekday)]}; name the date or the weekday alone`;
    case "when_too_frequent":
      return minimum === undefined
        ? WHEN[code]
        : `That is too frequent: at least ${minimum} minute${minimum === 1 ? " has" : "s have"} to lie between two times`;
    case "bad_timeout":
      return `The time limit is a whole number of minutes, 1 to ${params.most}`;
    case "name_too_long":
      return `The name has ${params.length} characters; at most ${params.most} are kept`;
    case "unknown_id":
      return `There is no row ${params.id}`;
    case "already_paused":
      return "It is paused already";
    case "not_paused":
      return "It is not paused";
    case "already_fired":
      return "It has fired already; move it to a new time to set it again";
    case "already_running":
      return "It is already about to run once more";
    case "not_confirmed":
      return "Its owner has not confirmed it yet";
    case "already_confirmed":
      return "It does not wait for a confirmation";
    case "undo_over":
      return "That can no longer be undone: it works for a minute";
    case "when_and_every":
      return "A time is either once or repeats: give --at or --every, not both";
    case "not_in_a_reminder":
      return "A reminder's own turn cannot set another one";
    case "unknown_target":
      return "That chat is not known";
    case "when_unreadable_time":
    case "time_unreadable":
      return "The time cannot be read";
    default:
      return WHEN[code];
  }
}
