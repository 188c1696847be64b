import { expect, test } from "vitest";
import { createSweep } from "#jobs/sweep.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { testStores } from "#test/helpers/test-stores.ts";

test("REM-3: a once reminder that fired is swept after a day, a command and a live row stay", async () => {
  using store = testStores();
  const { stores } = store;
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  const preferences = new Preferences({
    settings: new SettingsStore(`${store.folder}/settings.json`),
    owners: stores.owners,
    defaults: { timezone: "UTC", locale: "en", hostZone: "UTC" },
  });
  const sweep = createSweep(stores, clock, preferences);
  const run = () => sweep.run(clock.now(), new AbortController().signal);
  const fired = reminderRow("2026-12-01T08:00:00Z");
  const command = reminderRow("2026-12-01T08:00:00Z", { id: "c-0000000001", kind: "command", text: "true" });
  const live = reminderRow("2026-12-09T08:00:00Z");
  for (const row of [fired, command, live]) stores.schedules.add(row);
  stores.schedules.advance(fired.id, "fired", null, clock.now());
  stores.schedules.advance(command.id, "fired", null, clock.now());

  await clock.advance("PT24H");
  await run();
  expect(stores.schedules.get(fired.id)?.state).toBe("fired");
  await clock.advance("PT1S");
  await run();
  expect(stores.schedules.get(fired.id)).toBeUndefined();
  expect(stores.schedules.get(command.id)?.state).toBe("fired");
  expect(stores.schedules.get(live.id)?.state).toBe("pending");
});

test("REM-8: receipts and sent messages are kept for the days of the setting, handled updates for a week", async () => {
  using store = testStores();
  const { stores } = store;
  const clock = new ManualClock("2026-01-01T00:00:00Z");
  const preferences = new Preferences({
    settings: new SettingsStore(`${store.folder}/settings.json`),
    owners: stores.owners,
    defaults: { timezone: "UTC", locale: "en", hostZone: "UTC" },
  });
  const target = { chatId: 1, threadId: null };
  const id = stores.outbox.enqueue({ key: "x", target, payload: { kind: "text", markdown: "x" } }, clock.now());
  stores.outbox.settle(id, "sent", null, clock.now());
  stores.updates.receive(7, [{ update_id: 1 }, { update_id: 2 }], clock.now());
  stores.updates.handled(7, 1, clock.now());
  const sweep = createSweep(stores, clock, preferences);
  const run = () => sweep.run(clock.now(), new AbortController().signal);
  const updates = (): number => Number(stores.db.get("SELECT count(*) AS n FROM updates")?.n);

  await clock.advance("PT168H");
  await run();
  expect(updates()).toBe(2);
  await clock.advance("PT1S");
  await run();
  // The one that still waits is never forgotten.
  expect(stores.updates.waiting(7).map((u) => u.updateId)).toEqual([2]);
  expect(updates()).toBe(1);

  expect(stores.outbox.get(id)).toBeDefined();
  await clock.advanceTo(Temporal.Instant.from("2026-01-01T00:00:00Z").add({ hours: 90 * 24, seconds: 1 }));
  await run();
  expect(stores.outbox.get(id)).toBeUndefined();
});
