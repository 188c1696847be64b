import type { DateMeaning, Read } from "./fragment.ts";
import type { Phrase } from "./phrase.ts";
import { readNumber } from "./read-number.ts";

/** More working days than anybody counts. */
const MAX_WORKDAYS = 1000;

/** "In 5 working days", "3 business days from now", «через 3 рабочих дня», 三个工作日后. */
export function readWorkdaysFromNow(phrase: Phrase, index: number): Read<DateMeaning> | null {
  const pointed = phrase.is(index, "in", "after") && !/^(в|во)$/.test(phrase.text(index));
  const count = readNumber(phrase, pointed ? index + 1 : index);
  if (!count || count.value.ordinal || !Number.isInteger(count.value.n)) return null;
  if (count.value.n < 1 || count.value.n > MAX_WORKDAYS) return null;
  const at = phrase.isHan(count.next) ? phrase.skip(count.next, "a") : count.next;
  if (!isWorkday(phrase, at)) return null;
  const tail = phrase.is(at + 1, "later", "from-now") ? at + 2 : at + 1;
  return pointed || tail > at + 1 ? { value: { date: { is: "workdays", n: count.value.n } }, next: tail } : null;
}

/** "The next working day", «следующий рабочий день», 下一个工作日. */
export function readNextWorkday(phrase: Phrase, index: number): Read<DateMeaning> | null {
  const at = phrase.skip(index, "the");
  if (!phrase.is(at, "next")) return null;
  const one = phrase.isHan(at) && phrase.get(at + 1, "number")?.n === 1 ? at + 2 : at + 1;
  const day = phrase.isHan(at) ? phrase.skip(one, "a") : one;
  return isWorkday(phrase, day) ? { value: { date: { is: "workdays", n: 1 } }, next: day + 1 } : null;
}

function isWorkday(phrase: Phrase, index: number): boolean {
  return phrase.get(index, "workday") !== undefined || phrase.get(index, "weekdays")?.days.length === 5;
}
