import { expect, test } from "vitest";
import { planRepeat } from "#core/schedules/plan-repeat.ts";
import { nextRuns } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";

const begun = Temporal.Instant.from("2026-11-17T09:00:00Z");
const now = Temporal.Instant.from("2026-12-01T10:00:00Z");
const runs = (schedule: Schedule): string[] => nextRuns(schedule, now, 10).map(String);

test("TIME-9: what was counted is repeated as many times", () => {
  const ended: Schedule = {
    type: "cron",
    pattern: "0 10 * * *",
    zone: "Europe/Berlin",
    from: "2026-11-17T09:00:00Z",
    ends: { until: "2026-12-01T09:00:00Z", count: 3 },
  };
  const repeated = planRepeat(ended, begun, now);
  expect(runs(repeated!)).toEqual(["2026-12-02T09:00:00Z", "2026-12-03T09:00:00Z", "2026-12-04T09:00:00Z"]);
});

test("TIME-9: what ran for two weeks runs for two weeks again, in its rhythm", () => {
  const ended: Schedule = {
    type: "rrule",
    rule: "FREQ=WEEKLY;BYDAY=TU",
    dtstart: "2026-11-17T10:00",
    zone: "Europe/Berlin",
    ends: { until: "2026-12-01T09:00:00Z" },
  };
  expect(runs(planRepeat(ended, begun, now)!)).toEqual(["2026-12-08T09:00:00Z", "2026-12-15T09:00:00Z"]);
});

test("TIME-9: elapsed time keeps its distance", () => {
  const ended: Schedule = {
    type: "interval",
    every: "PT3H",
    anchor: "2026-12-01T01:00:00Z",
    zone: "UTC",
    ends: { until: "2026-12-01T10:00:00Z", count: 4 },
  };
  expect(runs(planRepeat(ended, begun, now)!)).toEqual([
    "2026-12-01T13:00:00Z",
    "2026-12-01T16:00:00Z",
    "2026-12-01T19:00:00Z",
    "2026-12-01T22:00:00Z",
  ]);
});

test("TIME-9: what never had an end is not repeated", () => {
  expect(planRepeat({ type: "cron", pattern: "0 10 * * *", zone: "UTC" }, begun, now)).toBeNull();
  expect(planRepeat({ type: "instant", at: "2026-12-01T09:00:00Z", zone: "UTC" }, begun, now)).toBeNull();
});
