import { expect, test } from "vitest";
import { decideClaim } from "#core/schedules/decide-claim.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";

function row(dueAt: string, over: Partial<ScheduleRow> = {}): ScheduleRow {
  return { ...reminderRow(dueAt, over), state: "pending", firedAt: null };
}

test("REM-1: a once row that is due becomes fired and keeps no next time", () => {
  const claim = decideClaim(row("2026-12-01T08:00:00Z"), Temporal.Instant.from("2026-12-01T08:00:00.010Z"));
  expect(claim.row).toEqual({ state: "fired", nextRunAt: null });
  expect(claim.firing).toMatchObject({ state: "claimed", skippedEarlier: 0, last: false, text: "stretch" });
  expect(claim.firing.dueAt).toBe(Date.parse("2026-12-01T08:00:00Z"));
});

test("REM-2, S1: down for 20 seconds at the due minute, a daily row fires once for that very slot", () => {
  const due = row("2026-12-01T07:30:00Z", { schedule: daily("30 8 * * *", "Europe/Berlin") });
  const claim = decideClaim(due, Temporal.Instant.from("2026-12-01T07:30:10Z"));
  expect(claim.firing).toMatchObject({ dueAt: Date.parse("2026-12-01T07:30:00Z"), skippedEarlier: 0 });
  expect(claim.row).toEqual({ state: "pending", nextRunAt: Date.parse("2026-12-02T07:30:00Z") });
});

test("REM-2, S1: down for three days, a daily row fires once and says how many earlier ones were skipped", () => {
  const due = row("2026-12-01T07:30:00Z", { schedule: daily("30 8 * * *", "Europe/Berlin") });
  const claim = decideClaim(due, Temporal.Instant.from("2026-12-03T10:00:00Z"));
  expect(claim.firing).toMatchObject({ dueAt: Date.parse("2026-12-03T07:30:00Z"), skippedEarlier: 2 });
  expect(claim.row.nextRunAt).toBe(Date.parse("2026-12-04T07:30:00Z"));
});

test("REM-2: past its freshness limit a firing is skipped as stale, at the limit it is not", () => {
  const due = row("2026-12-01T08:00:00Z", { freshForMinutes: 30 });
  expect(decideClaim(due, Temporal.Instant.from("2026-12-01T08:30:00Z")).firing.state).toBe("claimed");
  expect(decideClaim(due, Temporal.Instant.from("2026-12-01T08:30:00.001Z")).firing).toMatchObject({
    state: "skipped",
    error: "stale",
  });
});

test("TIME-9: the last due time of an ending row is marked, and the row does not fire again", () => {
  const schedule = { ...daily("0 9 * * *", "UTC"), ends: { until: "2026-12-02T09:00:00Z", count: 2 } } as const;
  const first = decideClaim(row("2026-12-01T09:00:00Z", { schedule }), Temporal.Instant.from("2026-12-01T09:00:00Z"));
  expect(first.firing.last).toBe(false);
  const second = decideClaim(row("2026-12-02T09:00:00Z", { schedule }), Temporal.Instant.from("2026-12-02T09:00:00Z"));
  expect(second.firing.last).toBe(true);
  expect(second.row).toEqual({ state: "fired", nextRunAt: null });
});
