import { findUnread, isJoint, type Known } from "./find-unread.ts";
import type { DateMeaning, Fragment, Meaning, RecurrenceSpec, SpokenSpan, TimeSpec } from "./fragment.ts";
import type { DayPart } from "./lexeme.ts";
import type { Phrase } from "./phrase.ts";
import { plausibleDayAndMonth } from "./read-month-day.ts";

/** Everything that the words say about when, put together. */
export interface Intent {
  date?: DateMeaning;
  time?: TimeSpec;
  /** Further times of a recurrence: "at 9 and 18". */
  moreTimes: TimeSpec[];
  part?: DayPart;
  /** The day of "tonight", "this morning", 明早. */
  partOffset?: number;
  span?: { readonly span: SpokenSpan; readonly sign: 1 | -1 };
  rule?: RecurrenceSpec;
  hours?: { readonly from: TimeSpec; readonly to: TimeSpec };
  start?: DateMeaning;
  until?: DateMeaning & { readonly time?: TimeSpec | undefined };
  lasting?: SpokenSpan;
  count?: number;
  except?: readonly number[];
  iso?: string;
  zone?: string;
  /** «5.12» that was taken as the time, and may be the 5th of December. */
  orFigures?: { readonly a: number; readonly b: number };
  /** The hour was said as one of a night («2 часа ночи», 半夜2点): with a day it is that day's own night. */
  ownNight?: boolean;
  /** The bare number after a weekday that was taken as the hour: "Tuesday 11" may be the 11th. */
  orDay?: number;
}

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
      else if (waitsForRule(fragment.meaning)) waiting.push(fragment);
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
  const left = findUnread(phrase, fragments, used, knownOf(intent));
  if (left !== null) return { ok: false, used, unread: left };
  return { ok: true, intent, used };
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

/** Takes the meaning into the intent; false if it does not fit what is there. */
function join(intent: Intent, meaning: Meaning, loose: boolean): boolean {
  switch (meaning.f) {
    case "moment":
      if (intent.iso || intent.date || intent.time || intent.rule) return false;
      intent.iso = meaning.iso;
      return true;
    case "date":
      // What may be part of the task never narrows a date that was surely said.
      return loose && intent.date ? false : joinDate(intent, meaning);
    case "time":
      return joinTime(intent, meaning.time, meaning.part);
    case "part":
      return joinPart(intent, meaning.part, meaning.offset);
    case "span":
      if (intent.span || intent.rule || intent.iso) return false;
      if (intent.date && intent.date.date.is !== "weekday") return false;
      intent.span = { span: meaning.span, sign: meaning.sign };
      return true;
    case "recurrence":
      return joinRule(intent, meaning.rule, meaning.part, loose);
    case "hours":
      if (intent.hours || intent.time) return false;
      intent.hours = { from: meaning.from, to: meaning.to };
      return true;
    case "start":
      if (intent.start) return false;
      intent.start = meaning;
      return true;
    case "until":
      if (intent.until) return false;
      intent.until = meaning;
      return true;
    case "lasting":
      if (intent.lasting || !intent.rule) return false;
      intent.lasting = meaning.span;
      return true;
    case "count":
      if (intent.count || !intent.rule) return false;
      intent.count = meaning.n;
      return true;
    case "except":
      if (intent.except || !intent.rule) return false;
      intent.except = meaning.weekdays;
      return true;
    case "zone":
      if (intent.zone) return false;
      intent.zone = meaning.name;
      return true;
  }
}

function joinDate(intent: Intent, meaning: DateMeaning): boolean {
  if (intent.iso || intent.partOffset !== undefined) return false;
  if (intent.rule) return joinDateToRule(intent, intent.rule, meaning);
  const taken = intent.date;
  if (!taken) {
    if (intent.span && meaning.date.is !== "weekday") return false;
    intent.date = meaning;
    return true;
  }
  if (JSON.stringify(taken.date) === JSON.stringify(meaning.date)) return true;
  // "End of day Friday".
  if (isEndOfToday(taken) || isEndOfToday(meaning)) {
    intent.date = { ...(isEndOfToday(taken) ? meaning : taken), endOfDay: true };
    return true;
  }
  // "On Friday, 5 June": the weekday must fit the date.
  const weekday = plainWeekday(meaning);
  if (weekday !== undefined && taken.weekday === undefined && taken.date.is !== "weekday") {
    intent.date = { ...taken, weekday };
    return true;
  }
  const takenWeekday = plainWeekday(taken);
  if (takenWeekday !== undefined && meaning.weekday === undefined && meaning.date.is !== "weekday") {
    intent.date = { ...meaning, weekday: takenWeekday };
    return true;
  }
  return false;
}

function isEndOfToday({ date, endOfDay }: DateMeaning): boolean {
  return endOfDay === true && date.is === "day" && date.offset === 0;
}

function plainWeekday(meaning: DateMeaning): number | undefined {
  const { date } = meaning;
  return date.is === "weekday" && date.week === undefined && !date.next ? date.day : undefined;
}

/** "Every 2 weeks on Friday", "monthly on the 31st", "every year on 8 March". */
function joinDateToRule(intent: Intent, rule: RecurrenceSpec, { date }: DateMeaning): boolean {
  const open = rule.weekdays === undefined && rule.days === undefined && rule.nth === undefined;
  if (!open || rule.perDay) return false;
  if (rule.unit === "week" && date.is === "weekday" && !date.next && date.week === undefined) {
    intent.rule = { ...rule, weekdays: [date.day] };
    return true;
  }
  if (rule.unit === "month" && date.is === "day-of-month" && date.shift === undefined) {
    intent.rule = { ...rule, days: [date.d] };
    return true;
  }
  if (rule.unit === "month" && date.is === "nth" && date.m === undefined && date.shift === undefined) {
    intent.rule = { ...rule, nth: { n: date.n, what: date.what } };
    return true;
  }
  if (rule.unit === "year" && date.is === "month-day" && date.y === undefined) {
    intent.rule = { ...rule, month: date.m, days: [date.d] };
    return true;
  }
  return false;
}

function joinTime(intent: Intent, time: TimeSpec, part: DayPart | undefined): boolean {
  if (intent.iso || intent.hours) return false;
  if (intent.span && intent.span.span.seconds > 0 && intent.span.span.days + intent.span.span.months === 0)
    return false;
  if (part !== undefined && intent.part !== undefined && intent.part !== part) return false;
  if (intent.time) {
    const known = JSON.stringify(intent.time) === JSON.stringify(time);
    if (!known && !intent.rule) return false;
    if (!known) intent.moreTimes.push(time);
  } else {
    intent.time = time;
  }
  if (part !== undefined) intent.part = part;
  return true;
}

function joinPart(intent: Intent, part: DayPart, offset: number | undefined): boolean {
  if (intent.iso || intent.hours) return false;
  if (intent.part !== undefined && intent.part !== part) return false;
  if (offset !== undefined) {
    if (intent.date || intent.rule || intent.span) return false;
    intent.partOffset = offset;
  }
  intent.part = part;
  return true;
}

function joinRule(intent: Intent, rule: RecurrenceSpec, part: DayPart | undefined, loose: boolean): boolean {
  if (intent.iso || intent.span || intent.partOffset !== undefined) return false;
  if (intent.rule) return !loose && mergeRules(intent, intent.rule, rule);
  if (intent.date) {
    if (loose) return false;
    const { date } = intent;
    intent.rule = rule;
    if (!joinDateToRule(intent, rule, date)) {
      delete intent.rule;
      return false;
    }
    delete intent.date;
  } else {
    intent.rule = rule;
  }
  if (part !== undefined) intent.part ??= part;
  return true;
}

/** "Every two weeks on mondays", «каждую неделю по пятницам». */
function mergeRules(intent: Intent, taken: RecurrenceSpec, rule: RecurrenceSpec): boolean {
  const named = rule.weekdays ?? rule.nth ?? rule.days;
  const takenNamed = taken.weekdays ?? taken.nth ?? taken.days;
  if (taken.unit === rule.unit && !takenNamed && named && rule.n === 1) intent.rule = { ...rule, n: taken.n };
  else if (taken.unit === rule.unit && takenNamed && !named && taken.n === 1) intent.rule = { ...taken, n: rule.n };
  else if (isShort(taken) && rule.unit === "week" && rule.weekdays && rule.n === 1)
    intent.rule = { ...taken, weekdays: rule.weekdays };
  else if (isShort(rule) && taken.unit === "week" && taken.weekdays && taken.n === 1)
    intent.rule = { ...rule, weekdays: taken.weekdays };
  else if (taken.unit === "day" && taken.n === 1 && rule.unit === "week" && rule.weekdays) intent.rule = rule;
  else if (rule.unit === "day" && rule.n === 1 && taken.unit === "week" && taken.weekdays && !rule.perDay)
    intent.rule = taken;
  else return false;
  return true;
}

function isShort(rule: RecurrenceSpec): boolean {
  return rule.unit === "minute" || rule.unit === "hour";
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
