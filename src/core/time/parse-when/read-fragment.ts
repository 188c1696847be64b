import { bindParts } from "./bind-parts.ts";
import type { Fragment, Meaning, Read, SpokenSpan } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readDate } from "./read-date.ts";
import { readNumber } from "./read-number.ts";
import { readRecurrence } from "./read-recurrence.ts";
import { readRelativeTime } from "./read-relative-time.ts";
import { readSpan, spanOf } from "./read-span.ts";
import { readPlainTime, readTime } from "./read-time.ts";
import { readWorkdaysFromNow } from "./read-workdays.ts";

/** The parts of the words that speak of time, in order; they never overlap. */
export function readFragments(phrase: Phrase): readonly Fragment[] {
  const fragments: Fragment[] = [];
  for (let index = 0; index < phrase.length; ) {
    const fragment = readFragment(phrase, index);
    if (fragment) {
      fragments.push(fragment);
      index = fragment.next;
    } else {
      index += 1;
    }
  }
  return bindParts(fragments);
}

function readFragment(phrase: Phrase, index: number): Fragment | null {
  const bound = readBound(phrase, index) ?? readWorkdays(phrase, index) ?? readSpanFromNow(phrase, index);
  if (bound) return { start: index, next: bound.next, meaning: bound.value, prepared: true };
  let at = index;
  while (at < index + 3 && isPreposition(phrase, at)) at += 1;
  // Each shorter run of prepositions is tried too: "on" is an adverb in "go on Friday" as much as here.
  const prepared = at > index && !phrase.isHan(at - 1);
  const meaning = readMeaning(phrase, at, prepared);
  if (!meaning) return null;
  // 周五前: by Friday.
  const { f } = meaning.value;
  const next =
    phrase.isHan(meaning.next) && (f === "date" || f === "time") ? phrase.skip(meaning.next, "before") : meaning.next;
  return { start: index, next, meaning: meaning.value, prepared };
}

function readWorkdays(phrase: Phrase, index: number): Read<Meaning> | null {
  const days = readWorkdaysFromNow(phrase, index);
  return days ? { value: { f: "date", ...days.value }, next: days.next } : null;
}

function isPreposition(phrase: Phrase, index: number): boolean {
  if (phrase.is(index, "start") && !/^(с|со|from|从|從|自)$/.test(phrase.text(index))) return true;
  return phrase.is(index, "at", "on", "in", "by", "about", "for") || (phrase.isHan(index) && phrase.is(index, "of"));
}

/** The longest reading at this place; of equal ones the more special. */
function readMeaning(phrase: Phrase, index: number, prepared: boolean): Read<Meaning> | null {
  const iso = phrase.get(index, "iso");
  if (iso) return { value: { f: "moment", iso: iso.text }, next: index + 1 };
  const candidates: Read<Meaning>[] = [];
  const recurrence = readRecurrence(phrase, index);
  if (recurrence) candidates.push({ value: { f: "recurrence", ...recurrence.value }, next: recurrence.next });
  const date = readDate(phrase, index, prepared);
  if (date) candidates.push({ value: { f: "date", ...date.value }, next: date.next });
  const hours = readHours(phrase, index);
  if (hours) candidates.push(hours);
  const part = readPart(phrase, index, prepared);
  if (part) candidates.push(part);
  // "In 5" says nothing of hours; the Russian «в» does.
  const time = readTime(
    phrase,
    index,
    prepared &&
      (phrase.is(index - 1, "at", "by", "about", "start") ||
        (phrase.is(index - 1, "on") && !/^on$/.test(phrase.text(index - 1))) ||
        phrase.is(index - 1, "the")),
  );
  if (time) candidates.push({ value: { f: "time", ...time.value }, next: time.next });
  const relative = readRelativeTime(phrase, index);
  if (relative) candidates.push({ value: { f: "time", time: relative.value }, next: relative.next });
  const zone = phrase.get(index, "zone");
  if (zone) candidates.push({ value: { f: "zone", name: zone.name }, next: index + 1 });
  let best: Read<Meaning> | null = null;
  for (const candidate of candidates) {
    if (!best || candidate.next > best.next) best = candidate;
  }
  return best;
}

/** A part of the day that stands by itself: "in the morning", "tonight", «вечером», 晚上. */
function readPart(phrase: Phrase, index: number, prepared: boolean): Read<Meaning> | null {
  const dayPart = phrase.get(index, "day-part");
  if (dayPart) return { value: { f: "part", part: dayPart.part, offset: dayPart.offset }, next: index + 1 };
  const at = phrase.skip(index, "the");
  const part = phrase.get(at, "part");
  // «День» alone is a unit; «дня», «утра» follow an hour.
  if (!part || (phrase.get(at, "unit") && phrase.text(at) !== "днем")) return null;
  if (phrase.isCyrillic(at) && !prepared && /^(утра|вечера|ночи|утро|вечер|ночь|обед)$/.test(phrase.text(at)))
    return null;
  return { value: { f: "part", part: part.part }, next: at + 1 };
}

/** "From 9 to 18", «с 9 до 18», 从9点到18点: the hours in which a recurrence runs. */
function readHours(phrase: Phrase, index: number): Read<Meaning> | null {
  const between = phrase.text(index) === "between";
  if (!between && !phrase.is(index, "from")) return null;
  const from = readPlainTime(phrase, index + 1, true);
  if (
    !from ||
    !(between ? phrase.is(from.next, "and") : phrase.is(from.next, "to", "until") || phrase.punctuation(from.next, "-"))
  )
    return null;
  const to = readPlainTime(phrase, from.next + 1, true);
  return to ? { value: { f: "hours", from: from.value.time, to: to.value.time }, next: to.next } : null;
}

/** Where a recurrence starts and ends (TIME-9), and the days it leaves out. */
function readBound(phrase: Phrase, index: number): Read<Meaning> | null {
  if (phrase.is(index, "until") && !isPluralWeekday(phrase, index)) {
    const at = phrase.skip(phrase.skip(index + 1, "on"), "the");
    const date = readDate(phrase, at, true);
    if (date) {
      const time = readTime(phrase, phrase.skip(date.next, "at"), phrase.is(date.next, "at"));
      const timed = time && !time.value.bare ? time : null;
      const end = timed?.next ?? date.next;
      const { date: day, weekday } = date.value;
      return { value: { f: "until", date: day, weekday, time: timed?.value.time }, next: phrase.skip(end, "filler") };
    }
  }
  if (phrase.is(index, "start")) {
    const date = readDate(phrase, phrase.skip(phrase.skip(index + 1, "on", "from"), "the"), true);
    const range = date && (phrase.is(date.next, "to", "until") || phrase.punctuation(date.next, "-"));
    if (date && !range && !phrase.is(date.next, "end")) {
      return {
        value: { f: "start", date: date.value.date, weekday: date.value.weekday },
        next: phrase.skip(date.next, "filler"),
      };
    }
  }
  if (phrase.is(index, "except")) {
    const at = phrase.skip(phrase.skip(index + 1, "on"), "the");
    const list = readRecurrence(phrase, at);
    const one = phrase.get(at, "weekday");
    const weekdays = list?.value.rule.weekdays ?? phrase.get(at, "weekdays")?.days ?? (one ? [one.day] : null);
    if (weekdays) return { value: { f: "except", weekdays }, next: list?.next ?? at + 1 };
  }
  return readLength(phrase, index);
}

/** «По пятницам» recurs, «по пятницу» ends. */
function isPluralWeekday(phrase: Phrase, index: number): boolean {
  const day = phrase.get(index + 1, "weekday");
  return (
    phrase.text(index) === "по" && (day ? day.plural || day.short : phrase.get(index + 1, "weekdays") !== undefined)
  );
}

function readLength(phrase: Phrase, index: number): Read<Meaning> | null {
  const lasting = phrase.is(index, "lasting", "for");
  const after = phrase.skip(index + 1, "the");
  const start = !lasting ? index : phrase.isCyrillic(after) ? after : phrase.skip(after, "next");
  const count = readNumber(phrase, start);
  if (
    count &&
    !count.value.ordinal &&
    !phrase.punctuation(start - 1, "-−") &&
    phrase.is(count.next, "times") &&
    !phrase.is(count.next + 1, "a", "every", "at") &&
    !/^per$/.test(phrase.text(count.next + 1))
  ) {
    return { value: { f: "count", n: count.value.n }, next: count.next + 1 };
  }
  if (!lasting) return null;
  const span = readSpan(phrase, start, phrase.isCyrillic(start));
  return span && !phrase.is(span.next, "before", "after", "from", "from-now", "later")
    ? { value: { f: "lasting", span: span.value }, next: span.next }
    : null;
}

/** "In an hour and a half", "30 minutes later", «через полчаса», 三天后; "2 hours ago" lies in the past and is known as such. */
function readSpanFromNow(phrase: Phrase, index: number): Read<Meaning> | null {
  const start = phrase.skip(index, "about");
  if (phrase.is(start, "in", "after", "by") || /^within$/.test(phrase.text(start))) {
    const at = phrase.skip(start + 1, "about");
    const span = readSpan(phrase, at, phrase.isCyrillic(at) && phrase.is(start, "every-gap"));
    const inPhrase = phrase.is(start, "in") && (!phrase.isCyrillic(start) || phrase.is(start, "every-gap"));
    if (span && (inPhrase || phrase.is(start, "after"))) {
      if (phrase.is(span.next, "before", "after", "from") && readDate(phrase, phrase.skip(span.next + 1, "the"), true))
        return null;
      return { value: { f: "span", span: span.value, sign: 1 }, next: skipTail(phrase, span.next) };
    }
  }
  const inverted = readInverted(phrase, index);
  if (inverted) return { value: { f: "span", span: inverted.value, sign: 1 }, next: inverted.next };
  const span = readSpan(phrase, index);
  if (!span) return null;
  if (phrase.is(span.next, "ago") || (phrase.isHan(span.next) && phrase.is(span.next, "before"))) {
    return { value: { f: "span", span: span.value, sign: -1 }, next: span.next + 1 };
  }
  if (!phrase.is(span.next, "later", "from-now")) return null;
  return { value: { f: "span", span: span.value, sign: 1 }, next: span.next + 1 };
}

/** «Минут через 20», «недели через две»: the unit in front makes it an estimate. */
function readInverted(phrase: Phrase, index: number): Read<SpokenSpan> | null {
  const unit = phrase.isCyrillic(index) ? phrase.get(index, "unit") : undefined;
  const count = unit && phrase.text(index + 1) === "через" ? readNumber(phrase, index + 2) : null;
  if (!unit || !count || count.value.ordinal || phrase.get(count.next, "unit")) return null;
  return { value: spanOf(unit.unit, count.value.n * unit.times), next: count.next };
}

/** "… from now", "… 's time". */
function skipTail(phrase: Phrase, index: number): number {
  if (phrase.is(index, "from-now", "later")) return index + 1;
  return phrase.is(index, "time-of") && phrase.text(index + 1) === "time" ? index + 2 : index;
}
