import type { Firing } from "#stores/schedules/firings.ts";

/**
 * The user message of a reminder's turn (REM-10), stored by whoever starts the turn. `zone` is the owner's IANA zone.
 * It is read by the model alone; code, not this text, holds the turn to its rules.
 */
export function reminderPrompt(
  firing: Pick<Firing, "text" | "askedAt" | "dueAt" | "skippedEarlier">,
  zone: string,
): string {
  const local = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(zone)
      .toString({ smallestUnit: "minute", offset: "never", timeZoneName: "never" });
  return [
    `A reminder that the owner set on ${local(firing.askedAt)} is due (${local(firing.dueAt)}).`,
    "Do what it says. Your final text is sent to the owner as the reminder's message: write just that message, in the language of the reminder.",
    "Do not send messages yourself and do not set new reminders.",
    ...(firing.skippedEarlier > 0 ? ["Earlier due times were missed; code tells the owner so."] : []),
    "The reminder:",
    firing.text,
  ].join("\n");
}
