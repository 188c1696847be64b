import { describe, expect, test } from "vitest";
import type { Locale } from "#core/ports.ts";
import { describeSchedule } from "#core/time/card.ts";
import { parseWhen, type Reading, type WhenResult } from "#core/time/parse-when.ts";
import { nextRuns } from "#core/time/recurrence.ts";
import { scheduleSchema } from "#core/time/schedule.ts";
import { HINTS } from "./phrase-suites.ts";

/** Wednesday, 14 October 2026, ten in the morning where the owner is. */
const NOW = "2026-10-14T10:00";
const ZONES: Readonly<Record<Locale, string>> = { en: "Europe/Berlin", ru: "Europe/Moscow", zh: "Asia/Shanghai" };

function localeOf(words: string): Locale {
  return /[а-я]/i.test(words) ? "ru" : /\p{Script=Han}/u.test(words) ? "zh" : "en";
}

function parse(words: string, now = NOW, locale = localeOf(words)): WhenResult {
  const instant = Temporal.PlainDateTime.from(now).toZonedDateTime(ZONES[locale]).toInstant();
  return parseWhen(words, { now: instant, zone: ZONES[locale], locale, hints: HINTS });
}

function read(words: string, now?: string, locale?: Locale): Extract<WhenResult, { ok: true }> {
  const result = parse(words, now, locale);
  if (!result.ok) throw new Error(`${words}: ${result.error.code} ${JSON.stringify(result.error.params)}`);
  scheduleSchema.parse(result.schedule);
  return result;
}

const dueOf = ({ next }: Pick<Reading, "next">, locale: Locale): string | undefined =>
  next[0]?.toZonedDateTimeISO(ZONES[locale]).toPlainDateTime().toString({ smallestUnit: "minute" });

const patternOf = ({ schedule }: Pick<Reading, "schedule">): string =>
  schedule.type === "cron" ? schedule.pattern : schedule.type === "rrule" ? schedule.rule : schedule.type;

/** The due time of what was taken, then of the buttons. */
function dues(words: string, now?: string, locale = localeOf(words)): (string | undefined)[] {
  const result = read(words, now, locale);
  return [result, ...result.readings].map((each) => dueOf(each, locale));
}

const patterns = (words: string): string[] => {
  const result = read(words);
  return [result, ...result.readings].map(patternOf);
};

const refused = (words: string): string => {
  const result = parse(words);
  return result.ok ? `read as ${dueOf(result, localeOf(words))}` : result.error.code;
};

describe("TIME-6: an hour of the night said with a day is that day's own, the following night stands on a button", () => {
  test.each([
    ["завтра в 2 часа ночи", "2026-10-15T02:00", "2026-10-16T02:00"],
    ["завтра ночью в 2", "2026-10-15T02:00", "2026-10-16T02:00"],
    ["15 октября в 2 часа ночи", "2026-10-15T02:00", "2026-10-16T02:00"],
    ["31 декабря в 2 часа ночи", "2026-12-31T02:00", "2027-01-01T02:00"],
    ["в пятницу в час ночи", "2026-10-16T01:00", "2026-10-17T01:00"],
    ["saturday at 2 at night", "2026-10-17T02:00", "2026-10-18T02:00"],
    ["周五半夜2点", "2026-10-16T02:00", "2026-10-17T02:00"],
    ["明天深夜1点", "2026-10-15T01:00", "2026-10-16T01:00"],
    // Midnight rather ends the day.
    ["в субботу в 12 ночи", "2026-10-18T00:00", "2026-10-17T00:00"],
  ])("%s", (words, taken, other) => {
    expect(dues(words)).toEqual([taken, other]);
  });

  test("a weekly night too", () => {
    expect(patterns("каждую субботу в 2 часа ночи")).toEqual(["0 2 * * 6", "0 2 * * 0"]);
    expect(patterns("每周六半夜2点")).toEqual(["0 2 * * 6", "0 2 * * 0"]);
  });

  test.each([
    ["tonight at 1", NOW, "2026-10-15T01:00"],
    ["tonight at 2am", NOW, "2026-10-15T02:00"],
    ["tonight at 2am", "2026-10-14T23:30", "2026-10-15T02:00"],
    ["tonight at 1am", "2026-10-14T00:30", "2026-10-14T01:00"],
    ["tomorrow night at 1", NOW, "2026-10-16T01:00"],
    ["friday night at 2am", NOW, "2026-10-17T02:00"],
    ["сегодня в 2 часа ночи", NOW, "2026-10-15T02:00"],
    ["今晚1点", NOW, "2026-10-15T01:00"],
    ["今晚1点半", NOW, "2026-10-15T01:30"],
    ["明晚2点", NOW, "2026-10-16T02:00"],
    ["今晚8点", NOW, "2026-10-14T20:00"],
    ["明天24点", NOW, "2026-10-16T00:00"],
    ["friday at 24:00", NOW, "2026-10-17T00:00"],
  ])("the night that follows is meant by '%s', said at %s", (words, now, due) => {
    expect(dues(words, now)).toEqual([due]);
  });
});

describe("TIME-5 TIME-10: so many working days are a distance, never a recurrence", () => {
  test.each([
    ["in 5 working days", "2026-10-21T10:00"],
    ["3 business days from now", "2026-10-19T10:00"],
    ["in 2 weekdays", "2026-10-16T10:00"],
    ["in 3 business days at 9am", "2026-10-19T09:00"],
    ["the next working day at 9am", "2026-10-15T09:00"],
    ["через 3 рабочих дня в 9:00", "2026-10-19T09:00"],
    ["через 5 рабочих дней", "2026-10-21T10:00"],
    ["三个工作日后", "2026-10-19T10:00"],
    ["5个工作日后上午9点", "2026-10-21T09:00"],
  ])("%s is %s", (words, due) => {
    expect(dues(words)).toEqual([due]);
  });

  test("'in two mondays' is no hour of two", () => {
    expect(refused("in two mondays")).toBe("when_unreadable");
  });
});

describe("TIME-10: the figures of the task are no hours", () => {
  test.each([
    ["every monday at 9 1:1 with Bob", "0 9 * * 1", "1:1 with Bob"],
    ["every friday at 10 3:1 ratio review", "0 10 * * 5", "3:1 ratio review"],
    ["каждый понедельник в 9 1:1 с Бобом", "0 9 * * 1", "1:1 с Бобом"],
    ["每周一9点1:1会议", "0 9 * * 1", "1:1会议"],
    ["every day at 9 ask about 3 things", "0 9 * * *", "ask about 3 things"],
    ["ask about 3 things every day at 9", "0 9 * * *", "ask about 3 things"],
  ])("%s", (words, pattern, rest) => {
    const result = read(words);
    expect([patternOf(result), result.rest]).toEqual([pattern, rest]);
  });

  test.each([
    ["in 5 min call 2 people about 3 things", "2026-10-14T10:05", "call 2 people about 3 things"],
    ["call 112 in 10 minutes", "2026-10-14T10:10", "call 112"],
    ["позвонить в 112 через 10 минут", "2026-10-14T10:10", "позвонить в 112"],
    ["周五下午三点和5个人开会", "2026-10-16T15:00", "和5个人开会"],
    ["明天下午3点去人民路4号", "2026-10-15T15:00", "去人民路4号"],
    ["明天早上9点给5号楼打电话", "2026-10-15T09:00", "给5号楼打电话"],
    ["обсудить прошлый отчет завтра в 9:00", "2026-10-15T09:00", "обсудить прошлый отчет"],
    ["plan the trip in summer tomorrow at 9am", "2026-10-15T09:00", "plan the trip in summer"],
    ["buy birthday cake tomorrow at 9am", "2026-10-15T09:00", "buy birthday cake"],
    ["明天早上9点春节晚会彩排", "2026-10-15T09:00", "春节晚会彩排"],
    ["gym on the west side tomorrow at 9am", "2026-10-15T09:00", "gym on the west side"],
    ["погулять по москве завтра в 9:00", "2026-10-15T09:00", "погулять по москве"],
  ])("%s", (words, due, rest) => {
    expect([dues(words), read(words).rest]).toEqual([[due], rest]);
  });
});

describe("TIME-13: a zone inside the words is read or refused, never dropped", () => {
  test.each([
    ["9am europe/london", "2026-10-15T10:00"],
    ["tomorrow at 9am Europe/Paris", "2026-10-15T09:00"],
    ["5pm london time", "2026-10-14T18:00"],
    ["at 9 am tokyo time", "2026-10-15T02:00"],
    ["9am utc+3", "2026-10-15T08:00"],
    ["9am gmt+2", "2026-10-15T09:00"],
    ["at 09:00 +03:00", "2026-10-15T08:00"],
    ["at 09:00Z", "2026-10-14T11:00"],
    ["завтра в 9:00 utc+5", "2026-10-15T07:00"],
    ["завтра в 9:00 по лондонскому времени", "2026-10-15T11:00"],
    ["завтра в 9:00 мск", "2026-10-15T09:00"],
    ["завтра в 9:00 по токио", "2026-10-15T03:00"],
    ["завтра в 9:00 по местному времени", "2026-10-15T09:00"],
    ["东京时间早上9点", "2026-10-15T08:00"],
    ["伦敦时间下午5点", "2026-10-15T00:00"],
  ])("%s", (words, due) => {
    expect(dues(words)).toEqual([due]);
    expect(read(words).rest).toBe("");
  });

  test.each([
    ["tomorrow 9am eastern time", "when_ambiguous_zone"],
    ["5pm tomorrow cet", "when_ambiguous_zone"],
    ["9am pacific", "when_ambiguous_zone"],
    ["tomorrow at 9 est", "when_ambiguous_zone"],
    ["tomorrow at 9am utc+5:30", "when_unknown_zone"],
    ["завтра в 9 по марсианскому времени", "when_unknown_zone"],
    ["美东时间明天早上9点", "when_ambiguous_zone"],
  ])("%s is refused: %s", (words, code) => {
    expect(refused(words)).toBe(code);
  });

  test.each([
    ["tomorrow at 9am tokyo time", "2026-10-14T20:00", "2026-10-15T02:00"],
    ["纽约时间明天早上9点", NOW, "2026-10-15T21:00"],
    ["завтра в 9:00 по нью-йорку", "2026-10-14T03:00", "2026-10-15T16:00"],
  ])("TIME-6: the day of '%s', said at %s, is the owner's", (words, now, due) => {
    expect(dues(words, now)[0]).toBe(due);
  });

  test("a recurrence keeps the zone that was said", () => {
    expect(read("every day at 9am new york time").schedule).toMatchObject({ zone: "America/New_York" });
  });
});

describe("TIME-9: 'until' after a recurring weekday ends it, a range needs 'from' or 'to'", () => {
  test.each([
    ["every monday until tuesday", "0 9 * * 1"],
    ["каждый понедельник до вторника", "0 9 * * 1"],
  ])("%s", (words, pattern) => {
    const { schedule } = read(words);
    expect(schedule).toMatchObject({ pattern, ends: { until: expect.stringContaining("2026-10-20") } });
  });

  test.each(["every monday until friday", "каждый понедельник до пятницы", "every friday until thursday"])(
    "%s has no day left",
    (words) => {
      expect(refused(words)).toBe("when_ended");
    },
  );

  test.each([
    "every monday to friday",
    "monday through friday",
    "from monday until friday",
    "с понедельника до пятницы",
  ])("%s is a range", (words) => {
    expect(patterns(words)).toEqual(["0 9 * * 1-5"]);
  });

  test("a count below one is refused", () => {
    expect(refused("every day -1 times")).toBe("when_unreadable");
  });
});

describe("TIME-6 TIME-10: hours between which a recurrence runs", () => {
  test.each([
    ["every hour from 0 to 6", ["0 0-6 * * *"]],
    ["every 2 hours from 0:00 to 4:00", ["0 0-4/2 * * *"]],
    ["каждый час с 0 до 6", ["0 0-6 * * *"]],
    ["每小时从0点到6点", ["0 0-6 * * *"]],
    ["every hour from 9 to 5", ["0 9-17 * * *"]],
    ["every hour from 13 to 5", ["0 13-17 * * *"]],
    ["every hour from 6 to 10", ["0 18-22 * * *", "0 6-10 * * *"]],
    ["каждый час с 6 до 10", ["0 18-22 * * *", "0 6-10 * * *"]],
    ["every 2 hours between 22:00 and 6:00", ["0 0,2,4,6,22 * * *"]],
    ["каждый час с 22 до 1", ["0 0,1,22,23 * * *"]],
    ["every hour and a half", ["interval"]],
    ["every hour", ["0 * * * *"]],
  ])("%s", (words, expected) => {
    expect(patterns(words)).toEqual(expected);
  });

  test("minutes of the hour that cannot be read are refused", () => {
    expect(refused("hourly at :15")).toBe("when_unreadable");
  });
});

describe("TIME-6 TIME-10: several hours of a day", () => {
  test.each([
    ["every day at 8 and 20", ["0 8,20 * * *"]],
    ["every day at 6 and 18", ["0 6,18 * * *"]],
    ["каждый день в 9, 13 и 18", ["0 9,13,18 * * *"]],
    ["每天9点和18点", ["0 9,18 * * *"]],
    ["every day at 6 and 7", ["0 18,19 * * *", "0 6,7 * * *"]],
    ["every day at 9 and 5", ["0 9,17 * * *"]],
    ["every day at 9 in the morning and 9 in the evening", ["0 9,21 * * *"]],
    ["каждый день в 9 утра и в 9 вечера", ["0 9,21 * * *"]],
    ["每天早上9点和晚上9点", ["0 9,21 * * *"]],
    ["每天早上8点晚上8点", ["0 8,20 * * *"]],
  ])("%s", (words, expected) => {
    expect(patterns(words)).toEqual(expected);
  });
});

describe("TIME-7: what has passed never becomes the future", () => {
  test.each([
    ["в прошлую пятницу в 9", "when_unreadable"],
    ["прошлым летом в 9", "when_unreadable"],
    ["上周五下午3点", "when_unreadable"],
    ["上星期一", "when_unreadable"],
    ["上个月5号", "when_unreadable"],
    ["去年12月5日", "when_in_past"],
    ["on tuesday last", "when_unreadable"],
    ["last night at 9", "when_unreadable"],
    ["в позапрошлую пятницу", "when_unreadable"],
    ["last month on the 5th", "when_unreadable"],
  ])("%s is refused: %s", (words, code) => {
    expect(refused(words)).toBe(code);
  });
});

describe("TIME-12: a word of the calendar that stayed unread beside the time is a refusal", () => {
  test.each([
    "last working day at 9",
    "last day at 9",
    "first monday at 9",
    "second friday at 10",
    "первый вторник",
    "последний рабочий день в 9",
    "第一个周一9点",
    "最后一天9点",
    "mother's day at 9",
    "on my birthday at 9",
    "every leap day at 9",
    "in summer at 9",
    "every monday in summer at 9",
    "tomorrow at dawn",
    "завтра на рассвете",
    "на пасху в 9",
    "в день рождения в 9",
    "летом в 9",
    "逢五9点",
    "明年春节",
    "每年春节",
    "monday week planning at 10",
    "tomorrow at 9:5",
    "the 3rd friday at 9",
    "в третий четверг в 9",
    "两个周一后",
    "within 3 business days",
    "in a weekday",
    "через рабочий день",
    "week on friday",
    "eve of halloween at 9",
    "накануне нового года в 9",
    "every day at 9 or 10",
    "every hour at 15",
    "каждый час в 15",
    "standup every day at 9 15 min",
  ])("%s", (words) => {
    expect(refused(words)).toBe("when_unreadable");
  });

  test.each([
    ["first monday at 9", "monday at 9"],
    ["第一个周一9点", "周一 9点"],
    ["первый вторник в 9", "вторник в 9"],
  ])("the refusal of '%s' says what was understood", (words, understood) => {
    expect(parse(words)).toMatchObject({ ok: false, error: { params: { understood } } });
  });
});

describe("TIME-10: said in other ways", () => {
  test.each([
    ["in an hour and a quarter", "2026-10-14T11:15"],
    ["friday week", "2026-10-23T09:00"],
    ["tomorrow week at 5pm", "2026-10-22T17:00"],
    ["monday fortnight", "2026-11-02T09:00"],
    ["valentine's day at 9am", "2027-02-14T09:00"],
    ["every friday the 13th", "2026-11-13T09:00"],
    ["10 minutes before 5pm", "2026-10-14T16:50"],
    ["an hour after noon", "2026-10-14T13:00"],
    ["каждую пятницу 13-го", "2026-11-13T09:00"],
    ["за час до полуночи", "2026-10-14T23:00"],
    ["за 10 минут до 18:00", "2026-10-14T17:50"],
    ["через двое суток", "2026-10-16T10:00"],
    ["минут через 20", "2026-10-14T10:20"],
    ["недели через две", "2026-10-28T10:00"],
    ["下午三点过五分", "2026-10-14T15:05"],
    ["晚上九点过十分", "2026-10-14T21:10"],
    ["廿五号", "2026-10-25T09:00"],
    ["周一到周五每天早上9点", "2026-10-15T09:00"],
  ])("%s is %s", (words, due) => {
    expect(dues(words)).toEqual([due]);
  });

  test.each([
    "每个月15号和30号早上9点",
    "15 и 30 числа каждого месяца в 9:00",
    "the 15th and 30th of every month at 9am",
  ])("TIME-5: %s takes the last day of February and says the days", (words) => {
    const { schedule } = read(words);
    const due = nextRuns(schedule, Temporal.Instant.from("2027-02-01T00:00:00Z"), 4).map((at) =>
      at.toZonedDateTimeISO(ZONES[localeOf(words)]).toPlainDate().toString(),
    );
    expect(due).toEqual(["2027-02-15", "2027-02-28", "2027-03-15", "2027-03-30"]);
    expect(describeSchedule(schedule)).toMatchObject({ on: { code: "monthly", days: [15, 30] } });
  });

  test("TIME-6: a Russian figure with a dot is a date where a time follows, else both readings", () => {
    expect(dues("Ивану 5.12 в 9:00")).toEqual(["2026-12-05T09:00"]);
    expect(dues("1.8", NOW, "ru")).toEqual(["2027-08-01T09:00"]);
    expect(dues("5.12", NOW, "ru")).toContain("2026-12-05T09:00");
    expect(read("купить 1.5 литра молока завтра в 9:00").rest).toBe("купить 1.5 литра молока");
  });

  test("TIME-6: of two readings of a date the earlier future one is taken", () => {
    expect(dues("14 october at 9")).toEqual(["2026-10-14T21:00", "2027-10-14T09:00"]);
    expect(dues("14 октября в 9")).toEqual(["2026-10-14T21:00", "2027-10-14T09:00"]);
  });
});
