import type { Locale } from "#core/ports.ts";
import { parseWhen, type WhenOptions } from "#core/time/parse-when.ts";
import { isOnce } from "#core/time/schedule.ts";
import { stripRequest } from "#core/time/strip-request.ts";
import { en } from "./offline-phrases/en.ts";
import type { OfflinePhrases } from "./offline-phrases/offline-phrases.ts";
import { ru } from "./offline-phrases/ru.ts";
import { zh } from "./offline-phrases/zh.ts";

const PHRASES: Record<Locale, OfflinePhrases> = { en, ru, zh };

/** What the offline model can be asked for and cannot do in this version. */
type Unavailable = "move" | "alarm" | "commitment" | "remember" | "recall";

/** What a message asks for, as far as fixed phrases can tell (AGT-12). */
export type OfflineIntent =
  | { readonly kind: "add"; readonly input: { text: string; when?: string; every?: string } }
  | { readonly kind: "list" }
  /** `number` is a place in the list as it is shown, from 1; `text` a part of the reminder's text. */
  | { readonly kind: "remove"; readonly by: { id: string } | { number: number } | { text: string } }
  | { readonly kind: "unavailable"; readonly what: Unavailable }
  | { readonly kind: "help" | "greeting" | "thanks" | "other" };

/** The language a text is written in, by its letters; `fallback` for one without any. */
export function languageOf(text: string, fallback: Locale): Locale {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  return /\p{Script=Latin}/u.test(text) ? "en" : fallback;
}

/** Reads one message. `wakeText` is what a bare "wake me at 7" is about. */
export function readIntent(message: string, options: WhenOptions, wakeText: string): OfflineIntent {
  const phrases = PHRASES[options.locale];
  const text = message
    .trim()
    .replace(/[.!?。！？…\s]+$/u, "")
    .replace(phrases.alias, phrases.usual);
  const simple = (["help", "greeting", "thanks", "list"] as const).find((kind) => phrases[kind].test(text));
  if (simple) return { kind: simple };
  const target = phrases.remove.exec(text)?.groups?.what?.trim();
  if (target) return { kind: "remove", by: readTarget(target) };
  const what = (["move", "recall", "remember", "commitment", "alarm"] as const).find((kind) =>
    phrases[kind].test(text),
  );
  if (what) return { kind: "unavailable", what };
  if (phrases.wake.test(text)) return { kind: "add", input: { ...readTime(text, options), text: wakeText } };
  if (phrases.remind.test(text)) return { kind: "add", input: readTime(text, options) };
  return { kind: "other" };
}

function readTarget(target: string): { id: string } | { number: number } | { text: string } {
  if (/^r-[0-9a-z]{10}$/i.test(target)) return { id: target.toLowerCase() };
  const number = /^(?:#|№|第)?\s*(\d{1,3})\s*(?:个|条|项|-?[яйе]+)?$/u.exec(target)?.[1];
  return number === undefined ? { text: target } : { number: Number(number) };
}

/** Splits a request into the time's words and the rest. One that cannot be read goes to the tool whole, which says why. */
function readTime(text: string, options: WhenOptions): { text: string; when?: string; every?: string } {
  const read = parseWhen(text, options);
  if (!read.ok) {
    const words = stripRequest(text, options.locale);
    return { text: words, when: words };
  }
  const task = stripRequest(read.rest, options.locale);
  return isOnce(read.schedule) ? { text: task, when: read.matched } : { text: task, every: read.matched };
}
