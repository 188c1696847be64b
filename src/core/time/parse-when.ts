import { type Assembled, assemble } from "./parse-when/assemble.ts";
import { isJoint } from "./parse-when/find-unread.ts";
import type { Fragment, RecurrenceSpec, SpokenSpan } from "./parse-when/fragment.ts";
import type { Intent } from "./parse-when/intent.ts";
import { type Token, word } from "./parse-when/lexeme.ts";
import { type Outcome, type ResolveContext, refuse } from "./parse-when/outcome.ts";
import { Phrase } from "./parse-when/phrase.ts";
import { readFragments } from "./parse-when/read-fragment.ts";
import { readSpan } from "./parse-when/read-span.ts";
import { resolveOnce } from "./parse-when/resolve-once.ts";
import { resolveRecurrence } from "./parse-when/resolve-recurrence.ts";
import { type Spans, textWithout } from "./parse-when/rest.ts";
import { readStructured } from "./parse-when/structured.ts";
import { tokenise } from "./parse-when/tokenise.ts";
import { LOCAL_ZONE } from "./parse-when/zone-words.ts";
import { stripRequest } from "./strip-request.ts";
import type { WhenOptions, WhenResult } from "./when.ts";
import { canonicalZone } from "./zones.ts";

export type { Reading, WhenErrorCode, WhenHints, WhenNote, WhenOptions, WhenResult } from "./when.ts";

/** Longer words are a text, not a time with its task. */
const MAX_WORDS = 4_000;

/**
 * Reads when something should happen from the owner's words, a local ISO time, an ISO duration, a five-field cron
 * pattern or an RRULE (TIME-10). Never guesses silently and never answers with an instant at or before `now`.
 *
 * @example
 * parseWhen("call Ann tomorrow at 9", { now, zone: "Europe/Berlin", locale: "en", hints });
 * // { ok: true, schedule: { type: "once", local: "2026-10-15T09:00", … }, rest: "call Ann", … }
 */
export function parseWhen(words: string, options: WhenOptions): WhenResult {
  const text = words.trim();
  if (text === "") return result(refuse("when_empty"), "", "");
  if (text.length > MAX_WORDS) return result(refuse("when_unreadable", { understood: "" }), "", "");
  const zone = canonicalZone(options.zone);
  if (!zone.ok && zone.code === "when_unknown_zone") return result(refuseZone(zone), "", "");
  const context = contextIn(zone.ok ? zone.zone : options.zone, options);
  const structured = readStructured(text, context);
  if (structured) return result(structured, "", text);
  return readWords(text, context, options);
}

function readWords(text: string, context: ResolveContext, options: WhenOptions): WhenResult {
  const tokens = tokenise(text);
  const phrase = new Phrase(tokens, options.locale === "ru" || /[а-я]/i.test(text));
  const repeated = options.hints.recurring ? readRepeated(phrase) : null;
  const assembled = repeated ?? assemble(phrase, readFragments(phrase));
  if (!assembled.ok)
    return result(refuse("when_unreadable", { understood: understood(assembled, text, phrase) }), "", "");
  const { intent, used } = assembled;
  if (used.length === 0) {
    // The whole answer to "when?" may be a length of time: "20 minutes".
    const span = options.hints.recurring ? null : readSpan(phrase, 0);
    const whole: Intent = { moreTimes: [], ...(span && { span: { span: span.value, sign: 1 } }) };
    if (span && span.next === phrase.length) return result(resolveOnce(whole, context), "", text);
    return result(refuse("when_unreadable", { understood: "" }), "", "");
  }
  const spans = spansOf(used, phrase);
  const { rest, matched } = textWithout(text, spans);
  const zoned = inNamedZone(intent, context, options);
  const outcome = "ok" in zoned ? zoned : resolve(intent, zoned);
  return result(outcome, stripRequest(rest, options.locale), matched);
}

/** In an `every` field the "every" goes without saying: "2 hours", "day at 8", "90 minutes until Sunday". */
function readRepeated(phrase: Phrase): Assembled | null {
  const every: Token = {
    start: 0,
    end: 0,
    text: "every",
    meanings: [word("every")],
    punctuation: false,
    joined: false,
  };
  const repeated = new Phrase([every, ...phrase.tokens], phrase.clock24);
  const assembled = assemble(repeated, readFragments(repeated));
  if (!assembled.ok || !assembled.intent.rule || assembled.used[0]?.start !== 0) return null;
  const used = assembled.used.map((fragment) => ({
    ...fragment,
    start: Math.max(0, fragment.start - 1),
    next: fragment.next - 1,
  }));
  return { ...assembled, used };
}

function contextIn(zone: string, { now, locale, hints }: WhenOptions): ResolveContext {
  return { now, zone, locale, hints, wall: now.toZonedDateTimeISO(zone).toPlainDateTime() };
}

/** "5pm Europe/Paris": the zone that was said, instead of the owner's. */
function inNamedZone(
  intent: Intent,
  context: ResolveContext,
  options: WhenOptions,
): ResolveContext | (Outcome & { ok: false }) {
  if (intent.zone === undefined || intent.zone === LOCAL_ZONE) return context;
  const named = canonicalZone(intent.zone);
  if (!named.ok) return refuseZone(named);
  const zoned = contextIn(named.zone, options);
  // "Tomorrow at 9 Tokyo time" is the owner's tomorrow, though it may be another day there already.
  const isOwnDay = intent.time !== undefined && !intent.rule && (intent.date ?? intent.partOffset) !== undefined;
  return isOwnDay ? { ...zoned, wall: context.wall } : zoned;
}

function refuseZone(zone: Exclude<ReturnType<typeof canonicalZone>, { ok: true }>): Outcome & { ok: false } {
  return {
    ok: false,
    code: zone.code,
    params: { zone: zone.name, candidates: zone.candidates.join(", ") },
    alternatives: [],
  };
}

function resolve(intent: Intent, context: ResolveContext): Outcome {
  if (intent.rule) return resolveRecurrence(intent, intent.rule, context);
  if (intent.hours || intent.except || intent.start || intent.until) return resolveBounded(intent, context);
  const rule = context.hints.recurring ? recurringRule(intent) : null;
  // «Через день» in an `every` field is every other day.
  if (rule) return resolveRecurrence({ ...intent, ...rule.rest }, rule.rule, context);
  return context.hints.recurring ? refuse("when_unreadable", { understood: "" }) : resolveOnce(intent, context);
}

/** "Until Friday" or "starting Friday" without a recurrence says when only in an `every` field. */
function resolveBounded(intent: Intent, context: ResolveContext): Outcome {
  if (!context.hints.recurring || intent.hours || intent.date || intent.span)
    return refuse("when_unreadable", { understood: "" });
  return resolveRecurrence(intent, { unit: "day", n: 1 }, context);
}

/** In an `every` field "monday at 9" is every Monday, "at 9" every day, "2 hours" every two hours. */
function recurringRule(intent: Intent): { rule: RecurrenceSpec; rest: Partial<Intent> } | null {
  if (intent.iso !== undefined) return null;
  if (intent.span) return isOneDay(intent.span.span) ? { rule: { unit: "day", n: 2 }, rest: {} } : null;
  const date = intent.date?.date;
  if (!date) return intent.partOffset === undefined ? { rule: { unit: "day", n: 1 }, rest: {} } : null;
  switch (date.is) {
    case "weekday":
      return date.week === undefined && !date.next
        ? { rule: { unit: "week", n: 1, weekdays: [date.day] }, rest: {} }
        : null;
    case "day-of-month":
      return date.shift === undefined ? { rule: { unit: "month", n: 1, days: [date.d] }, rest: {} } : null;
    case "month-day":
      return date.y === undefined ? { rule: { unit: "year", n: 1, month: date.m, days: [date.d] }, rest: {} } : null;
    case "nth": {
      const nth = { n: date.n, what: date.what };
      if (date.m !== undefined) return { rule: { unit: "year", n: 1, month: date.m, nth }, rest: {} };
      return date.shift === undefined ? { rule: { unit: "month", n: 1, nth }, rest: {} } : null;
    }
    default:
      return null;
  }
}

function isOneDay({ months, days, seconds }: SpokenSpan): boolean {
  return months === 0 && days === 1 && seconds === 0;
}

function spansOf(used: readonly Fragment[], phrase: Phrase): Spans {
  return used.map(({ start, next }, i) => {
    // What only joins two of them ("at 8 and 20") goes with them.
    let end = next;
    const following = used[i + 1]?.start ?? next;
    while (end < following && isJoint(phrase, end)) end += 1;
    return [phrase.tokens[start]!.start, phrase.tokens[(end === following ? end : next) - 1]!.end] as const;
  });
}

/** What could be read before the words stopped making sense (TIME-12). */
function understood(assembled: Assembled, text: string, phrase: Phrase): string {
  return textWithout(text, spansOf(assembled.used, phrase)).matched;
}

function result(outcome: Outcome, rest: string, matched: string): WhenResult {
  if (!outcome.ok) {
    const { code, params, alternatives } = outcome;
    return {
      ok: false,
      error: {
        code,
        params: code === "when_unreadable" && params.understood === "" ? { understood: matched } : params,
        alternatives,
      },
    };
  }
  const [taken, ...readings] = outcome.readings;
  return { ok: true, schedule: taken.schedule, next: taken.next, rest, matched, readings, notes: outcome.notes };
}
