import { expect, test } from "vitest";
import { createRedactor } from "#core/redact/redactor.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { settleMessage } from "#use-cases/settle-message.ts";

const START = Temporal.Instant.from("2026-12-01T08:00:00Z");
const days = (count: number): Temporal.Instant => START.add({ hours: 24 * count });
const FAILED = { code: "job-failed", params: { job: "backup", count: 3, reason: "no space" } } as const;

function withOwner(stores: Stores): Stores {
  stores.owners.put({ userId: 7, name: "Ann", languageCode: "en", privateChatId: 7 }, START);
  return stores;
}

function arrives(stores: Stores, id: number, now: Temporal.Instant): void {
  settleMessage(stores, stores.outbox.get(id)!, { state: "sent", messageId: 100 + id }, now);
}

const messages = (stores: Stores): number => Number(stores.db.get("SELECT count(*) AS n FROM outbox")?.n);

test("OUT-7: one key is told once a week, however often it fails, and in whatever words", () => {
  using store = testStores();
  const stores = withOwner(store.stores);
  expect(stores.alerts.raise("job:backup", FAILED, START)).toBe(true);
  expect(stores.outbox.get(1)).toMatchObject({
    target: { chatId: 7, threadId: null },
    payload: { kind: "alert", ...FAILED },
  });
  expect(stores.alerts.raise("job:backup", FAILED, START)).toBe(false);
  arrives(stores, 1, days(1));
  expect(stores.alerts.raise("job:backup", { ...FAILED, params: { reason: "нет места" } }, days(7))).toBe(false);
  expect(stores.alerts.raise("job:other", FAILED, days(7))).toBe(true);
  expect(stores.alerts.raise("job:backup", FAILED, days(8))).toBe(true);
  expect(stores.alerts.get("job:backup")).toMatchObject({ count: 4, since: START.epochMilliseconds });
});

test("OUT-7: told is only what Telegram has accepted", () => {
  using store = testStores();
  const stores = withOwner(store.stores);
  stores.alerts.raise("disk", FAILED, START);
  settleMessage(stores, stores.outbox.get(1)!, { state: "failed", error: "400: chat not found" }, START);
  expect(stores.alerts.get("disk")).toMatchObject({ toldAt: null, outboxId: null });
  expect(stores.alerts.raise("disk", FAILED, START.add({ minutes: 10 }))).toBe(true);
});

test("OUT-7: a success clears the key, and the next failure is told at once", () => {
  using store = testStores();
  const stores = withOwner(store.stores);
  stores.alerts.raise("disk", FAILED, START);
  arrives(stores, 1, START);
  stores.alerts.clear("disk");
  expect(stores.alerts.list()).toEqual([]);
  expect(stores.alerts.raise("disk", FAILED, START.add({ minutes: 1 }))).toBe(true);
});

test("OUT-7, REM-22: what flaps while Telegram is away is told once, and nothing is left of it after its success", () => {
  using store = testStores();
  const stores = withOwner(store.stores);
  for (let minute = 0; minute < 5; minute++) {
    stores.alerts.raise("command:c-1", FAILED, START.add({ minutes: minute }));
    stores.alerts.clear("command:c-1");
  }
  expect(messages(stores)).toBe(1);
  arrives(stores, 1, days(1));
  expect(stores.db.all("SELECT * FROM alerts")).toEqual([]);
});

test("OUT-7: without an owner to tell, the failure is kept and told as soon as there is one", () => {
  using store = testStores();
  const { stores } = store;
  expect(stores.alerts.raise("disk", FAILED, START)).toBe(false);
  withOwner(stores);
  stores.chats.see(7, "private", "Ann");
  stores.chats.block(7, START);
  expect(stores.alerts.raise("disk", FAILED, START)).toBe(false);
  stores.chats.unblock(7);
  expect(stores.alerts.raise("disk", FAILED, START)).toBe(true);
  expect(stores.alerts.get("disk")?.count).toBe(3);
});

test("OUT-8: an alert is stored without secrets; what cannot be checked is not shown at all", () => {
  using store = testStores();
  store.stores.db.close();
  const { redact } = createRedactor({ secrets: ["hunter2hunter2"] });
  const stores = withOwner(
    openStores({ file: store.file, release: "0.0.0-test", alerts: { repeatDays: () => 2, redact } }),
  );
  stores.alerts.raise("x", { code: "job-failed", params: { reason: "login hunter2hunter2 refused", count: 3 } }, START);
  expect(stores.outbox.get(1)?.payload).toMatchObject({ params: { reason: "login [redacted] refused", count: 3 } });
  arrives(stores, 1, START);
  expect(stores.alerts.raise("x", FAILED, days(1.5))).toBe(false);
  expect(stores.alerts.raise("x", FAILED, days(2))).toBe(true);
  stores.db.close();
});
