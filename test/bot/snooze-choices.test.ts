import { expect, test } from "vitest";
import { snoozeWhen } from "#bot/views/snooze-choices.ts";

const at = (local: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(local).toZonedDateTime("Asia/Tashkent").toInstant();
const when = (choice: string, local: string): string | undefined =>
  snoozeWhen(choice, at(local), "Asia/Tashkent", "09:00");

test.each([
  ["10m", "2026-12-02T14:00", "PT10M"],
  ["3h", "2026-12-02T14:00", "PT3H"],
  ["tonight", "2026-12-02T14:00", "2026-12-02T20:00"],
  ["tonight", "2026-12-02T20:00", "PT1H"],
  ["tonight", "2026-12-02T23:30", "PT1H"],
  ["tomorrow", "2026-12-31T23:59", "2027-01-01T09:00"],
  ["tomorrow", "2026-12-02T00:30", "2026-12-03T09:00"],
  ["monday", "2026-12-02T14:00", "2026-12-07T09:00"],
  ["monday", "2026-12-07T08:00", "2026-12-14T09:00"],
  ["week", "2026-12-28T14:00", "2027-01-04T09:00"],
  ["never", "2026-12-02T14:00", undefined],
])("REM-14: snooze %s pressed at %s means %s", (choice, local, expected) => {
  expect(when(choice, local)).toBe(expected);
});
