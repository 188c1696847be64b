import { expect, test } from "vitest";
import { planZoneChange } from "#core/schedules/plan-zone-change.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Schedule } from "#core/time/schedule.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";

const now = Temporal.Instant.from("2026-12-01T10:00:00Z");
const berlin = "Europe/Berlin";
const change = { from: berlin, to: "Asia/Tokyo", now };

function row(schedule: Schedule, over: Partial<ScheduleRow> = {}): ScheduleRow {
  return {
    ...reminderRow("2026-12-05T09:00:00Z", { schedule }),
    state: "pending",
    firedAt: null,
    ...over,
  } as ScheduleRow;
}
const iso = (ms: number | null): string | null =>
  ms === null ? null : Temporal.Instant.fromEpochMilliseconds(ms).toString();

test("TIME-21: wall-clock rows of the former zone keep their time on the clock in the new one", () => {
  const rows = [
    row({ type: "once", local: "2026-12-05T10:00", zone: berlin }),
    row({ type: "cron", pattern: "0 9 * * *", zone: berlin }),
    row({ type: "rrule", rule: "FREQ=WEEKLY;BYDAY=FR", dtstart: "2026-11-06T17:00", zone: berlin }),
  ];
  const { moves, stays } = planZoneChange(rows, change);
  expect(stays).toEqual([]);
  expect(moves.map(({ nextRunAt }) => iso(nextRunAt))).toEqual([
    "2026-12-05T01:00:00Z",
    "2026-12-02T00:00:00Z",
    "2026-12-04T08:00:00Z",
  ]);
  expect(moves.every(({ schedule }) => schedule.zone === "Asia/Tokyo")).toBe(true);
});

test("TIME-21: elapsed time, a zone of its own and a time that would have passed stay as they are", () => {
  const rows = [
    row({ type: "instant", at: "2026-12-01T10:20:00Z", zone: berlin }),
    row({ type: "interval", every: "PT2H", anchor: "2026-12-01T11:00:00Z", zone: berlin }),
    row({ type: "cron", pattern: "0 9 * * *", zone: "America/New_York" }),
    // 15:00 in Berlin is still ahead, in Tokyo it is 19:00.
    row({ type: "once", local: "2026-12-01T15:00", zone: berlin }),
    row({ type: "cron", pattern: "0 9 * * *", zone: "Asia/Tokyo" }),
  ];
  const { moves, stays } = planZoneChange(rows, change);
  expect(moves).toEqual([]);
  expect(stays.map(({ row: { id }, reason }) => [id, reason])).toEqual([
    [rows[0]!.id, "elapsed"],
    [rows[1]!.id, "elapsed"],
    [rows[2]!.id, "own_zone"],
    [rows[3]!.id, "past"],
  ]);
});

test("TIME-9, TIME-21: an end and a beginning go along by the clock, so that no firing is lost or won", () => {
  const schedule: Schedule = {
    type: "cron",
    pattern: "0 23 * * *",
    zone: berlin,
    from: "2026-12-02T23:00:00Z",
    ends: { until: "2026-12-05T22:00:00Z", count: 3 },
  };
  const { moves } = planZoneChange([row(schedule)], change);
  expect(moves[0]?.schedule).toEqual({
    type: "cron",
    pattern: "0 23 * * *",
    zone: "Asia/Tokyo",
    from: "2026-12-02T15:00:00Z",
    ends: { until: "2026-12-05T14:00:00Z", count: 3 },
  });
});

test("TIME-21: a paused row goes along and stays paused", () => {
  const paused = row({ type: "cron", pattern: "0 9 * * *", zone: berlin }, { state: "paused", nextRunAt: null });
  expect(planZoneChange([paused], change).moves).toMatchObject([{ nextRunAt: null, schedule: { zone: "Asia/Tokyo" } }]);
});
