import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES } from "#core/ports.ts";
import { parseWhen } from "#core/time/parse-when.ts";
import { scheduleSchema } from "#core/time/schedule.ts";
import { HINTS } from "./phrase-suites.ts";

const PIECES =
  "at on in by the every other next last first second 2nd 31st of for until from starting to and half quarter past 5 12 25:00 9:30 3pm am 0 99 1999 2027 monday fri weekdays weekend day days week month year hours minutes seconds tomorrow today tonight morning evening noon midnight may march december 29 february 31/2 1/8 2026-02-30 5.12 times twice daily monthly through once if except end later ago before after EST UTC , . - : ' ? ! call mom 3 apples в на к через каждый следующий последний понедельник пятницам будням день дня часа часов минут половине шестого без четверти утра вечера ночи завтра послезавтра числа месяца года раз до по с если 每 每隔 下 下下 周 周一 天 月 年 号 日 点 半 刻 分 小时 分钟 后 前 上午 下午 晚上 凌晨 明天 今晚 从 到 开始 持续 共 次 第 个 最后 一 二 三 两 十 十五 差 的 、 ，".split(
    " ",
  );
const garbage = fc.oneof(
  fc.string({ maxLength: 200, unit: "binary" }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(" ")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join("")),
  fc.stringMatching(/^[\d*/,\- ]{5,25}$/),
  fc.stringMatching(
    /^(RRULE:)?FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY|HOURLY)(;(BYDAY|BYMONTHDAY|COUNT|UNTIL|INTERVAL|BYSETPOS)=[\dMOTUWEFRSA,-]{1,6}){0,3}$/,
  ),
  fc.stringMatching(/^P(\d{1,6}[YMWD])?(T\d{1,9}[HMS])?$/),
);

test("TIME-7 TIME-12: whatever the words, parseWhen neither throws nor answers with anything at or before now", () => {
  fc.assert(
    fc.property(
      garbage,
      fc.constantFrom(...LOCALES),
      fc.constantFrom("Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia"),
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
      fc.boolean(),
      (words, locale, zone, ms, recurring) => {
        const now = Temporal.Instant.fromEpochMilliseconds(ms);
        const result = parseWhen(words, { now, zone, locale, hints: { ...HINTS, recurring } });
        const readings = result.ok ? [result, ...result.readings] : result.error.alternatives;
        for (const { schedule, next } of readings) {
          scheduleSchema.parse(schedule);
          expect(next.length).toBeGreaterThan(0);
          for (const at of next) expect(Temporal.Instant.compare(at, now)).toBe(1);
        }
      },
    ),
    { seed: 8, numRuns: 3000 },
  );
});

test.each([
  "every ".repeat(600),
  "1".repeat(4000),
  "one ".repeat(1000),
  "двадцать ".repeat(400),
  "一".repeat(4000),
  "每周一".repeat(1300),
  "a'".repeat(2000),
  "5:".repeat(2000),
  "half past ".repeat(400),
  "@.".repeat(2000),
  "monday,".repeat(550),
])("TIME-12: a long run of the same words ends in an answer: %.12s…", (words) => {
  const now = Temporal.Instant.from("2026-10-14T08:00:00Z");
  expect(parseWhen(words, { now, zone: "Europe/Berlin", locale: "en", hints: HINTS })).toHaveProperty("ok");
});
