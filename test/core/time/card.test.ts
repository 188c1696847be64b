import { expect, test } from "vitest";
import { cardNotes, describeSchedule, distanceBetween } from "#core/time/card.ts";
import type { Schedule } from "#core/time/schedule.ts";

const NOW = Temporal.Instant.from("2026-10-14T08:00:00Z");
const zone = "Europe/Berlin";
const cron = (pattern: string): Schedule => ({ type: "cron", pattern, zone });

test("TIME-20: a daily time inside the next gap and fold is noted", () => {
  expect(cardNotes(cron("30 2 * * *"), NOW)).toEqual([
    { code: "fold_ahead", params: { at: Date.parse("2026-10-25T01:00:00Z"), time: "02:30" } },
    { code: "gap_ahead", params: { at: Date.parse("2027-03-28T01:00:00Z"), time: "02:30", moved: "03:00" } },
  ]);
  const rule: Schedule = { type: "rrule", rule: "FREQ=DAILY", dtstart: "2026-10-01T02:30", zone };
  expect(cardNotes(rule, NOW)).toHaveLength(2);
});

test("TIME-20: nothing is noted where neither touches the schedule", () => {
  expect(cardNotes(cron("0 9 * * *"), NOW)).toEqual([]);
  expect(cardNotes(cron("*/30 * * * *"), NOW)).toEqual([]);
  expect(cardNotes(cron("30 2 * * 1"), NOW)).toEqual([]);
  expect(cardNotes({ type: "cron", pattern: "30 2 * * *", zone: "Asia/Tashkent" }, NOW)).toEqual([]);
  expect(cardNotes({ type: "interval", every: "PT45M", anchor: NOW.toString(), zone }, NOW)).toEqual([]);
  expect(cardNotes({ ...cron("30 2 * * *"), ends: { until: "2026-10-20T00:00:00Z" } } as Schedule, NOW)).toEqual([]);
});

test.each([
  ["0 9,18 * * *", { code: "at-times", on: { code: "daily", n: 1 }, times: ["09:00", "18:00"] }],
  ["30 8 * * MON-FRI", { code: "at-times", on: { code: "weekly", n: 1, weekdays: [1, 2, 3, 4, 5] }, times: ["08:30"] }],
  ["0 9 * * 0", { code: "at-times", on: { code: "weekly", n: 1, weekdays: [7] }, times: ["09:00"] }],
  ["0 9 13 * 5", { code: "at-times", on: { code: "days-or-weekdays", days: [13], weekdays: [5] }, times: ["09:00"] }],
  ["0 9 8 3 *", { code: "at-times", on: { code: "yearly", n: 1, month: 3, day: 8 }, times: ["09:00"] }],
  [
    "*/15 9-16 * * *",
    { code: "every-minutes", n: 15, minute: 0, hours: { from: 9, to: 17 }, on: { code: "daily", n: 1 } },
  ],
  ["0 9-18/2 * * *", { code: "every-hours", n: 2, minute: 0, hours: { from: 9, to: 18 }, on: { code: "daily", n: 1 } }],
  ["*/45 * * * *", { code: "pattern", pattern: "*/45 * * * *" }],
  ["0 9 L * *", { code: "pattern", pattern: "0 9 L * *" }],
])("TIME-14: the pattern %s is described as what it does", (pattern, description) => {
  expect(describeSchedule(cron(pattern))).toEqual(description);
});

test.each([
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", { code: "weekly", n: 2, weekdays: [5] }],
  ["FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", { code: "monthly-clamped", n: 1, day: 31 }],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", { code: "monthly-nth", n: 1, position: -1, what: "day" }],
  ["FREQ=MONTHLY;BYDAY=2TU", { code: "monthly-nth", n: 1, position: 2, what: 2 }],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", { code: "monthly-nth", n: 1, position: -1, what: "workday" }],
  ["FREQ=MONTHLY;BYMONTHDAY=15;BYDAY=MO", { code: "monthly-if", n: 1, day: 15, weekdays: [1] }],
])("TIME-20: the rule %s is described as what it does", (rule, on) => {
  const schedule: Schedule = { type: "rrule", rule, dtstart: "2026-10-14T09:00", zone };
  expect(describeSchedule(schedule)).toEqual({ code: "at-times", on, times: ["09:00"] });
});

test("TIME-20: a distance is exact where seconds count and coarse where they do not", () => {
  const far = (span: Temporal.DurationLike) => distanceBetween(NOW, NOW.add(span));
  expect(far({ seconds: 20 })).toMatchObject({ seconds: 20, minutes: 0 });
  expect(far({ minutes: 59, seconds: 40 })).toMatchObject({ hours: 1, minutes: 0, seconds: 0 });
  expect(far({ hours: 26, minutes: 40 })).toMatchObject({ days: 1, hours: 3, minutes: 0 });
  expect(far({ hours: -2 })).toMatchObject({ past: true, hours: 2 });
});
