import fc from "fast-check";
import { expect, test } from "vitest";
import { countRuns, lastRunAtOrBefore, nextRun, nextRuns, shortestDistance } from "#core/time/recurrence.ts";
import { resolveLocal } from "#core/time/resolve-local.ts";
import { type Schedule, scheduleSchema } from "#core/time/schedule.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Chatham",
];
const at = (text: string): Temporal.Instant => Temporal.Instant.from(text);
const runs = (schedule: Schedule, after: string, count: number): string[] =>
  nextRuns(schedule, at(after), count).map(String);

const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
const minute = fc.integer({ min: 0, max: 59 });
const hour = fc.integer({ min: 0, max: 23 });
const weekdays = fc.uniqueArray(fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU"), { minLength: 1 });

const anySchedule: fc.Arbitrary<Schedule> = anyZone.chain((zone) =>
  fc.oneof(
    fc
      .tuple(
        fc.oneof(minute.map(String), fc.constantFrom("*", "*/7", "*/15", "0,30")),
        fc.oneof(hour.map(String), fc.constantFrom("*", "*/5", "2,14", "1-3")),
        fc.constantFrom("*", "1", "31", "L", "13"),
        fc.constantFrom("*", "3", "10-12"),
        fc.constantFrom("*", "1-5", "0", "FRI"),
      )
      .map((fields): Schedule => ({ type: "cron", pattern: fields.join(" "), zone })),
    fc.tuple(fc.integer({ min: 1, max: 5000 }), anyInstant).map(
      ([minutes, anchor]): Schedule => ({
        type: "interval",
        every: `PT${minutes}M`,
        anchor: anchor.toString(),
        zone,
      }),
    ),
    fc
      .tuple(
        fc.oneof(
          fc.integer({ min: 1, max: 9 }).map((n) => `FREQ=DAILY;INTERVAL=${n}`),
          fc
            .tuple(fc.integer({ min: 1, max: 4 }), weekdays)
            .map(([n, days]) => `FREQ=WEEKLY;INTERVAL=${n};BYDAY=${days.join(",")}`),
          fc.constantFrom("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=-1FR"),
        ),
        hour,
        minute,
      )
      .map(
        ([rule, h, m]): Schedule => ({
          type: "rrule",
          rule,
          dtstart: `2024-01-01T${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`,
          zone,
        }),
      ),
  ),
);

test("TIME-8: the next due time of any schedule in any zone is strictly later", () => {
  fc.assert(
    fc.property(anySchedule, anyInstant, (schedule, after) => {
      scheduleSchema.parse(schedule);
      let cursor = after;
      for (const run of nextRuns(schedule, after, 5)) {
        expect(Temporal.Instant.compare(run, cursor)).toBe(1);
        expect(nextRun(schedule, run.subtract({ milliseconds: 1 }))?.equals(run)).toBe(true);
        cursor = run;
      }
    }),
    { seed: 8, numRuns: 150 },
  );
});

test("TIME-2 TIME-3: a daily rule and a daily pattern fire once a local day, also in gaps and folds", () => {
  fc.assert(
    fc.property(anyZone, hour, minute, fc.integer({ min: 2024, max: 2028 }), (zone, h, m, year) => {
      const clock = `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
      const start = Temporal.PlainDateTime.from(`${year}-01-01T00:00`).toZonedDateTime(zone).toInstant();
      const cron = nextRuns(
        { type: "cron", pattern: `${m} ${h} * * *`, zone },
        start.subtract({ milliseconds: 1 }),
        365,
      );
      const rule: Schedule = { type: "rrule", rule: "FREQ=DAILY", dtstart: `${year}-01-01T${clock}`, zone };
      const days = cron.map((run) => run.toZonedDateTimeISO(zone).toPlainDate().toString());
      expect(new Set(days).size).toBe(365);
      expect(nextRuns(rule, start.subtract({ milliseconds: 1 }), 365).map(String)).toEqual(cron.map(String));
    }),
    { seed: 8, numRuns: 12 },
  );
});

test("TIME-2 TIME-3: every hour of a year resolves to itself, in a gap to its end, in a fold to its first", () => {
  for (const zone of ZONES) {
    let local = Temporal.PlainDateTime.from("2026-01-01T00:00");
    for (let i = 0; i < 365 * 24; i += 1) {
      const { instant, kind } = resolveLocal(local, zone);
      const back = instant.toZonedDateTimeISO(zone).toPlainDateTime();
      if (kind === "gap") expect(Temporal.PlainDateTime.compare(back, local)).toBe(1);
      else expect(back.equals(local)).toBe(true);
      if (kind === "fold") {
        const second = local.toZonedDateTime(zone, { disambiguation: "later" }).toInstant();
        expect(Temporal.Instant.compare(second, instant)).toBe(1);
      }
      local = local.add({ hours: 1 });
    }
  }
});

test("TIME-2: two times inside one gap are one firing", () => {
  const schedule: Schedule = { type: "cron", pattern: "15,45 2 * * *", zone: "Europe/Berlin" };
  expect(runs(schedule, "2027-03-27T12:00:00Z", 3)).toEqual([
    "2027-03-28T01:00:00Z",
    "2027-03-29T00:15:00Z",
    "2027-03-29T00:45:00Z",
  ]);
});

test("TIME-3: a list of fixed times fires once in a fold", () => {
  const schedule: Schedule = { type: "cron", pattern: "30 2,14 * * *", zone: "Europe/Berlin" };
  expect(runs(schedule, "2026-10-24T13:00:00Z", 2)).toEqual(["2026-10-25T00:30:00Z", "2026-10-25T13:30:00Z"]);
});

test("TIME-4: steps run on elapsed time through a fold", () => {
  const schedule: Schedule = { type: "cron", pattern: "*/30 * * * *", zone: "Europe/Berlin" };
  const distances = nextRuns(schedule, at("2026-10-24T23:00:00Z"), 12).map((run) => run.epochMilliseconds);
  for (const [i, run] of distances.entries()) if (i > 0) expect(run - (distances[i - 1] ?? 0)).toBe(1_800_000);
});

test("TIME-1: an interval keeps its distance from the anchor, which is its first due time", () => {
  const schedule: Schedule = {
    type: "interval",
    every: "PT45M",
    anchor: "2026-10-24T22:00:00Z",
    zone: "Europe/Berlin",
  };
  expect(runs(schedule, "2026-10-20T00:00:00Z", 2)).toEqual(["2026-10-24T22:00:00Z", "2026-10-24T22:45:00Z"]);
  expect(runs(schedule, "2026-10-25T00:15:00Z", 1)).toEqual(["2026-10-25T01:00:00Z"]);
});

test("TIME-9: nothing is due after the end, and the end itself still is", () => {
  const schedule: Schedule = {
    type: "cron",
    pattern: "0 9 * * *",
    zone: "UTC",
    ends: { until: "2026-10-16T09:00:00Z", count: 2 },
  };
  expect(runs(schedule, "2026-10-14T10:00:00Z", 5)).toEqual(["2026-10-15T09:00:00Z", "2026-10-16T09:00:00Z"]);
});

test("TIME-1: a cron schedule with a start has its due time at the very start and none before", () => {
  const schedule: Schedule = { type: "cron", pattern: "0 9 * * *", zone: "UTC", from: "2026-10-20T09:00:00Z" };
  expect(runs(schedule, "2026-10-14T10:00:00Z", 1)).toEqual(["2026-10-20T09:00:00Z"]);
});

test("REM-2: missed due times are counted up to the cap, and the last of them is found", () => {
  const schedule: Schedule = { type: "cron", pattern: "30 8 * * *", zone: "UTC" };
  const [from, now] = [at("2026-10-14T08:30:00Z"), at("2026-10-17T08:30:10Z")];
  expect(countRuns(schedule, from, now, 100)).toBe(3);
  expect(countRuns(schedule, from, now, 2)).toBe(2);
  expect(String(lastRunAtOrBefore(schedule, now, from))).toBe("2026-10-17T08:30:00Z");
  expect(lastRunAtOrBefore(schedule, at("2026-10-15T08:29:59Z"), from)).toBeNull();
});

test("REM-2: the last due time before any instant is the one that no other follows", () => {
  fc.assert(
    fc.property(anySchedule, anyInstant, fc.integer({ min: 1, max: 40 }), (schedule, from, days) => {
      const instant = from.add({ hours: 24 * days });
      const last = lastRunAtOrBefore(schedule, instant, from);
      const next = nextRun(schedule, last ?? from);
      expect(next === null || Temporal.Instant.compare(next, instant) > 0).toBe(true);
      if (last) expect(nextRun(schedule, last.subtract({ milliseconds: 1 }))?.equals(last)).toBe(true);
    }),
    { seed: 8, numRuns: 60 },
  );
});

test("REM-7: the shortest distance is found where an irregular pattern hides it", () => {
  expect(shortestDistance({ type: "cron", pattern: "0,5 9 * * *", zone: "UTC" }, at("2026-10-14T09:01:00Z"))).toBe(5);
  expect(shortestDistance({ type: "cron", pattern: "0 9 * * *", zone: "UTC" }, at("2026-10-14T09:01:00Z"))).toBe(1440);
  expect(
    shortestDistance({ type: "once", local: "2027-01-01T00:00", zone: "UTC" }, at("2026-10-14T09:01:00Z")),
  ).toBeNull();
});

test("TIME-8: a rule that matches nothing fails loudly instead of looping", () => {
  const schedule: Schedule = {
    type: "rrule",
    rule: "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    dtstart: "2026-01-01T09:00",
    zone: "UTC",
  };
  expect(() => nextRun(schedule, at("2026-10-14T09:01:00Z"))).toThrow(
    expect.objectContaining({ code: "schedule_broken" }),
  );
});

test.each([
  { type: "cron", pattern: "0 9 * * *", zone: "Mars/Olympus" },
  { type: "cron", pattern: "0 9 * *", zone: "UTC" },
  { type: "cron", pattern: "0 0 9 * * *", zone: "UTC" },
  { type: "cron", pattern: "0 25 * * *", zone: "UTC" },
  { type: "interval", every: "P1D", anchor: "2026-10-14T09:00:00Z", zone: "UTC" },
  { type: "interval", every: "PT0S", anchor: "2026-10-14T09:00:00Z", zone: "UTC" },
  { type: "rrule", rule: "FREQ=DAILY;BYMONTHDAY=77", dtstart: "2026-01-01T09:00", zone: "UTC" },
  { type: "rrule", rule: "FREQ=MINUTELY", dtstart: "2026-01-01T09:00", zone: "UTC" },
  { type: "once", local: "2026-02-30T09:00", zone: "UTC" },
])("TIME-1: $type that cannot be computed does not validate: %o", (schedule) => {
  expect(scheduleSchema.safeParse(schedule).success).toBe(false);
});
