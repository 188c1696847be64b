import { expect, test } from "vitest";
import type { Locale } from "#core/ports.ts";
import { describeSchedule } from "#core/time/card.ts";
import { parseWhen, type WhenResult } from "#core/time/parse-when.ts";
import { countRuns, nextRun, nextRuns } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";
import { HINTS } from "./phrase-suites.ts";

const BERLIN = "Europe/Berlin";

const at = (text: string): Temporal.Instant => Temporal.Instant.from(text);
const cron = (pattern: string, zone: string): Schedule => ({ type: "cron", pattern, zone });
const runs = (schedule: Schedule, after: string, count: number): string[] =>
  nextRuns(schedule, at(after), count).map((run) => run.toString());

function read(words: string, now: string, zone = BERLIN, locale: Locale = "en"): Extract<WhenResult, { ok: true }> {
  const result = parseWhen(words, { now: at(now), zone, locale, hints: HINTS });
  if (!result.ok) throw new Error(`${words}: ${result.error.code}`);
  return result;
}

const first = (words: string, now: string, zone?: string, locale?: Locale): string =>
  String(read(words, now, zone, locale).next[0]);

test.each([
  {
    id: "T1",
    pattern: "30 2 * * *",
    zone: "America/New_York",
    after: "2027-03-13T12:00:00Z",
    due: ["2027-03-14T07:00:00Z", "2027-03-15T06:30:00Z"],
  },
  {
    id: "T3",
    pattern: "0 2 * * *",
    zone: "Europe/Paris",
    after: "2024-03-30T12:00:00Z",
    due: ["2024-03-31T01:00:00Z", "2024-04-01T00:00:00Z"],
  },
  {
    id: "T5",
    pattern: "* * * * *",
    zone: "America/New_York",
    after: "2026-11-01T06:30:15Z",
    due: ["2026-11-01T06:31:00Z"],
  },
  {
    id: "T7",
    pattern: "0 8 * * 0",
    zone: "America/Chicago",
    after: "2026-03-08T05:45:00Z",
    due: ["2026-03-08T13:00:00Z"],
  },
  {
    id: "T9",
    pattern: "0 0 * * *",
    zone: "America/Santiago",
    after: "2026-09-05T12:00:00Z",
    due: ["2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"],
  },
  {
    id: "T11",
    pattern: "10 2 * * *",
    zone: "Australia/Lord_Howe",
    after: "2026-10-03T12:00:00Z",
    due: ["2026-10-03T15:30:00Z", "2026-10-04T15:10:00Z"],
  },
  { id: "T13", pattern: "0 9 * * 1-5", zone: BERLIN, after: "2026-10-23T07:00:00Z", due: ["2026-10-26T08:00:00Z"] },
  { id: "T13", pattern: "0 9 * * 1-5", zone: BERLIN, after: "2027-03-26T08:00:00Z", due: ["2027-03-29T07:00:00Z"] },
  {
    id: "T17",
    pattern: "0 13 * * *",
    zone: "Pacific/Auckland",
    after: "2026-02-04T01:00:00Z",
    due: ["2026-02-05T00:00:00Z"],
  },
  {
    id: "T19",
    pattern: "0 0 * * *",
    zone: "Asia/Yekaterinburg",
    after: "2026-03-29T00:00:00Z",
    due: ["2026-03-29T19:00:00Z"],
  },
])("$id TIME-2 TIME-8: `$pattern` in $zone after $after", ({ pattern, zone, after, due }) => {
  expect(runs(cron(pattern, zone), after, due.length)).toEqual(due);
});

test("T15 TIME-5: over a DST night tomorrow and a day keep the wall clock, 24 hours do not", () => {
  const now = "2026-10-24T10:00:00Z";
  expect(first("tomorrow at 12:00", now)).toBe("2026-10-25T11:00:00Z");
  expect(first("in 24 hours", now)).toBe("2026-10-25T10:00:00Z");
  expect(first("in 1 day", now)).toBe("2026-10-25T11:00:00Z");
});

test("T21 TIME-7: the same weekday later today is today, earlier today is next week", () => {
  expect(first("wednesday at 10pm", "2026-10-14T19:00:00Z")).toBe("2026-10-14T20:00:00Z");
  expect(first("wednesday at 8pm", "2026-10-14T19:00:00Z")).toBe("2026-10-21T18:00:00Z");
});

test("T23 TIME-7: a bare weekday is never in the past", () => {
  expect(first("friday", "2017-05-28T13:50:00Z", "Asia/Jerusalem")).toBe("2017-06-02T06:00:00Z");
  expect(first("sunday morning", "2026-10-19T03:00:00Z", "America/Los_Angeles")).toBe("2026-10-25T16:00:00Z");
});

test("T25 TIME-6: a bare hour lies in the waking window, the other half of the day on a button", () => {
  const result = read("at 5", "2026-10-14T12:00:00Z");
  expect(String(result.next[0])).toBe("2026-10-14T15:00:00Z");
  expect(result.readings.map(({ next }) => String(next[0]))).toEqual(["2026-10-15T03:00:00Z"]);
});

test("T27 TIME-6: tomorrow said after midnight is literal, and a button offers today", () => {
  const result = read("tomorrow at 9", "2026-10-13T22:30:00Z");
  expect(String(result.next[0])).toBe("2026-10-15T07:00:00Z");
  expect(String(result.readings[0]?.next[0])).toBe("2026-10-14T07:00:00Z");
});

test("T29 TIME-10: «в 2 часа ночи» is a time, «через 2 часа» a distance", () => {
  const now = "2026-10-14T17:00:00Z";
  expect(first("в 2 часа ночи", now, "Europe/Moscow", "ru")).toBe("2026-10-14T23:00:00Z");
  expect(first("через 2 часа", now, "Europe/Moscow", "ru")).toBe("2026-10-14T19:00:00Z");
});

test("T31 TIME-5: monthly on the 31st takes the last day of short months and keeps its anchor", () => {
  const { schedule } = read("every month on the 31st at 9am", "2027-01-31T07:00:00Z");
  const due = ["2027-01-31T08:00:00Z", "2027-02-28T08:00:00Z", "2027-03-31T07:00:00Z", "2027-04-30T07:00:00Z"];
  expect(runs(schedule, "2027-01-31T07:00:00Z", 4)).toEqual(due);
  expect(runs(schedule, "2027-01-31T09:00:00Z", 3)).toEqual(due.slice(1));
});

test("T33 TIME-5: in 2 minutes is two minutes", () => {
  expect(first("remind me in 2 minutes", "2026-10-14T02:18:00Z", "Asia/Shanghai")).toBe("2026-10-14T02:20:00Z");
});

test("T35 TIME-9: repetition, start and end of one phrase belong together", () => {
  const now = "2026-10-14T08:00:00Z";
  const { schedule } = read("every day at 10am starting Friday for 8 weeks", now);
  const due = nextRuns(schedule, at(now), 100).map(String);
  expect(due).toHaveLength(56);
  expect(due.at(0)).toBe("2026-10-16T08:00:00Z");
  expect(due).toContain("2026-10-24T08:00:00Z");
  expect(due).toContain("2026-10-25T09:00:00Z");
  expect(due.at(-1)).toBe("2026-12-10T09:00:00Z");
  expect(nextRun(schedule, at("2026-12-10T09:00:00Z"))).toBeNull();
  expect(countRuns(schedule, at(now), at("2027-10-14T08:00:00Z"), 1000)).toBe(56);
});

test("T35 TIME-10: 'create monthly report friday at 10' is one Friday, and its text keeps the monthly report", () => {
  const result = read("create monthly report friday at 10", "2026-10-14T08:00:00Z");
  expect(describeSchedule(result.schedule).code).toBe("once");
  expect(String(result.next[0])).toBe("2026-10-16T08:00:00Z");
  expect(result.rest).toBe("create monthly report");
});

test.each([
  { words: "in an hour and a half", due: "2026-10-14T09:30:00Z", rest: "" },
  { words: "last friday of the month", due: "2026-10-30T08:00:00Z", rest: "" },
  { words: "buy 3 may plants tomorrow at 10", due: "2026-10-15T08:00:00Z", rest: "buy 3 may plants" },
  {
    words: "call mom at 5 about the 2nd invoice tomorrow",
    due: "2026-10-15T15:00:00Z",
    rest: "call mom about the 2nd invoice",
  },
])("TIME-11: '$words' is read right", ({ words, due, rest }) => {
  const result = read(words, "2026-10-14T08:00:00Z");
  expect(String(result.next[0])).toBe(due);
  expect(result.rest).toBe(rest);
});

test.each([
  { words: "через полтора часа", due: "2026-03-18T15:50" },
  { words: "через час с половиной", due: "2026-03-18T15:50" },
  { words: "в 2 часа ночи", due: "2026-03-19T02:00" },
  { words: "в час дня", due: "2026-03-19T13:00" },
  { words: "в последний день месяца в 18:00", due: "2026-03-31T18:00" },
  { words: "каждый понедельник в 10", due: "2026-03-23T10:00" },
  { words: "day after tomorrow at 18:30", due: "2026-03-20T18:30" },
  { words: "at 7 in the evening", due: "2026-03-18T19:00" },
  { words: "3 weeks from tomorrow", due: "2026-04-09T09:00" },
  { words: "5 days before new year", due: "2026-12-27T09:00" },
  { words: "晚上八点一刻", due: "2026-03-18T20:15" },
  { words: "3分钟后", due: "2026-03-18T14:23" },
  { words: "半小时后", due: "2026-03-18T14:50" },
  { words: "两小时后", due: "2026-03-18T16:20" },
  { words: "一个半小时后", due: "2026-03-18T15:50" },
  { words: "后天", due: "2026-03-20T09:00" },
  { words: "29日", due: "2026-03-29T09:00" },
  { words: "月底", due: "2026-03-31T09:00" },
  { words: "一周后", due: "2026-03-25T14:20" },
  { words: "10分钟以后", due: "2026-03-18T14:30" },
  { words: "half past five", due: "2026-03-18T17:30" },
  { words: "в половине шестого", due: "2026-03-18T17:30" },
  { words: "без четверти шесть", due: "2026-03-18T17:45" },
  { words: "к 18 часам", due: "2026-03-18T18:00" },
  { words: "in a fortnight", due: "2026-04-01T14:20" },
  { words: "feb 29", due: "2028-02-29T09:00" },
])("TIME-11: '$words', which libraries misread, is $due", ({ words, due }) => {
  const result = read(words, "2026-03-18T13:20:00Z");
  expect(result.next[0]?.toZonedDateTimeISO(BERLIN).toPlainDateTime().toString({ smallestUnit: "minute" })).toBe(due);
});
