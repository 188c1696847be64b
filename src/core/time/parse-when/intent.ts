import type { DateMeaning, Meaning, RecurrenceSpec, SpokenSpan, TimeSpec } from "./fragment.ts";
import type { DayPart } from "./lexeme.ts";

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

/** Takes the meaning into the intent; false if it does not fit what is there. */
export function join(intent: Intent, meaning: Meaning, loose: boolean): boolean {
  switch (meaning.f) {
    case "moment":
      if (intent.iso || intent.date || intent.time || intent.rule) return false;
      intent.iso = meaning.iso;
      return true;
    case "date":
      // What may be part of the task never narrows a date that was surely said.
      return loose && intent.date ? false : joinDate(intent, meaning);
    case "time":
      // Nor is it a further hour: "ask about 3 things every day at 9".
      return loose && (intent.time || intent.span) ? false : joinTime(intent, meaning.time, meaning.part);
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
