import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decideClaim } from "#core/schedules/decide-claim.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import { brokenOff } from "#jobs/firing-signal.ts";
import { followJump } from "#jobs/follow-jump.ts";
import { recoverFirings } from "#jobs/recover-firings.ts";
import { Runner } from "#jobs/runner.ts";
import { Pulse } from "#stores/home/pulse.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";
import { removeSchedule, runScheduleNow } from "#use-cases/change-schedule.ts";

interface Harness extends AsyncDisposable {
  store: TestStores;
  stores: Stores;
  clock: ManualClock;
  log: SilentLog;
  pulse: Pulse;
  dispatch: Dispatch;
  runner: Runner;
  /** Firings handed over, in order. */
  fired: Firing[];
  jumps: number[];
}

function harness(
  options: { fire?: (firing: Firing, signal: AbortSignal) => Promise<void>; concurrency?: number; now?: string } = {},
): Harness {
  const store = testStores();
  const clock = new ManualClock(options.now ?? "2026-12-01T08:00:00Z");
  const log = new SilentLog();
  const pulse = new Pulse(join(store.folder, "reminders.tick"));
  const fired: Firing[] = [];
  const jumps: number[] = [];
  const dispatch = new Dispatch({
    stores: store.stores,
    clock,
    log,
    pulse,
    workers: {
      text: {
        concurrency: () => options.concurrency ?? 4,
        perform: async (firing, signal) => {
          fired.push(firing);
          store.stores.firings.start(firing.id, null, clock.now());
          await options.fire?.(firing, signal);
          store.stores.firings.finish(firing.id, { state: "failed", outboxId: null, error: "test" }, clock.now());
        },
      },
    },
  });
  const runner = new Runner({
    jobs: [dispatch],
    stores: store.stores,
    clock,
    wake: store.wake,
    log,
    onJump: (byMs) => jumps.push(byMs),
  });
  return {
    store,
    stores: store.stores,
    clock,
    log,
    pulse,
    dispatch,
    runner,
    fired,
    jumps,
    async [Symbol.asyncDispose]() {
      await runner.stop();
      store[Symbol.dispose]();
    },
  };
}

test("REM-1, REM-4: a reminder fires at its due instant, once, and not a millisecond before", async () => {
  await using h = harness();
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:20Z"));
  h.runner.start();
  await h.clock.advanceTo("2026-12-01T08:00:19.999Z");
  expect(h.fired).toHaveLength(0);
  await h.clock.advanceTo("2026-12-01T08:00:20Z");
  expect(h.fired).toHaveLength(1);
  await h.clock.advance("PT10M");
  expect(h.fired).toHaveLength(1);
});

test("ARC-12: a row added while the dispatcher sleeps is claimed at its own time, not at the next tick", async () => {
  await using h = harness();
  h.runner.start();
  await h.clock.advance("PT0.3S");
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:00.500Z"));
  await h.clock.advanceTo("2026-12-01T08:00:00.500Z");
  expect(h.fired).toHaveLength(1);
});

test("REM-4: the pulse beats while nothing is due, and tells how long it has been still", async () => {
  await using h = harness();
  expect(h.pulse.age(h.clock.now())).toBeNull();
  h.runner.start();
  await h.clock.advance("PT30S");
  expect(h.pulse.alive(h.clock.now())).toBe(true);
  await h.runner.stop();
  await h.clock.advance("PT6S");
  expect(h.pulse.alive(h.clock.now())).toBe(false);
  expect(h.pulse.age(h.clock.now())).toBeGreaterThanOrEqual(6_000);
  expect(statSync(join(h.store.folder, "reminders.tick")).mode & 0o777).toBe(0o600);
});

test("REM-16: many rows due at once run in the order of their due time, never more than the setting allows", async () => {
  const open: (() => void)[] = [];
  await using h = harness({ concurrency: 2, fire: () => new Promise((resolve) => open.push(resolve)) });
  for (let n = 0; n < 5; n++) h.stores.schedules.add(reminderRow(`2026-12-01T07:59:0${9 - n}Z`, { text: `task ${n}` }));
  h.runner.start();
  await h.clock.advance("PT1S");
  expect(h.fired.map((f) => f.text)).toEqual(["task 4", "task 3"]);
  while (open.length > 0) {
    open.shift()!();
    await h.clock.advance("PT1S");
  }
  expect(h.fired.map((f) => f.text)).toEqual(["task 4", "task 3", "task 2", "task 1", "task 0"]);
});

test("REM-4: a turn that hangs delays no other reminder", async () => {
  await using h = harness({ fire: (firing) => (firing.text === "hangs" ? new Promise(() => {}) : Promise.resolve()) });
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:01Z", { text: "hangs" }));
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:05Z", { text: "due meanwhile" }));
  h.runner.start();
  await h.clock.advanceTo("2026-12-01T08:00:05Z");
  expect(h.fired.map((f) => f.text)).toEqual(["hangs", "due meanwhile"]);
});

test("REM-5: a row whose firing is under way is not claimed again until that ends, then it is", async () => {
  let end = (): void => {};
  await using h = harness({ fire: () => new Promise((resolve) => (end = resolve)) });
  h.stores.schedules.add(reminderRow("2026-12-01T08:10:00Z", { schedule: daily("*/10 * * * *", "UTC") }));
  h.runner.start();
  await h.clock.advanceTo("2026-12-01T08:25:00Z");
  expect(h.fired).toHaveLength(1);
  end();
  await h.clock.advance("PT1S");
  expect(h.fired.map((f) => f.dueAt)).toEqual([Date.parse("2026-12-01T08:10:00Z"), Date.parse("2026-12-01T08:20:00Z")]);
});

test("REM-2: a stale once row is skipped, and its chat hears of all of them in one silent message after ten minutes", async () => {
  await using h = harness({ now: "2026-12-01T09:01:00Z" });
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:00Z", { text: "standup", freshForMinutes: 15 }));
  h.stores.schedules.add(reminderRow("2026-12-01T08:30:00Z", { text: "coffee", freshForMinutes: 15 }));
  h.runner.start();
  await h.clock.advance("PT1S");
  expect(h.fired).toHaveLength(0);
  const facts = h.stores.firings.list(10);
  expect(facts.map((f) => [f.text, f.state, f.error, f.delivered])).toEqual([
    ["coffee", "skipped", "stale", false],
    ["standup", "skipped", "stale", false],
  ]);
  const told = h.stores.outbox.get(1);
  expect(told).toMatchObject({ silent: true, nextAttemptAt: Date.parse("2026-12-01T09:10:00Z") });
  expect(told?.payload).toMatchObject({
    kind: "digest",
    code: "stale",
    items: [
      { text: "standup", dueAt: Date.parse("2026-12-01T08:00:00Z") },
      { text: "coffee", dueAt: Date.parse("2026-12-01T08:30:00Z") },
    ],
  });
  expect(h.stores.outbox.get(2)).toBeUndefined();
});

test("TIME-30, S7: a clock set back fires nothing again; set forward, overdue rows wait a minute and then fire once", async () => {
  await using h = harness();
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:10Z", { text: "before" }));
  h.stores.schedules.add(reminderRow("2026-12-01T11:00:00Z", { text: "after" }));
  h.runner.start();
  await h.clock.advance("PT20S");
  h.clock.jump("2026-12-01T06:00:00Z");
  await h.clock.advance("PT2H30M");
  expect(h.fired.map((f) => f.text)).toEqual(["before"]);
  expect(h.jumps).toEqual([expect.closeTo(-7_220_000, -4)]);
  h.clock.jump("2026-12-01T12:00:00Z");
  await h.clock.advance("PT30S");
  expect(h.fired).toHaveLength(1);
  await h.clock.advance("PT40S");
  expect(h.fired.map((f) => f.text)).toEqual(["before", "after"]);
  expect(h.log.lines.filter((l) => l.message === "the wall clock jumped")).toHaveLength(2);
});

test("REM-13: after a crash a claimed firing runs normally, a running one is interrupted and its own text goes out once", async () => {
  using store = testStores();
  const now = Temporal.Instant.from("2026-12-01T08:00:00Z");
  const { stores } = store;
  const claim = (text: string): number => {
    const row = reminderRow("2026-12-01T07:59:00Z", { text });
    stores.schedules.add(row);
    return stores.firings.claim(
      {
        scheduleId: row.id,
        dueAt: row.nextRunAt!,
        origin: "schedule",
        kind: "text",
        text,
        name: null,
        target: row.target,
        timeoutMinutes: null,
        insistMinutes: null,
        askedAt: row.createdAt,
        skippedEarlier: 0,
        last: false,
        state: "claimed",
        error: null,
      },
      now,
    )!;
  };
  const claimed = claim("not started");
  const running = claim("was running");
  const session = stores.sessions.openDetached(now);
  stores.turns.start({ id: "t-1", sessionId: session, origin: "reminder", model: "offline" }, now);
  stores.firings.start(running, "t-1", now);

  const after = store.reopen();
  expect(recoverFirings(after, now)).toBe(1);
  expect(recoverFirings(after, now)).toBe(0);
  expect(after.turns.get("t-1")?.state).toBe("interrupted");
  expect(after.firings.get(running)).toMatchObject({ state: "interrupted", error: "interrupted", delivered: null });
  expect(after.outbox.get(after.firings.get(running)!.outboxId!)?.payload).toMatchObject({
    kind: "reminder",
    markdown: "was running",
    fallback: { code: "interrupted" },
  });
  expect(after.firings.get(claimed)?.state).toBe("claimed");
  expect(after.outbox.get(2)).toBeUndefined();
});

test("REM-1: the same due time cannot be claimed twice", () => {
  using store = testStores();
  const now = Temporal.Instant.from("2026-12-01T08:00:00Z");
  const firing = {
    scheduleId: "r-0000000001",
    dueAt: now.epochMilliseconds,
    origin: "schedule",
    kind: "text",
    text: "x",
    name: null,
    target: { chatId: 1, threadId: null },
    timeoutMinutes: null,
    insistMinutes: null,
    askedAt: 0,
    skippedEarlier: 0,
    last: false,
    state: "claimed",
    error: null,
  } as const;
  expect(store.stores.firings.claim(firing, now)).toBe(1);
  expect(store.stores.firings.claim(firing, now)).toBeNull();
});

test("REM-40: a job that throws is shown as failed and stops no other; its success clears the mark", async () => {
  using store = testStores();
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  let broken = true;
  let runs = 0;
  const everySecond = (name: string, run: () => Promise<boolean>) => {
    let last = clock.now().subtract({ seconds: 1 });
    return {
      name,
      nextDue: () => last.add({ seconds: 1 }),
      run: () => {
        last = clock.now();
        return run();
      },
    };
  };
  const jobs = [
    everySecond("breaks", () => (broken ? Promise.reject(new Error("the disk is full")) : Promise.resolve(false))),
    everySecond("works", async () => ++runs > 0),
  ];
  const runner = new Runner({
    jobs,
    stores: store.stores,
    clock,
    wake: store.wake,
    log: new SilentLog(),
    onJump: () => {},
  });
  runner.start();
  await clock.advance("PT3S");
  expect(store.stores.jobs.get("breaks")).toMatchObject({
    outcome: "failed",
    error: "the disk is full",
    acknowledgedAt: null,
  });
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(store.stores.jobs.acknowledge("breaks", clock.now())).toBe(true);
  broken = false;
  await clock.advance("PT3S");
  expect(store.stores.jobs.get("breaks")).toMatchObject({ outcome: "ok", error: null });
  await runner.stop();
});

test("REM-6: removing a row ends its running turn at once, and one that waits never begins", async () => {
  const ended: string[] = [];
  await using h = harness({
    concurrency: 1,
    fire: (firing, signal) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          ended.push(`${firing.text}: ${brokenOff(signal)}`);
          resolve();
        }),
      ),
  });
  for (const text of ["runs", "waits"]) h.stores.schedules.add(reminderRow("2026-12-01T08:00:01Z", { text }));
  h.runner.start();
  await h.clock.advance("PT2S");
  for (const { id } of h.stores.schedules.fired()) removeSchedule(h.stores, id, h.clock.now());
  await h.clock.advance("PT0.1S");
  expect(ended).toEqual(["runs: removed"]);
  expect(h.fired.map((firing) => firing.text)).toEqual(["runs"]);
  expect(h.stores.firings.list(5)).toMatchObject([
    { text: "waits", state: "failed", error: "removed", delivered: false },
    { text: "runs", state: "failed" },
  ]);
  expect(h.stores.outbox.backlog(h.clock.now()).waiting).toBe(0);
});

test("REM-6: what another process removed is ended within a second", async () => {
  let ended = false;
  await using h = harness({
    fire: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          ended = true;
          resolve();
        });
      }),
  });
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:01Z"));
  h.runner.start();
  await h.clock.advance("PT2.5S");
  // A connection of its own wakes nobody.
  const other = openStores({ file: h.store.file, release: "0.0.0-test" });
  removeSchedule(other, h.fired[0]!.scheduleId, h.clock.now());
  other.db.close();
  await h.clock.advance("PT1S");
  expect(ended).toBe(true);
});

test("REM-6: run now begins at once, beside the schedule", async () => {
  await using h = harness();
  const row = reminderRow("2026-12-02T06:00:00Z", { schedule: daily("0 7 * * *", "Europe/Berlin") });
  h.stores.schedules.add(row);
  h.runner.start();
  await h.clock.advance("PT0.2S");
  runScheduleNow(h.stores, row.id, h.clock.now());
  await h.clock.advance("PT0S");
  expect(h.fired).toMatchObject([{ origin: "run_now" }]);
  expect(h.stores.schedules.nextDue()).toBe(Date.parse("2026-12-02T06:00:00Z"));
});

test("REM-13: a firing whose end could not be written is told by its own text, not left open for ever", async () => {
  await using h = harness({ fire: () => Promise.reject(new Error("the disk is full")) });
  const row = reminderRow("2026-12-01T08:00:01Z", { schedule: daily("0 * * * *", "UTC") });
  h.stores.schedules.add(row);
  h.runner.start();
  await h.clock.advance("PT5S");
  expect(h.stores.firings.list(5)).toMatchObject([{ state: "interrupted", delivered: null }]);
  expect(h.stores.outbox.get(1)?.payload).toMatchObject({ kind: "reminder", fallback: { code: "interrupted" } });
  expect(h.stores.outbox.get(2)).toBeUndefined();
  expect(h.stores.schedules.due(Temporal.Instant.from("2026-12-01T09:00:00Z"), 5)).toHaveLength(1);
});

test("REM-4: a firing that cannot even begin is tried once a second, not in a loop", async () => {
  await using h = harness();
  h.stores.schedules.add(reminderRow("2026-12-01T08:00:01Z"));
  const start = h.stores.firings.start.bind(h.stores.firings);
  let tries = 0;
  h.stores.firings.start = (...args) => {
    tries += 1;
    if (tries < 4) throw new Error("the disk is full");
    return start(...args);
  };
  h.runner.start();
  await h.clock.advance("PT10S");
  expect(tries).toBe(4);
  expect(h.stores.firings.list(5)).toMatchObject([{ state: "failed", error: "test" }]);
});

test("REM-3: a row whose firing waits since before a long stop is not swept away, and still fires", async () => {
  await using h = harness({ now: "2026-12-04T08:00:00Z" });
  const claimedAt = Temporal.Instant.from("2026-12-01T08:00:00Z");
  const row = reminderRow("2026-12-01T08:00:00Z");
  h.stores.schedules.add(row);
  const claim = decideClaim(h.stores.schedules.get(row.id)!, claimedAt);
  h.stores.firings.claim(claim.firing, claimedAt);
  h.stores.schedules.advance(row.id, "fired", null, claimedAt);
  expect(h.stores.schedules.sweepFired(h.clock.now().subtract({ hours: 24 }))).toBe(0);
  h.runner.start();
  await h.clock.advance("PT1S");
  expect(h.fired).toHaveLength(1);
  expect(h.stores.schedules.sweepFired(h.clock.now().subtract({ hours: 24 }))).toBe(1);
});

test("S7, OUT-7: a jump of the clock and a job that fails again and again are told once", async () => {
  using store = testStores();
  const { stores } = store;
  stores.owners.put(
    { userId: 7, name: "Ann", languageCode: "en", privateChatId: 7 },
    Temporal.Instant.from("2026-12-01T08:00:00Z"),
  );
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  const runner = new Runner({
    jobs: [{ name: "breaks", nextDue: (now) => now, run: () => Promise.reject(new Error("no route to host")) }],
    stores,
    clock,
    wake: store.wake,
    log: new SilentLog(),
    onJump: (byMs) => followJump(stores, byMs, clock.now()),
  });
  runner.start();
  await clock.advance("PT1.5S");
  expect(stores.alerts.list()).toEqual([]);
  await clock.advance("PT10S");
  clock.jump("2026-12-01T07:00:00Z");
  await clock.advance("PT3S");
  clock.jump("2026-12-01T09:00:00Z");
  await clock.advance("PT3S");
  await runner.stop();
  const told = stores.db.all("SELECT payload ->> 'code' AS code FROM outbox ORDER BY id").map((row) => row.code);
  expect(told).toEqual(["job-failed", "clock-back"]);
  expect(stores.alerts.get("clock-jump")).toMatchObject({ code: "clock-forward", count: 2 });
});

test("REM-16, ARC-13: 500 recurring rows due at once are claimed a few a transaction, the loop runs in between, and all fire once", async () => {
  await using h = harness({ concurrency: 500 });
  const schedule = daily("0 9 * * *", "Europe/Berlin");
  h.stores.db.transaction(() => {
    for (let n = 0; n < 500; n++)
      h.stores.schedules.add(reminderRow("2026-12-01T08:00:00Z", { text: `row ${n}`, schedule }));
  });
  const batches: number[] = [];
  const due = h.stores.schedules.due.bind(h.stores.schedules);
  h.stores.schedules.due = (now, limit) => {
    const rows = due(now, limit);
    batches.push(rows.length);
    return rows;
  };
  // A turn of the loop that comes between two batches sees some rows claimed and some not.
  const seen: number[] = [];
  const look = (): void => {
    seen.push(h.fired.length);
    if (h.fired.length < 500) setImmediate(look);
  };
  setImmediate(look);
  await h.dispatch.run();
  await h.clock.advance("PT0S");
  expect(batches).toEqual([...Array.from({ length: 20 }, () => 25), 0]);
  expect(seen.filter((fired) => fired > 0 && fired < 500).length).toBeGreaterThanOrEqual(5);
  expect(h.fired.map((firing) => firing.text).toSorted()).toEqual(
    Array.from({ length: 500 }, (_, n) => `row ${n}`).toSorted(),
  );
  expect(h.fired.map((firing) => firing.scheduleId)).toEqual(h.fired.map((firing) => firing.scheduleId).toSorted());
  expect(h.stores.schedules.due(h.clock.now(), 1)).toEqual([]);
  expect(h.stores.schedules.nextDue()).toBe(Date.parse("2026-12-02T08:00:00Z"));
});
