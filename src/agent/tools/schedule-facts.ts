import type { RefusalCode } from "#core/message-codes.ts";
import { commandName } from "#core/schedules/command-name.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Reading } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { Stores } from "#stores/stores.ts";
import { correctCall } from "./check-input.ts";

const LONGEST_LISTED_TEXT = 200;
const LOOKED_BACK = 50;

/** The reasons for the model. The owner's words for the same codes are in `locales/`. */
export const REASONS: Readonly<Record<RefusalCode, string>> = {
  when_empty: "no time was given",
  when_missing: "no time was given: `when` or `every` is needed",
  when_unreadable: "the time could not be read",
  when_in_past: "that time has passed",
  when_no_such_date: "that date does not exist",
  when_never: "that never happens",
  when_ended: "that recurrence has already ended",
  when_too_frequent: "that is too often",
  when_unknown_zone: "there is no such time zone",
  when_ambiguous_zone: "the time zone is ambiguous",
  text_empty: "`text` is empty",
  text_too_long: "`text` is too long",
  too_many: "too many are set; one has to be removed first",
  bad_timeout: "`timeout_minutes` is out of its range",
  name_too_long: "`name` is too long",
  unknown_id: "there is none with that id: list shows the ids",
  already_paused: "it is paused already",
  not_paused: "it is not paused",
  already_fired: "it has fired; move gives it a new time",
  already_running: "it is about to run already",
  not_confirmed: "the owner has not confirmed it; remove it and add it anew instead",
  already_confirmed: "it is confirmed already",
  undo_over: "it is too late to bring it back",
  when_and_every: "give `when` for once or `every` for a recurrence, not both",
  when_unreadable_time: "the time could not be read",
  time_unreadable: "that is no time of day",
  not_in_a_reminder: "a reminder's own turn cannot set another one; list and remove are allowed",
  unknown_target: "that chat is not known",
};

/** A refusal names the fields that came, what was expected, and shows one correct call (REM-33). */
export function refusal(
  tool: string,
  input: object,
  refused: { code: RefusalCode; reason: string; params?: object; alternatives?: readonly Reading[] },
  example: object,
  zone: string,
): object {
  const nearest = (refused.alternatives ?? []).flatMap(({ next: [first] }) => (first ? [iso(first, zone)] : []));
  return {
    refused: refused.code,
    reason: refused.reason,
    ...(refused.params && Object.keys(refused.params).length > 0 && { params: refused.params }),
    ...(nearest.length > 0 && { alternatives: nearest }),
    came: Object.keys(input).join(", "),
    expected: correctCall({ name: tool, example }),
  };
}

/** A row as `list` shows it, with its last fact (REM-8). */
export function rowFacts(row: ScheduleRow, stores: Stores, zone: string): object {
  const firing = stores.firings.latest(row.id);
  return {
    id: row.id,
    ...(row.name !== null && { name: row.name }),
    text: row.text.length > LONGEST_LISTED_TEXT ? `${row.text.slice(0, LONGEST_LISTED_TEXT)}…` : row.text,
    state: row.state,
    next_run_at: isoOrNull(row.nextRunAt, zone),
    recurring: !isOnce(row.schedule),
    ...(row.timeoutMinutes !== null && { timeout_minutes: row.timeoutMinutes }),
    ...(row.replaces && { changes: row.replaces }),
    ...(firing && {
      last: {
        state: firing.state,
        due_at: isoOrNull(firing.dueAt, zone),
        ...(firing.kind === "command" && firing.delivered !== null && { succeeded: firing.delivered }),
        ...(firing.error !== null && { error: firing.error }),
      },
    }),
  };
}

/** What a row is called in an answer. */
export function rowName(row: ScheduleRow): string {
  return row.kind === "command" ? commandName(row) : row.text;
}

/** Telegram's id of the newest message that the owner wrote in the session: the receipt links to it (REM-17). */
export function askedIn(stores: Stores, sessionId: number): number | null {
  return (
    stores.messages.history(sessionId, LOOKED_BACK).findLast((m) => m.role === "user" && m.telegramMessageId !== null)
      ?.telegramMessageId ?? null
  );
}

/** An instant as the model reads it: ISO with the offset of `zone`. */
export function iso(at: Temporal.Instant, zone: string): string {
  return at.toZonedDateTimeISO(zone).toString({ smallestUnit: "second", timeZoneName: "never" });
}

/** {@link iso} of epoch milliseconds. */
export function isoOrNull(at: number | null, zone: string): string | null {
  return at === null ? null : iso(Temporal.Instant.fromEpochMilliseconds(at), zone);
}
