import { expect, test } from "vitest";
import { emptyQuarantine, listQuarantine } from "#stores/database/rows.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { testStores } from "#test/helpers/test-stores.ts";

test("OPS-3: a row that does not validate stays where it is, is skipped and named; the rest keep working", () => {
  using store = testStores();
  const { db, schedules } = store.stores;
  const good = reminderRow("2026-12-01T08:00:00Z");
  const bad = reminderRow("2026-12-01T07:00:00Z");
  schedules.add(good);
  schedules.add(bad);
  db.run("UPDATE schedules SET schedule = '{\"type\":\"lunar\"}', text = 'keep me' WHERE id = ?", bad.id);

  const due = schedules.due(Temporal.Instant.from("2026-12-01T09:00:00Z"), 10);
  expect(due.map((r) => r.id)).toEqual([good.id]);
  expect(listQuarantine(db)).toEqual([{ table: "schedules", id: bad.id, reason: expect.stringContaining("schedule") }]);
  expect(db.get("SELECT text FROM schedules WHERE id = ?", bad.id)).toMatchObject({ text: "keep me" });
  expect(String(db.get("SELECT copy FROM quarantine")?.copy)).toContain("lunar");
});

test("OPS-3: damaged JSON in a column is an invalid row, not a crash", () => {
  using store = testStores();
  const row = reminderRow("2026-12-01T08:00:00Z");
  store.stores.schedules.add(row);
  store.stores.db.run("UPDATE schedules SET schedule = '{' WHERE id = ?", row.id);
  expect(store.stores.schedules.get(row.id)).toBeUndefined();
  expect(listQuarantine(store.stores.db)[0]?.reason).toContain("not JSON");
});

test("OPS-3: a row in quarantine neither holds others back nor keeps the dispatcher awake, and is live again when it can be read", () => {
  using store = testStores();
  const { db, schedules } = store.stores;
  const now = Temporal.Instant.from("2026-12-01T09:00:00Z");
  const row = reminderRow("2026-12-01T08:00:00Z");
  schedules.add(row);
  db.run("UPDATE schedules SET kind = 'song' WHERE id = ?", row.id);
  expect(schedules.due(now, 10)).toEqual([]);
  expect(schedules.nextDue()).toBeNull();
  db.run("UPDATE schedules SET kind = 'text' WHERE id = ?", row.id);
  emptyQuarantine(db);
  expect(schedules.due(now, 10).map((r) => r.id)).toEqual([row.id]);
  expect(listQuarantine(db)).toEqual([]);
});
