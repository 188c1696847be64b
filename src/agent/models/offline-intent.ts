import type { Locale } from "#core/ports.ts";
import { parseWhen, type WhenOptions } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import { stripRequest } from "#core/time/strip-request.ts";
import { type NewTime, splitMove } from "./offline-move.ts";
import { en } from "./offline-phrases/en.ts";
import type { OfflinePhrases } from "./offline-phrases/offline-phrases.ts";
import { ru } from "./offline-phrases/ru.ts";
import { zh } from "./offline-phrases/zh.ts";
import { type OfflineTarget, readTarget } from "./offline-target.ts";

const PHRASES: Record<Locale, OfflinePhrases> = { en, ru, zh };

/** A bare phrase is a note to oneself. What is longer is rather a text that happens to name a time. UTF-16 units. */
const LONGEST_BARE = 300;

/** What the offline model can be asked for and cannot do in this version. */
type Unavailable = "alarm" | "commitment" | "remember" | "recall";

/** What a message asks for, as far as fixed phrases can tell (AGT-12). */
export type OfflineIntent =
  | { readonly kind: "add"; readonly input: { text: string } & Partial<Record<"when" | "every", string>> }
  /** A request for a reminder without a time. */
  | { readonly kind: "ask-when"; readonly text: string }
  /** A time without anything to be reminded of. */
  | { readonly kind: "ask-what"; readonly time: NewTime | undefined }
  | { readonly kind: "list" }
  | { readonly kind: "remove"; readonly target: OfflineTarget }
  | { readonly kind: "move"; readonly target: OfflineTarget; readonly time: NewTime | undefined }
  | { readonly kind: "undo" }
  | { readonly kind: "unavailable"; readonly what: Unavailable }
  | { readonly kind: "help" | "greeting" | "thanks" | "farewell" | "other" };

/** The language a text is written in, by its letters; `fallback` for one without any. */
export function languageOf(text: string, fallback: Locale): Locale {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  return /\p{Script=Latin}/u.test(text) ? "en" : fallback;
}

/**
 * Reads one message. `wakeText` is what a mere "wake me at 7" is about; with `bare` a time with a task is a request
 * although nothing else says so.
 */
export function readIntent(
  message: string,
  options: WhenOptions,
  { wakeText, bare }: { wakeText: string; bare: boolean },
): OfflineIntent {
  const phrases = PHRASES[options.locale];
  const text = message
    .trim()
    .replace(/[.!?。！？…\s]+$/u, "")
    .replace(phrases.alias, phrases.usual);
  const simple = (["help", "greeting", "thanks", "farewell", "list", "undo"] as const).find((kind) =>
    phrases[kind].test(text),
  );
  if (simple) return { kind: simple };
  const removed = phrases.remove.exec(text)?.groups;
  if (removed) return { kind: "remove", target: readTarget(removed.what?.trim() ?? "") };
  const moved = phrases.move.exec(text)?.groups;
  if (moved) return readMove(moved, options);
  const what = (["recall", "remember", "commitment", "alarm"] as const).find((kind) => phrases[kind].test(text));
  if (what) return { kind: "unavailable", what };
  if (phrases.wake.test(text)) return readRequest(text, options, wakeText);
  if (phrases.remind.test(text)) return readRequest(text, options);
  return bare ? readBare(message.trim(), options) : { kind: "other" };
}

function readMove({ what, when, rest }: Record<string, string | undefined>, options: WhenOptions): OfflineIntent {
  const whole = what === undefined ? splitMove(rest ?? "", options) : { what, ...splitTime(when ?? "", options) };
  const name = whole.what.trim().replace(/^(?:the|my)\s+|^напоминани[ея]\s+|^reminders?\s+|的提醒$/iu, "");
  return { kind: "move", target: readTarget(name), time: whole.time };
}

/** All of `when` has to be a time; a part of it would be a guess. */
function splitTime(when: string, options: WhenOptions): { time: NewTime | undefined } {
  const { what, time } = splitMove(when, options);
  return { time: what === "" ? time : undefined };
}

/** Splits a request into the time's words and the rest. A time that is no good goes to the tool whole, which says why. */
function readRequest(text: string, options: WhenOptions, usualText?: string): OfflineIntent {
  const read = parseWhen(text, options);
  if (!read.ok) {
    const words = usualText ?? stripRequest(text, options.locale);
    if (read.error.code !== "when_unreadable" || read.error.params.understood !== "")
      return { kind: "add", input: { text: words, when: text } };
    return words === "" ? { kind: "ask-what", time: undefined } : { kind: "ask-when", text: words };
  }
  const time = isOnce(read.schedule) ? { when: read.matched } : { every: read.matched };
  const task = usualText ?? stripRequest(read.rest, options.locale);
  return task === "" ? { kind: "ask-what", time } : { kind: "add", input: { text: task, ...time } };
}

/** "In 20 minutes check the oven": a time with a task is a request, unless it is a question (AGT-12). */
function readBare(text: string, options: WhenOptions): OfflineIntent {
  const isNumber = /^[\d\s.:]*$/.test(text) && !text.includes(":");
  if (isNumber || text.length > LONGEST_BARE || /(?:[?？]|[吗呢])[\s。！!]*$/u.test(text)) return { kind: "other" };
  const read = parseWhen(text, options);
  if (!read.ok) return read.error.code === "when_unreadable" ? { kind: "other" } : readRequest(text, options);
  // "Today I am tired": a day that has begun, without an hour, is no plan.
  const guessed = read.notes.some(({ code }) => code === "default_time");
  const today = options.now.toZonedDateTimeISO(options.zone).toPlainDate();
  const [first] = read.next;
  const isToday = first?.toZonedDateTimeISO(options.zone).toPlainDate().equals(today);
  return guessed && isToday && read.rest !== "" ? { kind: "other" } : readRequest(text, options);
}
