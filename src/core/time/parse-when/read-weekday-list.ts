import type { Read, RecurrenceSpec } from "./fragment.ts";
import type { DayPart } from "./lexeme.ts";
import type { Phrase } from "./phrase.ts";

export interface RecurrenceRead {
  readonly rule: RecurrenceSpec;
  readonly part?: DayPart | undefined;
}

function read(weekdays: readonly number[], next: number): Read<RecurrenceRead> {
  return { value: { rule: { unit: "week", n: 1, weekdays } }, next };
}

/** Weekdays that recur: a plural, a set, a range, a list of several; with `every` in front one is enough. */
export function readWeekdays(phrase: Phrase, index: number, every: boolean): Read<RecurrenceRead> | null {
  const days = new Set<number>();
  let recurs = every;
  let at = index;
  for (;;) {
    let from = at;
    if (days.size > 0) {
      from = phrase.skip(phrase.skipPunctuation(from, ",/"), "and", "or");
      if (from === at && !phrase.isHan(at) && !phrase.get(at, "weekday")) break;
      from = phrase.skip(phrase.skip(from, "on", "every"), "the");
    }
    // «Через рабочий день», "in a weekday": a distance.
    const isDistance = !phrase.isHan(from) && phrase.is(from - 1, "every-gap", "a");
    const set = isDistance ? undefined : phrase.get(from, "weekdays");
    const day = phrase.get(from, "weekday");
    if (set && !(phrase.is(from, "weekend") && !every && !/^по/.test(phrase.text(index - 1)))) {
      for (const one of set.days) days.add(one);
      recurs = true;
      at = from + 1;
    } else if (day) {
      let next = from + 1;
      if (day.short && phrase.punctuation(next, ".") && phrase.joined(next)) next += 1;
      // "Every Monday until Friday" ends, "from Monday until Friday" and "Monday till Friday" are a range.
      const ranges = phrase.is(index - 1, "from") || !(every || day.plural);
      const end = readRangeEnd(phrase, next, ranges);
      if (end) {
        for (let one = day.day; ; one = (one % 7) + 1) {
          days.add(one);
          if (one === end.value) break;
        }
        recurs = true;
        at = end.next;
      } else {
        // «По средам»: a plural, or the preposition that makes one of a short name.
        recurs ||= /^(mornings|afternoons|evenings|nights)$/.test(phrase.text(next));
        recurs ||= day.plural || days.size > 0 || phrase.text(index - 1) === "по";
        days.add(day.day);
        const more = readShortHanDays(phrase, next);
        for (const one of more?.value ?? []) days.add(one);
        if (more) recurs = true;
        at = more?.next ?? next;
      }
    } else break;
  }
  if (days.size === 0 || !recurs) return null;
  return read(
    [...days].sort((a, b) => a - b),
    at,
  );
}

/** "From Monday to Friday", «с понедельника по пятницу», 从周一到周五. */
export function readWeekdayRange(phrase: Phrase, index: number): Read<RecurrenceRead> | null {
  const day = phrase.is(index, "from") ? phrase.get(index + 1, "weekday") : undefined;
  return day && readRangeEnd(phrase, index + 2, true) ? readWeekdays(phrase, index + 1, true) : null;
}

/** `ranges`: a word that may name an end as well ("until", «до») joins the two days. */
function readRangeEnd(phrase: Phrase, index: number, ranges: boolean): Read<number> | null {
  const joins = phrase.punctuation(index, "-–—~") || /^(to|through|thru|到|至)$/.test(phrase.text(index));
  const at = joins || (ranges && phrase.is(index, "to", "until")) ? index + 1 : index;
  const end = at > index ? phrase.get(at, "weekday") : undefined;
  return end ? { value: end.day, next: at + 1 } : null;
}

/** 周一三五, 周一、三、五: further days without their prefix. */
export function readShortHanDays(phrase: Phrase, index: number): Read<number[]> | null {
  if (!phrase.isHan(index - 1)) return null;
  const days: number[] = [];
  let at = index;
  for (;;) {
    const from = days.length > 0 || phrase.is(at, "and") ? phrase.skip(at, "and") : at;
    const text = phrase.text(from);
    if (!/^[一二三四五六日]{1,6}$/.test(text) || phrase.is(from + 1, "point", "a") || phrase.get(from + 1, "unit"))
      break;
    for (const character of text) days.push("一二三四五六日".indexOf(character) + 1);
    at = from + 1;
  }
  return days.length > 0 ? { value: days, next: at } : null;
}
