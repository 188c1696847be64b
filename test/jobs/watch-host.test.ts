import { expect, test } from "vitest";
import { createWatchHost } from "#jobs/watch-host.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { settleMessage } from "#use-cases/settle-message.ts";

function watched() {
  const store = testStores();
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  store.stores.owners.put({ userId: 7, name: "Ann", languageCode: "en", privateChatId: 7 }, clock.now());
  const host = { free: 5_000 };
  const job = createWatchHost(store.stores, clock, () => host.free);
  const look = async (minutes = 10): Promise<void> => {
    await clock.advance(`PT${minutes}M`);
    await job.run(clock.now(), new AbortController().signal);
  };
  const told = () =>
    store.stores.db.all("SELECT payload ->> 'code' AS code FROM outbox ORDER BY id").map((row) => row.code);
  return { store, stores: store.stores, clock, host, look, told };
}

test("OUT-7: a disk that is almost full is told once, and again only after it had space in between", async () => {
  const w = watched();
  using _ = w.store;
  await w.look();
  expect(w.told()).toEqual([]);
  w.host.free = 100;
  await w.look();
  settleMessage(w.stores, w.stores.outbox.get(1)!, { state: "sent", messageId: 1 }, w.clock.now());
  await w.look();
  expect(w.told()).toEqual(["disk-low"]);
  expect(w.stores.outbox.get(1)?.payload).toMatchObject({ params: { free: 100 } });
  w.host.free = 5_000;
  await w.look();
  w.host.free = 100;
  await w.look();
  expect(w.told()).toEqual(["disk-low", "disk-low"]);
});

test("TG-16, OUT-7: another poller is told after an hour of conflict, not for the moment of a restart", async () => {
  const w = watched();
  using _ = w.store;
  const conflict = () => w.stores.meta.set("poller_conflict_at", String(w.clock.now().epochMilliseconds));
  conflict();
  await w.look();
  await w.look(60);
  expect(w.told()).toEqual([]);
  for (let minutes = 0; minutes <= 60; minutes += 10) {
    conflict();
    await w.look();
  }
  expect(w.told()).toEqual(["poller-conflict"]);
  await w.look(30);
  expect(w.stores.alerts.list()).toEqual([]);
});
