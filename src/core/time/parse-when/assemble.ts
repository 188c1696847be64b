import { findUnread, isJoint, type Known } from "./find-unread.ts";
import type { Fragment, Meaning } from "./fragment.ts";
import { type Intent, join } from "./intent.ts";
import type { Phrase } from "./phrase.ts";
import { plausibleDayAndMonth } from "./read-month-day.ts";

export type Assembled =
  | { readonly ok: true; readonly intent: Intent; readonly used: readonly Fragment[] }
  /** Two parts contradict each other, or time words stayed unread: `unread` is where. */
  | { readonly ok: false; readonly used: readonly Fragment[]; readonly unread: readonly [start: number, next: number] };

/** How sure it is that a fragment is about when, and not part of the task ("3 may plants", "the 2nd invoice"). */
const Surety = { bare: 0, loose: 1, sure: 2 } as const;

/** Puts the fragments together, the surest first. What does not fit and is not sure belongs to the task (TIME-10). */
export function assemble(phrase: Phrase, fragments: readonly Fragment[]): Assembled {
  const rated = fragments.map((fragment) => ({ fragment, surety: suretyOf(phrase, fragment, fragments) }));
  const intent: Intent = { moreTimes: [] };
  const used: Fragment[] = [];
  const waiting: Fragment[] = [];
  for (const surety of [Surety.sure, Surety.loose]) {
    for (const { fragment, surety: own } of rated) {
      if (own !== surety) continue;
      if (join(intent, fragment.meaning, surety === Surety.loose)) used.push(fragment);
      else if (surety === Surety.sure && waitsForRule(fragment.meaning)) waiting.push(fragment);
      else if (surety === Surety.sure && !isTasksOwn(phrase, fragment)) return unread(used, fragment);
    }
  }
  // A length or a count belongs to a recurrence; "for 30 minutes" next to a single time is the task's own.
  for (const fragment of waiting) {
    if (join(intent, fragment.meaning, false)) used.push(fragment);
    else if (fragment.meaning.f === "time") return unread(used, fragment);
  }
  for (const { fragment, surety } of rated) {
    if (surety !== Surety.bare || !isBesideUsed(phrase, fragment, used) || used.length === 0) continue;
    if (!standsFree(phrase, fragment)) continue;
    if (intent.time && !isListed(phrase, fragment)) continue;
    if (!join(intent, fragment.meaning, false)) continue;
    used.push(fragment);
    const day = phrase.get(fragment.start, "number");
    if (day?.digits && phrase.get(fragment.start - 1, "weekday")) intent.orDay = day.n;
  }
  const only = rated[0]?.fragment;
  // The whole answer to "when?" may be a number.
  if (used.length === 0 && only && rated.length === 1 && phrase.get(0, "number") && only.next === phrase.length) {
    if (join(intent, only.meaning, false)) used.push(only);
  }
  used.sort((a, b) => a.start - b.start);
  const figures = phrase.clock24 && used[0]?.meaning.f === "time" ? phrase.get(used[0].start, "figures") : undefined;
  if (used.length === 1 && figures && plausibleDayAndMonth(figures.a, figures.b) && figures.b <= 12) {
    intent.orFigures = { a: figures.a, b: figures.b };
  }
  if (used.some((fragment) => saysOwnNight(phrase, fragment))) intent.ownNight = true;
  const vague = used.find((fragment) => isVague(phrase, fragment, intent));
  if (vague) return unread(used, vague);
  const left = findUnread(phrase, fragments, used, knownOf(intent));
  if (left !== null) return { ok: false, used, unread: left };
  return { ok: true, intent, used };
}

/** What would be read with some of its words lost: "the 3rd Friday" is no 3rd, "every hour at 15" has another minute. */
function isVague(phrase: Phrase, { meaning, start, next }: Fragment, { rule }: Intent): boolean {
  if (meaning.f === "date") {
    const isFew = meaning.date.is === "day-of-month" && meaning.date.d <= 5;
    return isFew && phrase.get(next - 1, "number")?.ordinal === true && phrase.get(next, "weekday") !== undefined;
  }
  const isHourly = rule?.unit === "hour" && rule.n === 1;
  return (
    meaning.f === "time" && isHourly && meaning.time.m === 0 && phrase.is(start, "at") && !phrase.is(start, "start")
  );
}

function knownOf({ time, date, rule, span, iso, partOffset }: Intent): Known {
  const dated = date !== undefined && date.date.is !== "period";
  const recurs = rule !== undefined && rule.unit !== "year";
  const day = dated || recurs || span !== undefined || iso !== undefined || partOffset !== undefined;
  const isElapsed = span !== undefined && span.span.seconds > 0 && span.span.days + span.span.months === 0;
  return { time: time !== undefined, day, isElapsed };
}

/** "Friday night" is the night after Friday; "2 at night", «ночью», 半夜 only say which half of the day is meant. */
function saysOwnNight(phrase: Phrase, { meaning, next }: Fragment): boolean {
  if (meaning.f === "time") return meaning.part === "night";
  return meaning.f === "part" && meaning.part === "night" && (phrase.isHan(next - 1) || phrase.isCyrillic(next - 1));
}

function unread(used: readonly Fragment[], fragment: Fragment): Assembled {
  return { ok: false, used, unread: [fragment.start, fragment.next] };
}

function suretyOf(phrase: Phrase, fragment: Fragment, all: readonly Fragment[]): number {
  const { meaning } = fragment;
  if (meaning.f === "time" && meaning.bare && !meaning.part) return Surety.bare;
  if (meaning.f === "time" && isTasksOwn(phrase, fragment)) return Surety.loose;
  if (!isBeforeNoun(phrase, fragment, all)) return Surety.sure;
  if (meaning.f === "recurrence") return phrase.get(fragment.start, "frequency") ? Surety.loose : Surety.sure;
  if (meaning.f !== "date") return Surety.sure;
  return meaning.date.is === "day" && !phrase.is(fragment.next, "time-of") ? Surety.sure : Surety.loose;
}

/** A word of the task follows directly, as in "the 2nd invoice": alphabets with spaces only. */
function isBeforeNoun(phrase: Phrase, fragment: Fragment, all: readonly Fragment[]): boolean {
  const at = phrase.skip(fragment.next, "time-of");
  if (all.some((other) => other.start === at)) return false;
  return (phrase.isContent(at) && !phrase.isHan(at)) || phrase.is(at, "times");
}

/** A further time, a length, a count: they fit only a recurrence, which may come later in the words. */
function waitsForRule(meaning: Meaning): boolean {
  return meaning.f === "time" || meaning.f === "lasting" || meaning.f === "count" || meaning.f === "except";
}

/** A part of the day, a figure or an address that does not fit and is the task's: "about 3 things", 人民路4号, 5号楼. */
function isTasksOwn(phrase: Phrase, { start, next, meaning }: Fragment): boolean {
  if (meaning.f === "part") return !phrase.is(start, "at") && phrase.isContent(next);
  if (meaning.f === "time") return phrase.is(start, "about") && !phrase.is(start, "at") && phrase.isContent(next);
  if (meaning.f !== "date" || meaning.date.is !== "day-of-month" || !phrase.isHan(next - 1)) return false;
  return /^[楼樓院店线線门門]$/.test(phrase.text(next)) || /^[路街巷弄道]$/.test(phrase.text(start - 1));
}

/** A further bare hour of a list: "at 9, 13 and 18", but not "at 9 13". */
function isListed(phrase: Phrase, { start, next }: Fragment): boolean {
  const joins = (index: number): boolean => phrase.punctuation(index, ",、") || phrase.is(index, "and", "or");
  return joins(start - 1) || joins(next);
}

/** Only words that join stand between the fragment and one that is used. */
function isBesideUsed(phrase: Phrase, fragment: Fragment, used: readonly Fragment[]): boolean {
  return used.some((other) => {
    const [from, to] = other.next <= fragment.start ? [other.next, fragment.start] : [fragment.next, other.start];
    for (let index = from; index < to; index += 1) if (!isJoint(phrase, index)) return false;
    return true;
  });
}

/** A bare number counts as a time after a date, or before one at the very start; "tomorrow 3 eggs" has a number of things. */
function standsFree(phrase: Phrase, fragment: Fragment): boolean {
  return !phrase.isContent(fragment.next);
}
