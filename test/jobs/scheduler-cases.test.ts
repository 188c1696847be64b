import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { payloadSchema } from "#core/outbox/payload.ts";
import { isSilent } from "#core/outbox/sound.ts";
import { nextRun } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import { openStores } from "#stores/stores.ts";
import { DispatchWorld } from "#test/helpers/dispatch-world.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { runScheduleNow } from "#use-cases/change-schedule.ts";

// The titles name the reported faults (S1 …) that must not happen here.

test("S1: a restart of 20 seconds over the due minute runs that very slot, late; three days down run once and count the rest", async () => {
  await using world = new DispatchWorld({ now: "2026-12-01T07:29:40Z" });
  const row = reminderRow("2026-12-01T07:30:00Z", { schedule: daily("30 8 * * *", "Europe/Berlin") });
  world.stores.schedules.add(row);
  world.start();
  await world.clock.advanceTo("2026-12-01T07:29:50Z");
  world.kill();
  world.clock.jump("2026-12-01T07:30:10Z");
  world.start();
  await world.clock.advance("PT1S");
  expect(world.facts(row.id)).toEqual(["2026-12-01T07:30:00.000Z sent"]);
  expect(world.stores.firings.latest(row.id)).toMatchObject({
    claimedAt: Date.parse("2026-12-01T07:30:10Z"),
    skippedEarlier: 0,
  });

  world.kill();
  world.clock.jump("2026-12-04T09:00:00Z");
  world.start();
  await world.clock.advance("PT1S");
  expect(world.facts(row.id)).toEqual(["2026-12-01T07:30:00.000Z sent", "2026-12-04T07:30:00.000Z sent"]);
  expect(world.stores.firings.latest(row.id)).toMatchObject({ skippedEarlier: 2 });
  expect(world.stores.outbox.byKey(`firing:${world.begun[1]?.id}`)?.payload).toMatchObject({ skippedEarlier: 2 });
});

test("S3: killed 60 seconds into a turn of 155, the turn is not run again and the text goes out once", async () => {
  await using world = new DispatchWorld({
    now: "2026-12-01T08:00:00Z",
    turn: async () => world.clock.sleep(world.clock.now().add({ seconds: 155 })),
  });
  const row = reminderRow("2026-12-01T08:00:10Z");
  world.stores.schedules.add(row);
  world.start();
  await world.clock.advance("PT70S");
  world.kill();
  world.start();
  await world.clock.advance("PT10M");
  expect(world.begun).toHaveLength(1);
  expect(world.facts(row.id)).toEqual(["2026-12-01T08:00:10.000Z interrupted"]);
  expect(world.stores.db.all("SELECT key FROM outbox")).toEqual([{ key: `firing:${world.begun[0]?.id}` }]);
});

test("S3: two loops over one store claim each due time once", async () => {
  await using world = new DispatchWorld({ now: "2026-12-01T08:00:00Z" });
  for (let n = 0; n < 20; n++) world.stores.schedules.add(reminderRow("2026-12-01T08:00:05Z", { text: `task ${n}` }));
  const other = openStores({ file: world.store.file, release: "0.0.0-test" });
  const processes = [world.start(), world.start(other)];
  await world.clock.advance("PT30S");
  expect(world.begun.map((firing) => firing.text).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, n) => `task ${n}`).toSorted(),
  );
  await processes[1]!.runner.stop();
  other.db.close();
});

test("S5: a date ten months ahead fires at its time and not once before, whatever the timers can hold", async () => {
  await using world = new DispatchWorld({ now: "2026-04-29T08:00:00Z" });
  const once = reminderRow("2027-03-01T08:00:00Z", {
    schedule: { type: "once", local: "2027-03-01T09:00", zone: "Europe/Berlin" },
  });
  const monthly = reminderRow("2026-05-01T02:00:00Z", { schedule: daily("0 4 1 * *", "Europe/Berlin") });
  for (const row of [once, monthly]) world.stores.schedules.add(row);
  const longest = { ms: 0 };
  const sleep = world.clock.sleep.bind(world.clock);
  world.clock.sleep = (until, signal) => {
    longest.ms = Math.max(longest.ms, until.epochMilliseconds - world.clock.now().epochMilliseconds);
    return sleep(until, signal);
  };
  world.start();
  for (let month = 1; month <= 10; month++) {
    const first = Temporal.PlainDate.from("2026-04-01").add({ months: month });
    const due = first.toZonedDateTime({ timeZone: "Europe/Berlin", plainTime: "04:00" }).toInstant();
    // A machine that slept: the clock goes on without a timer of its own, and the hold after a jump passes.
    world.clock.jump(due.subtract({ minutes: 5 }).toString());
    await world.clock.advanceTo(due.subtract({ milliseconds: 1 }));
    expect(world.begun, `before ${due}`).toHaveLength(month - 1);
    await world.clock.advanceTo(due);
    expect(world.begun, `at ${due}`).toHaveLength(month);
  }
  expect(world.facts(once.id)).toEqual([]);
  world.clock.jump("2027-03-01T07:55:00Z");
  await world.clock.advanceTo("2027-03-01T07:59:59.999Z");
  const monthlyRuns = world.begun.length;
  await world.clock.advanceTo("2027-03-01T08:00:00Z");
  expect(world.facts(once.id)).toEqual(["2027-03-01T08:00:00.000Z sent"]);
  expect(monthlyRuns).toBe(11);
  expect(longest.ms).toBeLessThanOrEqual(60_000);
});

test("S7: a clock set forward by months counts as downtime: a minute's hold, then one run with what was skipped", async () => {
  await using world = new DispatchWorld({ now: "2025-09-11T10:00:00Z" });
  const row = reminderRow("2025-09-12T06:00:00Z", { schedule: daily("0 6 * * *", "UTC") });
  world.stores.schedules.add(row);
  world.start();
  await world.clock.advance("PT5S");
  world.clock.jump("2026-01-05T10:00:00Z");
  await world.clock.advance("PT55S");
  expect(world.begun).toEqual([]);
  await world.clock.advance("PT10S");
  expect(world.begun).toMatchObject([{ dueAt: Date.parse("2026-01-05T06:00:00Z"), skippedEarlier: 115 }]);
  expect(world.stores.alerts.get("clock-jump")).toMatchObject({ code: "clock-forward" });
});

test("S7: a clock set back runs nothing again, and a row on elapsed time waits no longer than its distance", async () => {
  await using world = new DispatchWorld({ now: "2026-12-01T09:55:00Z" });
  const at10 = reminderRow("2026-12-01T10:00:00Z", { schedule: daily("0 10 * * *", "UTC") });
  const quarter: Schedule = { type: "interval", every: "PT15M", anchor: "2026-12-01T10:05:00Z", zone: "UTC" };
  const every15 = reminderRow("2026-12-01T10:05:00Z", { schedule: quarter });
  for (const row of [at10, every15]) world.stores.schedules.add(row);
  world.start();
  await world.clock.advanceTo("2026-12-01T11:00:00Z");
  const runs = (id: string) => world.begun.filter((firing) => firing.scheduleId === id).length;
  expect([runs(at10.id), runs(every15.id)]).toEqual([1, 4]);
  world.clock.jump("2026-12-01T09:00:00Z");
  await world.clock.advance("PT15M");
  expect(runs(every15.id)).toBe(5);
  await world.clock.advanceTo("2026-12-01T10:30:00Z");
  expect(runs(at10.id)).toBe(1);
  expect(world.stores.alerts.get("clock-jump")).toMatchObject({ code: "clock-back" });
});

test("S9: what was confirmed survives a kill in the next instant, and settings that are read anew delete nothing", async () => {
  await using world = new DispatchWorld({ now: "2026-12-01T08:00:00Z" });
  const script = join(world.store.folder, "save-and-die.ts");
  const root = new URL("../../", import.meta.url).href;
  writeFileSync(
    script,
    `import { openStores } from "${root}src/stores/stores.ts";
     import { reminderRow } from "${root}test/helpers/schedule-rows.ts";
     const stores = openStores({ file: ${JSON.stringify(world.store.file)}, release: "0.0.0-test" });
     for (let n = 0; n < 6; n++) {
       stores.schedules.add(reminderRow("2026-12-24T08:00:00Z", { text: "kept " + n }));
       process.stdout.write("saved\\n");
     }
     process.kill(process.pid, "SIGKILL");`,
  );
  const { stdout, signal } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect([stdout.match(/saved/g)?.length, signal]).toEqual([6, "SIGKILL"]);
  const texts = () => world.stores.schedules.live().map((row) => row.text);
  expect(texts()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `kept ${n}`));
  const settings = new SettingsStore(join(world.store.folder, "settings.json"));
  settings.set("reminders.maxLive", 1);
  world.start();
  await world.clock.advance("PT5S");
  expect(texts()).toHaveLength(6);
});

test("S11: run now at 13:00 leaves the next 07:00 alone, and the quiet hours do not hold or mute it", async () => {
  await using world = new DispatchWorld({ now: "2026-12-01T12:00:00Z" });
  const row = reminderRow("2026-12-02T06:00:00Z", { schedule: daily("0 7 * * *", "Europe/Berlin") });
  world.stores.schedules.add(row);
  world.start();
  await world.clock.advance("PT1S");
  runScheduleNow(world.stores, row.id, world.clock.now());
  await world.clock.advance("PT1S");
  expect(world.begun).toMatchObject([{ origin: "run_now" }]);
  expect(world.stores.schedules.get(row.id)?.nextRunAt).toBe(
    nextRun(row.schedule, world.clock.now())?.epochMilliseconds,
  );
  world.clock.jump("2026-12-02T05:55:00Z");
  await world.clock.advanceTo("2026-12-02T06:00:00Z");
  const message = world.stores.outbox.byKey(`firing:${world.begun[1]?.id}`)!;
  expect(message).toMatchObject({ silent: false, nextAttemptAt: Date.parse("2026-12-02T06:00:00Z") });
  const seven = Temporal.PlainTime.from("07:00");
  expect(isSilent(message, "22:00-08:00", seven)).toBe(false);
  const alert = { payload: payloadSchema.parse({ kind: "alert", code: "x" }), silent: false };
  expect(isSilent(alert, "22:00-08:00", seven)).toBe(true);
});
