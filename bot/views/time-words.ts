import { keyOf, type NoteCode } from "#core/message-codes.ts";
import type { Locale, Words } from "#core/ports.ts";
import { type DescribedDays, describeSchedule, distanceBetween, type ScheduleDescription } from "#core/time/card.ts";
import type { Schedule } from "#core/time/schedule.ts";

/** Says times in the reader's language. Instants are shown on the wall clock of the zone that is given (TIME-20). */
export interface TimeWords {
  /** Weekday, date, time and zone: `Mon 30 Mar 00:00 (Asia/Yekaterinburg)`; the year if it is not now's. */
  instant(locale: Locale, zone: string, at: Temporal.Instant, now: Temporal.Instant): string;
  /** {@link instant} without the zone, where the reader's own is clear. */
  moment(locale: Locale, zone: string, at: Temporal.Instant, now: Temporal.Instant): string;
  /** `in 20 seconds`, `через 2 часа 30 минут`, `3天前`. */
  distance(locale: Locale, from: Temporal.Instant, to: Temporal.Instant): string;
  /** What a schedule does: `every 2 weeks on Friday at 17:00, until 1 Mar 2027`. */
  schedule(locale: Locale, schedule: Schedule): string;
  /** A note of a reading or a card. `zone` is for the instants that it names. */
  note(
    locale: Locale,
    note: { readonly code: NoteCode; readonly params?: Readonly<Record<string, string | number>> },
    zone: string,
  ): string;
}

/** The tags that give the order of parts we want: day before month in English. */
const TAGS: Readonly<Record<Locale, string>> = { en: "en-GB", ru: "ru", zh: "zh-CN" };
/** Names that the messages choose by: a selector on figures would compare numbers, and these are no plurals. */
const WEEKDAY_KEYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const POSITION_KEYS = ["first", "second", "third", "fourth", "fifth"];
/** Below this distance the seconds of an instant are worth showing. */
const SECONDS_MATTER_MS = 60_000;

/** An interval that is shorter is told in minutes alone. */
const LONGEST_IN_MINUTES = 180;

/** @example createTimeWords(createWords()).distance("ru", now, now.add({ seconds: 20 })) // "через 20 секунд" */
export function createTimeWords(words: Words): TimeWords {
  return {
    instant: (locale, zone, at, now) => words.t(locale, "time-instant", { ...wallParts(locale, zone, at, now), zone }),
    moment: (locale, zone, at, now) => words.t(locale, "time-moment", wallParts(locale, zone, at, now)),
    distance(locale, from, to) {
      const { past, days, hours, minutes, seconds } = distanceBetween(from, to);
      const span = spanText(words, locale, { days, hours, minutes, seconds });
      if (span === "") return words.t(locale, "time-now");
      return words.t(locale, past ? "time-ago" : "time-in", { span });
    },
    schedule(locale, schedule) {
      const what = descriptionText(words, locale, describeSchedule(schedule), schedule);
      return [what, ...boundTexts(words, locale, schedule)].join(words.t(locale, "time-join"));
    },
    note: (locale, note, zone) => noteText(words, locale, note, zone),
  };
}

function wallParts(
  locale: Locale,
  zone: string,
  at: Temporal.Instant,
  now: Temporal.Instant,
): { weekday: string; date: string; time: string } {
  const local = at.toZonedDateTimeISO(zone);
  const near = Math.abs(at.epochMilliseconds - now.epochMilliseconds) < SECONDS_MATTER_MS;
  return {
    weekday: weekdayName(locale, local.dayOfWeek, "short"),
    date: dateText(locale, local.toPlainDate(), local.year !== now.toZonedDateTimeISO(zone).year),
    time: local.toPlainTime().toString({ smallestUnit: near && local.second > 0 ? "second" : "minute" }),
  };
}

const SPAN_UNITS = ["days", "hours", "minutes", "seconds"] as const;
type SpanUnit = (typeof SPAN_UNITS)[number];

function spanText(words: Words, locale: Locale, parts: Readonly<Partial<Record<SpanUnit, number>>>): string {
  const texts = SPAN_UNITS.map((unit) => [unit, parts[unit] ?? 0] as const)
    .filter(([, n]) => n > 0)
    .map(([unit, n]) => words.t(locale, `time-span-${unit}`, { n }));
  return texts.join(locale === "zh" ? "" : " ");
}

function descriptionText(words: Words, locale: Locale, what: ScheduleDescription, schedule: Schedule): string {
  switch (what.code) {
    case "once":
      return words.t(locale, "time-once");
    case "at-times":
      return words.t(locale, "time-at", { days: daysText(words, locale, what.on), times: list(locale, what.times) });
    case "every-minutes":
    case "every-hours": {
      const unit = what.code === "every-minutes" ? "time-every-minutes" : "time-every-hours";
      const parts = [
        words.t(locale, unit, { n: what.n, minute: what.minute, past: String(what.minute).padStart(2, "0") }),
      ];
      if (what.hours)
        parts.push(words.t(locale, "time-between", { from: hourText(what.hours.from), to: hourText(what.hours.to) }));
      if (what.on.code !== "daily") parts.push(daysText(words, locale, what.on));
      return parts.join(words.t(locale, "time-join"));
    }
    case "interval": {
      // "Every 90 minutes" is said sooner than "every 1 hour 30 minutes".
      if (what.seconds === 0 && what.minutes % 60 !== 0 && what.minutes < LONGEST_IN_MINUTES)
        return words.t(locale, "time-every-minutes", { n: what.minutes, minute: 0, past: "00" });
      const hours = Math.floor(what.minutes / 60);
      const span = spanText(words, locale, { hours, minutes: what.minutes % 60, seconds: what.seconds });
      return words.t(locale, "time-every-span", { span });
    }
    case "pattern":
      return words.t(locale, schedule.type === "cron" ? "time-cron" : "time-rule", { pattern: what.pattern });
  }
}

function daysText(words: Words, locale: Locale, on: DescribedDays): string {
  switch (on.code) {
    case "daily":
      return words.t(locale, "time-daily", { n: on.n });
    case "weekly": {
      const set = on.n === 1 ? on.weekdays.join("") : "";
      if (set === "12345") return words.t(locale, "time-workdays");
      if (set === "67") return words.t(locale, "time-weekends");
      return words.t(locale, "time-weekly", { n: on.n, days: weekdayList(words, locale, on.weekdays) });
    }
    case "monthly":
      return words.t(locale, "time-monthly", { n: on.n, days: dayList(words, locale, on.days) });
    case "monthly-clamped":
      return words.t(locale, "time-monthly-clamped", { n: on.n, day: dayList(words, locale, [on.day]) });
    case "monthly-nth":
      return words.t(locale, "time-monthly-nth", { n: on.n, day: nthText(words, locale, on.position, on.what) });
    case "monthly-if":
      return words.t(locale, "time-monthly-if", {
        n: on.n,
        day: dayList(words, locale, [on.day]),
        weekday: list(
          locale,
          on.weekdays.map((day) => weekdayName(locale, day, "long")),
          "disjunction",
        ),
      });
    case "yearly":
      return words.t(locale, "time-yearly", {
        n: on.n,
        date: dateText(locale, new Temporal.PlainDate(2024, on.month, on.day), false, "long"),
      });
    case "days-or-weekdays":
      return words.t(locale, "time-days-or-weekdays", {
        days: dayList(words, locale, on.days),
        weekdays: weekdayList(words, locale, on.weekdays),
      });
  }
}

/** The last Friday, the first working day, the second Tuesday: Russian inflects, so each weekday has its own word. */
function nthText(words: Words, locale: Locale, position: number, what: number | "day" | "workday"): string {
  const key = typeof what === "number" ? (WEEKDAY_KEYS[what - 1] ?? "mon") : what;
  return words.t(locale, "time-nth", {
    position: position < 0 ? "last" : (POSITION_KEYS[position - 1] ?? "fifth"),
    day: key,
  });
}

function weekdayList(words: Words, locale: Locale, weekdays: readonly number[]): string {
  return list(
    locale,
    weekdays.map((day) => words.t(locale, "time-weekday", { day: WEEKDAY_KEYS[day - 1] ?? "mon" })),
  );
}

function dayList(words: Words, locale: Locale, days: readonly number[]): string {
  const rules = new Intl.PluralRules(TAGS[locale], { type: "ordinal" });
  return list(
    locale,
    days.map((day) => words.t(locale, "time-day", { day, ordinal: rules.select(day) })),
  );
}

function boundTexts(words: Words, locale: Locale, schedule: Schedule): string[] {
  if (schedule.type === "once" || schedule.type === "instant") return [];
  const texts: string[] = [];
  const dayOf = (at: string): string =>
    dateText(locale, Temporal.Instant.from(at).toZonedDateTimeISO(schedule.zone).toPlainDate(), true, "long");
  if (schedule.type === "cron" && schedule.from)
    texts.push(words.t(locale, "time-from", { date: dayOf(schedule.from) }));
  if (schedule.ends?.count !== undefined) texts.push(words.t(locale, "time-count", { n: schedule.ends.count }));
  else if (schedule.ends) texts.push(words.t(locale, "time-until", { date: dayOf(schedule.ends.until) }));
  return texts;
}

function noteText(
  words: Words,
  locale: Locale,
  { code, params = {} }: { readonly code: NoteCode; readonly params?: Readonly<Record<string, string | number>> },
  zone: string,
): string {
  const said: Record<string, string | number> = { ...params };
  const { at, date } = params;
  if (typeof at === "number") {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    said.date = dateText(locale, local.toPlainDate(), true, "long");
  } else if (typeof date === "string") {
    const day = Temporal.PlainDate.from(date);
    said.date = `${weekdayName(locale, day.dayOfWeek, "short")} ${dateText(locale, day, false, "long")}`;
  }
  if (typeof params.year === "number") said.year = String(params.year);
  return words.t(locale, keyOf("time-note", code), said);
}

/** Monday is 1. */
function weekdayName(locale: Locale, day: number, width: "short" | "long"): string {
  // 1 January 2024 was a Monday.
  const date = Date.UTC(2024, 0, day, 12);
  return new Intl.DateTimeFormat(TAGS[locale], { weekday: width, timeZone: "UTC" }).format(date);
}

function dateText(
  locale: Locale,
  date: Temporal.PlainDate,
  withYear: boolean,
  month: "short" | "long" = "short",
): string {
  const at = date.toZonedDateTime({ timeZone: "UTC", plainTime: "12:00" }).epochMilliseconds;
  const format = new Intl.DateTimeFormat(TAGS[locale], {
    day: "numeric",
    month,
    timeZone: "UTC",
    calendar: "gregory",
    ...(withYear && { year: "numeric" }),
  });
  return format.format(at);
}

function list(locale: Locale, items: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(TAGS[locale], { type }).format(items);
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
