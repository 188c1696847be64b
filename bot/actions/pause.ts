import type { NoticeCode } from "#core/message-codes.ts";
import type { ButtonInput, PayloadInput } from "#core/outbox/payload.ts";
import { readPauseEnd } from "#core/pause/read-pause-end.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { isBeforeEvening } from "../views/snooze-choices.ts";

/** What people type to end a pause, in any of the three languages. */
const OFF = new Set([
  "off",
  "end",
  "stop",
  "resume",
  "выкл",
  "стоп",
  "хватит",
  "продолжить",
  "结束",
  "停止",
  "恢复",
  "关闭",
]);

/** The lengths that buttons offer; each is one of Snooze's. */
const CHOICES = ["1h", "3h", "tonight", "tomorrow"] as const;

/** `/pause UNTIL`, `/pause off`, and `/pause` alone, which says what holds and offers the rest (TG-19). Runs inside a commit. */
export function pauseCommand(parts: BotParts, words: string, now: Temporal.Instant): PayloadInput {
  const { stores, preferences } = parts;
  const said = words.trim();
  if (OFF.has(said.toLowerCase())) return endPause(parts, now);
  if (said === "") return stores.pause.until(now) === null ? offer(parts, "pause-how", now) : state(parts, now);
  const until = readPauseEnd(said, {
    now,
    zone: preferences.zone(),
    locale: preferences.locale(),
    hints: preferences.hints(),
  });
  if (until === null) return offer(parts, "pause-unreadable", now);
  return until === "past" ? offer(parts, "pause-past", now) : beginPause(parts, until, now);
}

/** Holds everything proactive until `until`; runs inside a commit. */
export function beginPause(parts: BotParts, until: Temporal.Instant, now: Temporal.Instant): PayloadInput {
  parts.stores.pause.begin(until);
  return state(parts, now);
}

/** Lets go what waited; runs inside a commit. */
export function endPause({ stores }: BotParts, now: Temporal.Instant): PayloadInput {
  if (stores.pause.until(now) === null) return { kind: "notice", code: "pause-none" };
  stores.pause.end(now);
  return { kind: "notice", code: "pause-over" };
}

function state(parts: BotParts, now: Temporal.Instant): PayloadInput {
  const until = parts.stores.pause.until(now) ?? now.epochMilliseconds;
  return {
    kind: "notice",
    code: "pause-until",
    params: { until: ownerWords(parts).moment(until) },
    buttons: [[{ label: "button-pause-end", action: "pause-end" }]],
  };
}

function offer({ preferences }: BotParts, code: NoticeCode, now: Temporal.Instant): PayloadInput {
  const choices = CHOICES.filter((choice) => choice !== "tonight" || isBeforeEvening(now, preferences.zone()));
  const buttons = choices.map(
    (choice): ButtonInput => ({ label: `button-pause-${choice}`, action: "pause-for", args: [choice] }),
  );
  return { kind: "notice", code, buttons: [buttons.slice(0, 2), buttons.slice(2)] };
}
