import { expect, test } from "vitest";
import { isNewerRelease } from "#core/schedules/newer-release.ts";
import { planMove } from "#core/schedules/plan-move.ts";
import { planReminder } from "#core/schedules/plan-reminder.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";

const NOW = Temporal.Instant.from("2026-12-01T08:00:00Z");
const HINTS = { defaultHour: "09:00", waking: "07:00-23:00" };
const CONTEXT = { now: NOW, zone: "Europe/Berlin", locale: "en", hints: HINTS } as const;

function plan(request: { every?: string; when?: string; text?: string }, over: { live?: number; zone?: string } = {}) {
  const { live = 0, zone = CONTEXT.zone } = over;
  return planReminder(
    { text: "x", target: { chatId: 7, threadId: null }, createdSession: null, createdMessage: null, ...request },
    { ...CONTEXT, zone, id: "r-0000000001", live, maxLive: 500 },
  );
}

// The distance is measured on the next 50 due times, not on the looks of the pattern.
test.each([
  ["*/10 * * * *", "add"],
  ["*/9 * * * *", "when_too_frequent"], // 54 and 00 are six minutes apart
  ["0,55 9 * * *", "add"],
  ["0,5 9 * * *", "when_too_frequent"],
  ["58 8 * * *", "add"],
  ["0,51 * * * *", "when_too_frequent"], // 51 and 00 are nine minutes apart
  ["every 5 minutes", "when_too_frequent"],
  ["every 10 minutes", "add"],
  ["PT9M59S", "when_too_frequent"],
  ["PT10M", "add"],
  ["RRULE:FREQ=DAILY;BYHOUR=9", "add"],
  ["RRULE:FREQ=MINUTELY;INTERVAL=5", "refused"],
])("REM-7: a reminder every %j is %s", (every, expected) => {
  const planned = plan({ every });
  if (expected === "refused") expect(planned.kind).toBe("refused");
  else expect(planned).toMatchObject(expected === "add" ? { kind: "add" } : { kind: "refused", code: expected });
});

test("REM-7: a move is held to the same, and a command's to its own minimum", () => {
  const row: ScheduleRow = { ...reminderRow("2026-12-02T08:00:00Z"), state: "pending", firedAt: null };
  expect(planMove(row, { every: "every 5 minutes" }, CONTEXT)).toMatchObject({ code: "when_too_frequent" });
  expect(planMove({ ...row, kind: "command" }, { every: "every 5 minutes" }, CONTEXT)).toMatchObject({
    kind: "change",
  });
});

test.each([
  ["text_empty", { text: " \n\t" }, {}],
  ["text_too_long", { text: "x".repeat(4_001) }, {}],
  ["when_missing", { when: " " }, {}],
  ["when_in_past", { when: "2020-01-01T09:00" }, {}],
  ["when_no_such_date", { when: "2027-02-30T09:00" }, {}],
  ["when_never", { every: "0 0 30 2 *" }, {}],
  ["when_unknown_zone", {}, { zone: "Europe/Atlantis" }],
  ["too_many", {}, { live: 500 }],
] as const)("Bad input: %s", (code, request, over) => {
  expect(plan({ when: "tomorrow at 9", ...request }, over)).toMatchObject({ kind: "refused", code });
});

test("Bad input: 4,000 characters and the 500th row are still taken", () => {
  expect(plan({ when: "tomorrow at 9", text: "x".repeat(4_000) }, { live: 499 })).toMatchObject({ kind: "add" });
});

test("OPS-3: releases are compared by number; a name without numbers is neither newer nor older", () => {
  expect([
    isNewerRelease("0.10.0", "0.9.9"),
    isNewerRelease("2.0.0", "1.9.9"),
    isNewerRelease("1.0.1", "1.0.0"),
  ]).toEqual([true, true, true]);
  for (const older of ["1.0.0", "0.9.9", "1.0.0-beta.1", "dev"])
    expect(isNewerRelease(older, "1.0.0"), older).toBe(false);
  expect(isNewerRelease("9.9.9", "dev")).toBe(false);
});

test("REM-31: a move that makes a recurrence a single time says that the series ends; no other move does", () => {
  const once: ScheduleRow = { ...reminderRow("2026-12-02T08:00:00Z"), state: "pending", firedAt: null };
  const weekly: ScheduleRow = { ...once, schedule: { type: "cron", pattern: "0 9 * * 1", zone: CONTEXT.zone } };
  const notes = (row: ScheduleRow, request: { when?: string; every?: string }) => {
    const plan = planMove(row, request, CONTEXT);
    return plan.kind === "change" ? plan.card?.notes.map(({ code }) => code) : plan;
  };
  expect(notes(weekly, { when: "tomorrow at 9" })).toEqual(["series_ends"]);
  expect(notes(weekly, { every: "friday at 9" })).not.toContain("series_ends");
  expect(notes(once, { when: "tomorrow at 9" })).toEqual([]);
});
