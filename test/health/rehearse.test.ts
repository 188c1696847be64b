import { expect, test } from "vitest";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { nextRun } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";
import { rehearse } from "#health/rehearse.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";

const NOW = Temporal.Instant.from("2026-03-01T00:00:00Z");
const ZONE = "Europe/Berlin";

function row(schedule: Schedule, over: Partial<ScheduleRow> = {}): ScheduleRow {
  const next = nextRun(schedule, NOW)!;
  return { ...reminderRow(next.toString(), { schedule }), state: "pending", firedAt: null, ...over };
}

test("TIME-22: a fixed time that meets a gap and one that meets a fold are told", () => {
  const gap = row(daily("30 2 * * *", ZONE));
  const { shifts } = rehearse([gap], NOW, ZONE, 50);
  expect(shifts.map((s) => [s.kind, s.at.toString()])).toEqual([
    ["gap", "2026-03-29T01:00:00Z"],
    ["fold", "2026-10-25T01:00:00Z"],
    ["gap", "2027-03-28T01:00:00Z"],
  ]);
});

test("TIME-22: times outside a change of the clock, the end of the gap itself and elapsed time are no shifts", () => {
  const rows = [
    row(daily("0 9 * * *", ZONE)),
    row(daily("0 3 * * *", ZONE)),
    row({ type: "interval", every: "PT7H", anchor: "2026-03-01T00:00:00Z", zone: ZONE }),
  ];
  expect(rehearse(rows, NOW, ZONE, 50).shifts).toEqual([]);
});

test("TIME-22: schedules of one chat that fire together are told once, with how often", () => {
  const a = row(daily("0 9 * * 1", ZONE));
  const b = row(daily("0 9 * * *", ZONE));
  const elsewhere = row(daily("0 9 * * *", ZONE), { target: { chatId: 7, threadId: null } });
  const { collisions, firings } = rehearse([a, b, elsewhere], NOW, ZONE, 50);
  expect(collisions).toEqual([{ ids: [a.id, b.id], times: 57, first: Temporal.Instant.from("2026-03-02T08:00:00Z") }]);
  expect(firings).toBe(57 + 400 + 400);
});

test("TIME-22: days with more firings than allowed are counted in the owner's calendar", () => {
  const often = row(daily("*/30 9-10 1 5 *", ZONE));
  expect(rehearse([often], NOW, ZONE, 3).busyDays).toEqual([{ day: "2026-05-01", firings: 4 }]);
  expect(rehearse([often], NOW, ZONE, 4).busyDays).toEqual([]);
});
