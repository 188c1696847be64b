import { describe, expect, test } from "vitest";
import type { Locale } from "#core/ports.ts";
import { parseWhen, type WhenHints, type WhenResult } from "#core/time/parse-when.ts";
import { scheduleSchema } from "#core/time/schedule.ts";
import { HINTS } from "./phrase-suites.ts";

const ZONE = "Europe/Berlin";
/** Wednesday, 14 October 2026, 10:00 in Berlin. */
const NOW = Temporal.Instant.from("2026-10-14T08:00:00Z");

interface Options {
  locale?: Locale;
  now?: string;
  zone?: string;
  hints?: Partial<WhenHints>;
}

function parse(words: string, { locale = localeOf(words), now, zone = ZONE, hints }: Options = {}): WhenResult {
  const instant = now === undefined ? NOW : Temporal.Instant.from(now);
  return parseWhen(words, { now: instant, zone, locale, hints: { ...HINTS, ...hints } });
}

function localeOf(words: string): Locale {
  return /[а-я]/i.test(words) ? "ru" : /\p{Script=Han}/u.test(words) ? "zh" : "en";
}

type Read = Extract<WhenResult, { ok: true }>;

function read(words: string, options?: Options): Read {
  const result = parse(words, options);
  if (!result.ok) throw new Error(`${words}: ${result.error.code} ${JSON.stringify(result.error.params)}`);
  scheduleSchema.parse(result.schedule);
  return result;
}

function refusal(words: string, options?: Options): Extract<WhenResult, { ok: false }>["error"] {
  const result = parse(words, options);
  if (result.ok) throw new Error(`${words} was read as ${JSON.stringify(result.schedule)}`);
  return result.error;
}

const local = (at: Temporal.Instant | undefined, zone = ZONE): string | undefined =>
  at?.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "minute" });

/** The schedule in short: its pattern, rule or distance. */
function kindOf({ schedule }: Read): string {
  switch (schedule.type) {
    case "cron":
      return schedule.pattern;
    case "rrule":
      return schedule.rule;
    case "interval":
      return schedule.every;
    default:
      return schedule.type;
  }
}

const codes = (result: Read): string[] => result.notes.map(({ code }) => code);

describe("TIME-10: a single time", () => {
  test.each([
    ["in 20 seconds", "2026-10-14T08:00:20Z"],
    ["через 20 секунд", "2026-10-14T08:00:20Z"],
    ["20秒后", "2026-10-14T08:00:20Z"],
    ["in 2h30m", "2026-10-14T10:30:00Z"],
    ["через час двадцать", "2026-10-14T09:20:00Z"],
    ["两个半小时后", "2026-10-14T10:30:00Z"],
    ["20 minutes", "2026-10-14T08:20:00Z"],
    ["PT20M", "2026-10-14T08:20:00Z"],
  ])("TIME-5: '%s' is an exact instant", (words, due) => {
    const result = read(words);
    expect(result.schedule).toEqual({ type: "instant", at: due, zone: ZONE });
  });

  test.each([
    ["the day after tomorrow at 3pm", "2026-10-16T15:00"],
    ["5 Dec 18:30", "2026-12-05T18:30"],
    ["2026-12-05T18:30", "2026-12-05T18:30"],
    ["12.05 в 9:00", "2027-05-12T09:00"],
    ["tonight at 9", "2026-10-14T21:00"],
    ["tomorrow at 12 noon", "2026-10-15T12:00"],
    ["в полвосьмого вечера", "2026-10-14T19:30"],
    ["в пять минут шестого", "2026-10-14T17:05"],
    ["в четверг на следующей неделе в 11:00", "2026-10-22T11:00"],
    ["в последнюю пятницу месяца", "2026-10-30T09:00"],
    ["через 2 дня после 1 мая", "2027-05-03T09:00"],
    ["下下周三", "2026-10-28T09:00"],
    ["下个月5号上午9点", "2026-11-05T09:00"],
    ["明年3月8日", "2027-03-08T09:00"],
    ["今晚12点", "2026-10-15T00:00"],
    ["差一刻六点", "2026-10-14T17:45"],
    ["这个月最后一天18点", "2026-10-31T18:00"],
    ["first monday of november", "2026-11-02T09:00"],
    ["2 weeks from friday at 10am", "2026-10-30T10:00"],
    ["monday two weeks from now", "2026-10-26T09:00"],
    ["at 1800", "2026-10-14T18:00"],
    ["end of day friday", "2026-10-16T23:59"],
  ])("'%s' is %s", (words, due) => {
    expect(local(read(words).next[0])).toBe(due);
  });

  test("TIME-6: in Russian the day stands first in 1/8, in Chinese the month", () => {
    expect(local(read("1/8", { locale: "ru" }).next[0])).toBe("2027-08-01T09:00");
    expect(local(read("1/8", { locale: "zh" }).next[0])).toBe("2027-01-08T09:00");
  });

  test("phrases of another language than the owner's are read too", () => {
    expect(local(read("tomorrow at 5pm", { locale: "ru" }).next[0])).toBe("2026-10-15T17:00");
    expect(local(read("завтра в 17:00", { locale: "zh" }).next[0])).toBe("2026-10-15T17:00");
    expect(local(read("в пятницу at 5pm", { locale: "en" }).next[0])).toBe("2026-10-16T17:00");
  });

  test("TIME-5: months clamp to the last day of a short one, and the note says so", () => {
    const result = read("in 1 month", { now: "2027-01-31T09:00:00Z" });
    expect(local(result.next[0])).toBe("2027-02-28T10:00");
    expect(codes(result)).toContain("clamped");
  });

  test("a zone that is named counts instead of the owner's", () => {
    expect(String(read("tomorrow at 5pm Asia/Tokyo").next[0])).toBe("2026-10-15T08:00:00Z");
    expect(read("tomorrow at 5pm UTC").schedule).toMatchObject({ local: "2026-10-15T17:00", zone: "UTC" });
  });
});

describe("TIME-1: a recurrence", () => {
  test.each([
    "every 1 hour 30 minutes stretch",
    "every 1h30m stretch",
    "every hour and a half stretch",
    "every 1.5 hours stretch",
    "каждые полтора часа stretch",
    "раз в 1 час 30 минут stretch",
    "每隔一个半小时 stretch",
    "每1小时30分钟 stretch",
  ])("hours that come in minutes: '%s'", (words) => {
    expect(read(words)).toMatchObject({ schedule: { type: "interval", every: "PT1H30M" }, rest: "stretch" });
  });

  test.each([
    ["monday to friday at 9am", "0 9 * * 1-5"],
    ["каждый понедельник в 10:00", "0 10 * * 1"],
    ["每天晚上8点", "0 20 * * *"],
    ["every 15 minutes", "*/15 * * * *"],
    ["every 45 minutes", "PT45M"],
    ["every 90 minutes", "PT1H30M"],
    ["every 2 hours", "0 */2 * * *"],
    ["every 5 hours", "PT5H"],
    ["every 60 minutes", "0 * * * *"],
    ["каждые полчаса", "*/30 * * * *"],
    ["every 2 hours from 9 to 18", "0 9-18/2 * * *"],
    ["каждые 30 минут с 9:00 до 17:00", "*/30 9-16 * * *"],
    ["every other day at 10am", "FREQ=DAILY;INTERVAL=2"],
    ["every 3 days at 10am", "FREQ=DAILY;INTERVAL=3"],
    ["每隔一天", "FREQ=DAILY;INTERVAL=2"],
    ["every 2 weeks on Friday at 17:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
    ["каждые две недели по пятницам в 17:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
    ["每两周周五下午5点", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
    ["monthly on the 31st", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"],
    ["on the 1st and 15th of every month at noon", "0 12 1,15 * *"],
    ["1-го числа каждого месяца в 12:00", "0 12 1 * *"],
    ["the last working day of every month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["每月最后一天18点", "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["каждое последнее воскресенье месяца в 12:00", "FREQ=MONTHLY;BYDAY=-1SU"],
    ["the 15th if it is a Monday", "FREQ=MONTHLY;BYMONTHDAY=15;BYDAY=MO"],
    ["every year on 8 march", "0 9 8 3 *"],
    ["每周一、三、五早上7点", "0 7 * * 1,3,5"],
    ["по пн, ср и пт в 7:00", "0 7 * * 1,3,5"],
    ["every day except sunday at 7am", "0 7 * * 1-6"],
    ["twice a day", "0 9,21 * * *"],
    ["every day at 9am and 6pm", "0 9,18 * * *"],
    ["раз в 2 часа", "0 */2 * * *"],
    ["every third day at 10am", "FREQ=DAILY;INTERVAL=3"],
    ["monthly on the last friday", "FREQ=MONTHLY;BYDAY=-1FR"],
    ["в конце каждого месяца", "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["每月底", "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["ежедневно кроме выходных в 9:00", "0 9 * * 1-5"],
    ["every quarter", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"],
  ])("'%s' is %s", (words, kind) => {
    expect(kindOf(read(words))).toBe(kind);
  });

  test.each([
    ["monday at 9am", "0 9 * * 1"],
    ["9am", "0 9 * * *"],
    ["2 hours", "0 */2 * * *"],
    ["day at 8am", "0 8 * * *"],
    ["8 march", "0 9 8 3 *"],
    ["last friday of the month", "FREQ=MONTHLY;BYDAY=-1FR"],
    ["через день", "FREQ=DAILY;INTERVAL=2"],
    ["90 minutes until Sunday", "PT1H30M"],
    ["PT45M", "PT45M"],
    ["P1D", "0 10 * * *"],
    ["0 9 * * 1-5", "0 9 * * 1-5"],
    ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"],
    ["FREQ=HOURLY;INTERVAL=2", "0 */2 * * *"],
  ])("REM-30: in an `every` field '%s' is %s", (words, kind) => {
    expect(kindOf(read(words, { hints: { recurring: true } }))).toBe(kind);
  });

  test("TIME-14: day of month together with a weekday is said back", () => {
    expect(codes(read("0 9 13 * 5"))).toEqual(["day_or_weekday"]);
  });

  test("REM-30: an RRULE's own count becomes the end", () => {
    const { schedule } = read("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3", { hints: { recurring: true } });
    expect(schedule).toMatchObject({
      rule: "FREQ=MONTHLY;BYMONTHDAY=31",
      ends: { count: 3, until: "2027-01-31T08:00:00Z" },
    });
  });
});

describe("TIME-9: an end", () => {
  test.each([
    ["every day at 9am for two weeks", "2026-10-29T07:59:59Z"],
    ["каждый день в 9:00 в течение двух недель", "2026-10-29T07:59:59Z"],
    ["每天早上8点，持续两周", "2026-10-29T06:59:59Z"],
    ["every weekday at 9am until 1 March", "2027-03-01T22:59:59Z"],
    ["каждый день в 9:00 до 1 марта", "2027-03-01T22:59:59Z"],
    ["每天早上8点到3月1日", "2027-03-01T22:59:59Z"],
  ])("'%s' ends at %s", (words, until) => {
    expect(read(words).schedule).toMatchObject({ ends: { until } });
  });

  test.each(["every 2 weeks on Friday at 17:00, five times", "каждые две недели по пятницам в 17:00, 5 раз"])(
    "'%s' counts its due times",
    (words) => {
      expect(read(words).schedule).toMatchObject({ ends: { count: 5, until: "2026-12-11T16:00:00Z" } });
    },
  );

  test("a start keeps earlier due times out", () => {
    expect(local(read("every day at 8am starting friday").next[0])).toBe("2026-10-16T08:00");
    expect(local(read("从周五开始每天上午10点").next[0])).toBe("2026-10-16T10:00");
    expect(local(read("с 1 марта каждый день в 9:00").next[0])).toBe("2027-03-01T09:00");
  });

  test("an end before the first due time is refused", () => {
    expect(refusal("every friday at 9am until tomorrow").code).toBe("when_ended");
  });
});

describe("TIME-10: the text without the time words", () => {
  test.each([
    ["remind me to call mom tomorrow at 9am", "call mom"],
    ["remind me tomorrow to buy 3 apples", "buy 3 apples"],
    ["call John at 3pm on Thursday about the 5 contracts", "call John about the 5 contracts"],
    ["pay $500 rent on the 1st of every month", "pay $500 rent"],
    ["meeting with Bob for 2 hours tomorrow at 10am", "meeting with Bob for 2 hours"],
    ["read chapter 12 tonight at 8", "read chapter 12"],
    ["call 555-1234 tomorrow at noon", "call 555-1234"],
    ["order 2 pizzas at 7pm", "order 2 pizzas"],
    ["march to the store at 5pm", "march to the store"],
    ["take pills at 8am and 8pm every day", "take pills"],
    ["напомни мне завтра в 9:00 позвонить маме", "позвонить маме"],
    ["купить 3 яблока завтра в 10:00", "купить 3 яблока"],
    ["завтра встреча на 2 часа в 10:00", "встреча на 2 часа"],
    ["заплатить за 5 уроков завтра", "заплатить за 5 уроков"],
    ["明天早上9点提醒我开会", "开会"],
    ["提醒我买3个苹果，明天上午10点", "买3个苹果"],
    ["tomorrow at 5pm before the meeting", "before the meeting"],
    ["it will end two months after christmas", "it will end"],
    ["in 5 minutes", ""],
  ])("of '%s' is '%s'", (words, rest) => {
    expect(read(words).rest).toBe(rest);
  });

  test("the time words are given as they stood", () => {
    expect(read("Call Ann Tomorrow at 9AM, please").matched).toBe("Tomorrow at 9AM");
  });
});

describe("TIME-6: two readings", () => {
  const others = (result: Read): (string | undefined)[] => result.readings.map(({ next }) => local(next[0]));

  test("'next Friday' is the earlier one, the following on a button, and the choice teaches a convention", () => {
    const result = read("next friday at 10am");
    expect(local(result.next[0])).toBe("2026-10-16T10:00");
    expect(others(result)).toEqual(["2026-10-23T10:00"]);
    expect(result.readings[0]?.convention).toEqual({ name: "next_weekday", value: "following" });
  });

  test("a remembered convention is taken", () => {
    const hints = { conventions: { next_weekday: "following", hour_5: "am", date_order: "day_first" } };
    expect(local(read("next friday at 10am", { hints }).next[0])).toBe("2026-10-23T10:00");
    expect(local(read("at 5", { hints }).next[0])).toBe("2026-10-15T05:00");
    expect(local(read("1/8", { hints }).next[0])).toBe("2027-08-01T09:00");
  });

  test("1/8 in English is the earlier of the two dates", () => {
    const result = read("1/8");
    expect(local(result.next[0])).toBe("2027-01-08T09:00");
    expect(others(result)).toEqual(["2027-08-01T09:00"]);
  });

  test("a bare hour follows the waking window of the owner", () => {
    expect(local(read("at 6").next[0])).toBe("2026-10-14T18:00");
    expect(local(read("tomorrow at 6", { hints: { waking: "04:00-16:00" } }).next[0])).toBe("2026-10-15T06:00");
  });

  test("'tuesday 11' is the hour, the 11th on a button", () => {
    expect(others(read("tuesday 11"))).toContain("2027-05-11T09:00");
  });
});

describe("TIME-7: no time of day", () => {
  test("the owner's default hour is taken and said", () => {
    const result = read("tomorrow", { hints: { defaultHour: "08:15" } });
    expect(local(result.next[0])).toBe("2026-10-15T08:15");
    expect(result.notes).toContainEqual({ code: "default_time", params: { time: "08:15" } });
  });

  test("a part of the day has said when", () => {
    for (const words of ["tomorrow morning", "завтра утром", "every evening", "in the morning"])
      expect(codes(read(words)), words).not.toContain("default_time");
    expect(codes(read("every monday"))).toContain("default_time");
  });

  test("TIME-5: the 31st of every month is said in the rule, and needs no note", () => {
    expect(codes(read("every month on the 31st at 9"))).toEqual([]);
  });

  test.each([
    ["2026-10-14T05:00:00Z", "2026-10-14T09:00"],
    ["2026-10-14T08:00:00Z", "2026-10-14T13:00"],
    ["2026-10-14T12:00:00Z", "2026-10-14T18:00"],
    ["2026-10-14T17:00:00Z", "2026-10-14T21:00"],
    ["2026-10-14T19:30:00Z", "2026-10-14T22:30"],
  ])("today said at %s is %s", (now, due) => {
    expect(local(read("today", { now }).next[0])).toBe(due);
  });

  test("a bare time that has passed means tomorrow", () => {
    expect(local(read("в 9:00").next[0])).toBe("2026-10-15T09:00");
  });

  test("29 February without a year is the next one", () => {
    expect(local(read("29 февраля").next[0])).toBe("2028-02-29T09:00");
  });
});

describe("TIME-7 TIME-12: refusals", () => {
  test.each([
    ["", "when_empty"],
    ["   ", "when_empty"],
    ["hello world", "when_unreadable"],
    ["x".repeat(4001), "when_unreadable"],
    ["yesterday", "when_in_past"],
    ["2 hours ago", "when_in_past"],
    ["in 0 minutes", "when_in_past"],
    ["2020-01-01", "when_in_past"],
    ["today at 8am", "when_in_past"],
    ["сегодня в 8 утра", "when_in_past"],
    ["3天前", "when_in_past"],
    ["31 February", "when_no_such_date"],
    ["2月31日", "when_no_such_date"],
    ["2027-02-29", "when_no_such_date"],
    ["Tuesday, 15 October 2026", "when_no_such_date"],
    ["0 0 30 2 *", "when_never"],
    ["* * * * * *", "when_unreadable"],
    ["61 * * * *", "when_unreadable"],
    ["FREQ=DAILY;BYMONTHDAY=77", "when_unreadable"],
    ["every 20 seconds", "when_too_frequent"],
    ["tomorrow at 5pm EST", "when_ambiguous_zone"],
    ["at 25:00", "when_unreadable"],
    ["tomorrow at 9:75", "when_unreadable"],
    ["oct 20 - nov 3", "when_unreadable"],
    ["meeting 10-11 tomorrow", "when_unreadable"],
    ["in 5", "when_unreadable"],
    ["tomorrow after the show", "when_unreadable"],
    ["every hour on the half hour", "when_unreadable"],
    ["buy sun cream", "when_unreadable"],
    ["i may go", "when_unreadable"],
    ["before 5pm", "when_unreadable"],
    ["до 18:00", "when_unreadable"],
    ["this time tomorrow", "when_unreadable"],
    ["завтра в это же время", "when_unreadable"],
    ["first and third monday of every month", "when_unreadable"],
    ["at the end of every week", "when_unreadable"],
    ["in 2 hours and tomorrow at 5pm", "when_unreadable"],
  ])("'%s' is refused: %s", (words, code) => {
    expect(refusal(words).code).toBe(code);
  });

  test("an unreadable phrase says what was understood", () => {
    expect(refusal("tomorrow after the show").params).toEqual({ understood: "tomorrow" });
  });

  test("a time that has passed comes with the nearest valid one", () => {
    const { params, alternatives } = refusal("today at 8am");
    expect(params).toEqual({ when: "2026-10-14T08:00" });
    expect(alternatives.map(({ next }) => local(next[0]))).toEqual(["2026-10-15T08:00"]);
    expect(refusal("29 february 2027").alternatives.map(({ next }) => local(next[0]))).toEqual(["2027-02-28T09:00"]);
  });

  test("TIME-7: a date that is another weekday is refused with the weekday that it is, and both as alternatives", () => {
    const { code, params, alternatives } = refusal("friday 2 dec at 10 foo");
    expect([code, params]).toEqual(["when_no_such_date", { when: "2026-12-02", weekday: "wed" }]);
    expect(alternatives.map(({ next }) => local(next[0]))).toEqual(["2026-12-02T10:00", "2026-10-16T10:00"]);
    expect(refusal("31 February").params).not.toHaveProperty("weekday");
    expect(refusal("every day at 9 until friday 2 dec 2026").params).toMatchObject({ weekday: "wed" });
  });

  test("REM-7: the minimum is measured on the real distance", () => {
    const hints = { minimumMinutes: 10 };
    expect(refusal("every 5 minutes", { hints })).toMatchObject({
      code: "when_too_frequent",
      params: { minutes: 10, shortest: 5 },
    });
    expect(refusal("0,5 9 * * *", { hints }).code).toBe("when_too_frequent");
    expect(refusal("every 5 minutes", { hints }).alternatives[0]?.schedule).toMatchObject({ pattern: "*/10 * * * *" });
    expect(kindOf(read("every 10 minutes", { hints }))).toBe("*/10 * * * *");
  });

  test("TIME-13: a zone that is unknown is refused, never UTC in silence", () => {
    expect(refusal("tomorrow", { zone: "Mars/Olympus" }).code).toBe("when_unknown_zone");
  });
});

describe("TIME-2 TIME-3: gaps and folds", () => {
  test("a time inside a gap moves to its end, and the note says so", () => {
    const result = read("2027-03-28T02:30");
    expect(local(result.next[0])).toBe("2027-03-28T03:00");
    expect(result.notes).toEqual([{ code: "moved_from_gap", params: { time: "02:30", moved: "03:00" } }]);
  });

  test("a time that exists twice is its first occurrence", () => {
    const result = read("on 25 october at 02:30");
    expect(String(result.next[0])).toBe("2026-10-25T00:30:00Z");
    expect(codes(result)).toEqual(["first_of_two"]);
  });
});

test.each([
  ["每个工作日8:30开晨会", "开晨会"],
  ["周五19:00和本吃晚饭", "和本吃晚饭"],
  ["明天早上8点吃早饭", "吃早饭"],
  ["今晚8点晚会", "晚会"],
  ["明早7点晨跑", "晨跑"],
  ["明天中午午休", "午休"],
])("TIME-10: 「%s」 keeps the task 「%s」, though it is named after a time of day", (words, task) => {
  expect(read(words).rest).toBe(task);
});
