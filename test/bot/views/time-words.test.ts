import { expect, test } from "vitest";
import { createTimeWords } from "#bot/views/time-words.ts";
import { createWords } from "#bot/words/i18n.ts";
import { LOCALES } from "#core/ports.ts";
import type { WhenNote } from "#core/time/parse-when.ts";
import type { Schedule } from "#core/time/schedule.ts";

const time = createTimeWords(createWords());
const zone = "Asia/Yekaterinburg";
const NOW = Temporal.Instant.from("2026-03-29T00:00:00Z");
const cron = (pattern: string): Schedule => ({ type: "cron", pattern, zone });
const rrule = (rule: string): Schedule => ({ type: "rrule", rule, dtstart: "2026-03-29T09:00", zone });

test("T19 TIME-20: an instant is shown on the wall clock of its zone", () => {
  const at = Temporal.Instant.from("2026-03-29T19:00:00Z");
  expect(time.instant("en", zone, at, NOW)).toBe("Mon 30 Mar 00:00 (Asia/Yekaterinburg)");
  expect(time.instant("ru", zone, at, NOW)).toBe("пн 30 мар. 00:00 (Asia/Yekaterinburg)");
  expect(time.instant("zh", zone, at, NOW)).toBe("3月30日 周一 00:00（Asia/Yekaterinburg）");
  expect(time.instant("en", zone, at.add({ hours: 24 * 365 }), NOW)).toContain("2027");
  expect(time.instant("en", zone, NOW.add({ seconds: 20 }), NOW)).toContain("05:00:20");
});

test.each([
  [{ seconds: 20 }, "in 20 seconds", "через 20 секунд", "20秒后"],
  [{ minutes: 2 }, "in 2 minutes", "через 2 минуты", "2分钟后"],
  [{ minutes: 81 }, "in 1 hour 21 minutes", "через 1 час 21 минуту", "1小时21分钟后"],
  [{ hours: 125 }, "in 5 days 5 hours", "через 5 дней 5 часов", "5天5小时后"],
  [{ hours: -3 }, "3 hours ago", "3 часа назад", "3小时前"],
])("TIME-20: the distance %o in words", (span, en, ru, zh) => {
  const to = NOW.add(span);
  expect(LOCALES.map((locale) => time.distance(locale, NOW, to))).toEqual([en, ru, zh]);
});

test.each([
  [cron("0 9 * * *"), "every day at 09:00", "каждый день в 09:00", "每天09:00"],
  [cron("30 8 * * 1-5"), "on weekdays at 08:30", "по будням в 08:30", "每个工作日08:30"],
  [
    cron("0 10 * * 1,3"),
    "every Monday and Wednesday at 10:00",
    "по понедельникам и средам в 10:00",
    "每周一和周三10:00",
  ],
  [
    cron("*/15 9-16 * * *"),
    "every 15 minutes, from 09:00 to 17:00",
    "каждые 15 минут, с 09:00 до 17:00",
    "每15分钟，09:00到17:00",
  ],
  [
    cron("0 9 13 * 5"),
    "on the 13th of a month and also every Friday at 09:00",
    "13-го числа каждого месяца и ещё по пятницам в 09:00",
    "每月13号，以及每周五09:00",
  ],
  [rrule("FREQ=DAILY;INTERVAL=3"), "every 3 days at 09:00", "каждые 3 дня в 09:00", "每3天09:00"],
  [
    rrule("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
    "every 2 weeks on Friday at 09:00",
    "раз в 2 недели по пятницам в 09:00",
    "每2周的周五09:00",
  ],
  [
    rrule("FREQ=MONTHLY;BYDAY=-1FR"),
    "every month on the last Friday at 09:00",
    "каждый месяц в последнюю пятницу в 09:00",
    "每月最后一个周五09:00",
  ],
  [
    rrule("FREQ=MONTHLY;BYMONTHDAY=-1"),
    "every month on the last day at 09:00",
    "каждый месяц в последний день в 09:00",
    "每月最后一天09:00",
  ],
  [
    {
      type: "interval",
      every: "PT1H30M",
      anchor: "2026-03-29T00:00:00Z",
      zone,
      ends: { until: "2026-03-29T06:00:00Z", count: 5 },
    } as Schedule,
    "every 90 minutes, 5 times",
    "каждые 90 минут, 5 раз",
    "每90分钟，共5次",
  ],
])("TIME-20: what a schedule does in words: %o", (schedule, en, ru, zh) => {
  expect(LOCALES.map((locale) => time.schedule(locale, schedule))).toEqual([en, ru, zh]);
});

test("TIME-20: every note that a reading or a card can carry has its words", () => {
  const notes: WhenNote[] = [
    { code: "default_time", params: { time: "09:00" } },
    { code: "default_times", params: { times: "09:00, 21:00" } },
    { code: "assumed_day", params: { date: "2026-03-30" } },
    { code: "assumed_year", params: { year: 2027 } },
    { code: "clamped", params: { day: 31 } },
    { code: "moved_from_gap", params: { time: "02:30", moved: "03:00" } },
    { code: "first_of_two", params: { time: "02:30" } },
    { code: "day_or_weekday" },
    { code: "gap_ahead", params: { at: NOW.epochMilliseconds, time: "02:30", moved: "03:00" } },
    { code: "fold_ahead", params: { at: NOW.epochMilliseconds, time: "02:30" } },
    { code: "series_ends" },
  ];
  for (const locale of LOCALES) {
    for (const note of notes) expect(time.note(locale, note, zone)).not.toMatch(/[{}$]|undefined|note-/);
  }
  expect(time.note("en", notes[8]!, zone)).toBe("On 29 March 2026 the clocks skip 02:30: it comes at 03:00 that day.");
});
