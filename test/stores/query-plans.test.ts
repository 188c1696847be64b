import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { testStores } from "#test/helpers/test-stores.ts";

test("ARC-13: what each pass of the dispatcher asks reads no table from end to end, however many receipts there are", () => {
  using store = testStores();
  const { stores } = store;
  const asked: { sql: string; values: SQLInputValue[] }[] = [];
  for (const method of ["all", "get"] as const) {
    const real = stores.db[method].bind(stores.db);
    vi.spyOn(stores.db, method).mockImplementation(((sql: string, ...values: SQLInputValue[]) => {
      asked.push({ sql, values });
      return real(sql, ...values);
    }) as never);
  }
  const now = Temporal.Instant.from("2026-12-01T08:00:00Z");
  stores.schedules.nextDue();
  stores.schedules.due(now, 50);
  stores.firings.claimed("text", 4);
  stores.firings.running("text");
  stores.firings.ofRemovedRows();
  stores.firings.open("r-0000000001");
  stores.firings.insisting(now);
  stores.firings.nextInsist();
  stores.outbox.unsentOf("r-0000000001");
  expect(asked).toHaveLength(9);
  const other = new DatabaseSync(store.file);
  for (const { sql, values } of asked) {
    const plan = other.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    const scans = plan.map((step) => String(step.detail)).filter((step) => /^SCAN \w+$/.test(step));
    expect(scans, sql).toEqual([]);
  }
  other.close();
});
