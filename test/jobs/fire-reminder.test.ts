import { expect, test } from "vitest";
import type { TurnResult } from "#agent/agent.ts";
import { decideClaim } from "#core/schedules/decide-claim.ts";
import { fireReminder } from "#jobs/fire-reminder.ts";
import { createInsist } from "#jobs/insist.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import type { Stores } from "#stores/stores.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { removeSchedule } from "#use-cases/change-schedule.ts";

type Run = (signal: AbortSignal) => Promise<TurnResult>;

/** A store with one claimed firing, and what is needed to carry it out with a turn that does as `run` says. */
function claimedFiring(run: Run, over: Parameters<typeof reminderRow>[1] = {}) {
  const store = testStores();
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  const { stores } = store;
  const row = reminderRow("2026-12-01T08:00:00Z", over);
  stores.schedules.add(row);
  const claim = decideClaim({ ...row, state: "pending", firedAt: null }, clock.now());
  const id = stores.firings.claim(claim.firing, clock.now())!;
  stores.schedules.advance(row.id, claim.row.state, claim.row.nextRunAt, clock.now());
  const preferences = new Preferences({
    settings: new SettingsStore(`${store.folder}/settings.json`),
    owners: stores.owners,
    defaults: { timezone: "Europe/Berlin", locale: "en", hostZone: "UTC" },
  });
  const started: { turnState: string | undefined; prompt: string }[] = [];
  const agent = {
    modelName: "scripted",
    runReminderTurn: ({ turnId, sessionId, signal }: { turnId: string; sessionId: number; signal: AbortSignal }) => {
      const prompt = JSON.stringify(stores.messages.history(sessionId, 5));
      started.push({ turnState: stores.turns.get(turnId)?.state, prompt });
      return run(signal);
    },
  };
  const context = { stores, clock, random: new CountingRandom(), log: new SilentLog(), agent, preferences };
  return {
    store,
    stores,
    clock,
    row,
    id,
    started,
    fire: (abandon = new AbortController().signal) => fireReminder(stores.firings.get(id)!, context, abandon),
  };
}

function message(stores: Stores, firing: Firing | undefined) {
  return stores.outbox.get(firing?.outboxId ?? -1);
}

test("REM-10, REM-12: the turn's final text is queued for the firing's place, in the transaction that ends the turn", async () => {
  const c = claimedFiring(async () => ({ outcome: "done", text: "Stand up and stretch!", cards: [] }), {
    target: { chatId: -5, threadId: 42 },
    text: "tell me to stretch",
  });
  using _ = c.store;
  await c.fire();
  const firing = c.stores.firings.get(c.id);
  expect(firing).toMatchObject({ state: "queued", delivered: null, error: null });
  expect(message(c.stores, firing)).toMatchObject({
    target: { chatId: -5, threadId: 42 },
    dueAt: Date.parse("2026-12-01T08:00:00Z"),
    payload: { kind: "reminder", markdown: "Stand up and stretch!" },
  });
  expect(c.stores.turns.get(firing?.turnId ?? "")).toMatchObject({ state: "done", origin: "reminder" });
  expect(c.started).toHaveLength(1);
  expect(c.started[0]?.turnState).toBe("running");
  expect(c.started[0]?.prompt).toContain("tell me to stretch");
});

test("AGT-15: a text that was cut at the model's limit is queued as such", async () => {
  const c = claimedFiring(async () => ({ outcome: "done", text: "Stand up and", cards: [], cut: true }));
  using _ = c.store;
  await c.fire();
  const payload = message(c.stores, c.stores.firings.get(c.id))?.payload;
  expect(payload).toMatchObject({ kind: "reminder", markdown: "Stand up and", cut: true });
});

test.each([
  ["provider_down", async () => ({ outcome: "failed", fault: { code: "provider_down", detail: "HTTP 500" } })],
  ["empty_answer", async () => ({ outcome: "failed", fault: { code: "empty_answer", detail: "" } })],
  ["unknown", () => Promise.reject(new Error("the turn broke"))],
] as [string, Run][])(
  "REM-11: when the turn ends with %s, the firing's own text is sent and the reason is kept",
  async (code, run) => {
    const c = claimedFiring(run);
    using _ = c.store;
    await c.fire();
    const firing = c.stores.firings.get(c.id);
    expect(firing).toMatchObject({ state: "queued", error: code });
    expect(message(c.stores, firing)?.payload).toMatchObject({ markdown: "stretch", fallback: { code } });
    expect(c.stores.turns.get(firing?.turnId ?? "")).toMatchObject({ state: "failed", error: code });
  },
);

test("REM-5, REM-11: a turn that hangs is aborted at its limit, the text goes out, and a later result is discarded", async () => {
  let late: (result: TurnResult) => void = () => {};
  let aborted = false;
  const c = claimedFiring((signal) => {
    signal.addEventListener("abort", () => (aborted = true));
    return new Promise((resolve) => (late = resolve));
  });
  using _ = c.store;
  const done = c.fire();
  await c.clock.advance("PT299S");
  expect(aborted).toBe(false);
  await c.clock.advance("PT10S");
  await done;
  expect(aborted).toBe(true);
  late({ outcome: "done", text: "too late", cards: [] });
  await c.clock.advance("PT1S");
  const firing = c.stores.firings.get(c.id);
  expect(firing).toMatchObject({ state: "queued", error: "timeout_turn" });
  expect(message(c.stores, firing)?.payload).toMatchObject({ markdown: "stretch" });
  expect(c.stores.outbox.get(2)).toBeUndefined();
});

test("REM-11: stopped by the owner, nothing is sent and the fact says so", async () => {
  const c = claimedFiring(async () => ({ outcome: "stopped" }));
  using _ = c.store;
  await c.fire();
  expect(c.stores.firings.get(c.id)).toMatchObject({
    state: "failed",
    error: "stopped",
    delivered: false,
    outboxId: null,
  });
  expect(c.stores.outbox.get(1)).toBeUndefined();
});

test("OPS-10: a turn that is abandoned at the shutdown writes nothing; the next start recovers it", async () => {
  const abandon = new AbortController();
  const c = claimedFiring(
    (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve({ outcome: "stopped" }))),
  );
  using _ = c.store;
  const done = c.fire(abandon.signal);
  abandon.abort();
  await done;
  expect(c.stores.firings.get(c.id)).toMatchObject({ state: "running", outboxId: null });
});

test("REM-12: a firing is carried out once, however often it is handed over", async () => {
  const c = claimedFiring(async () => ({ outcome: "done", text: "once", cards: [] }));
  using _ = c.store;
  await Promise.all([c.fire(), c.fire()]);
  expect(c.started).toHaveLength(1);
});

test("REM-14: an insisting reminder repeats its message, not its turn, five times at most, and stops at Done", async () => {
  const c = claimedFiring(async () => ({ outcome: "done", text: "Take your pills", cards: [] }), { insistMinutes: 10 });
  using _ = c.store;
  await c.fire();
  c.stores.firings.settle(c.id, "sent", null, c.clock.now());
  const insist = createInsist(c.stores, c.clock);
  const repeats = (): number =>
    Number(c.stores.db.get("SELECT count(*) AS n FROM outbox WHERE key LIKE '%insist%'")?.n);
  expect(insist.nextDue(c.clock.now())?.toString()).toBe("2026-12-01T08:10:00Z");
  for (let n = 1; n <= 7; n++) {
    await c.clock.advance("PT10M");
    await insist.run(c.clock.now(), new AbortController().signal);
  }
  expect(repeats()).toBe(5);
  expect(c.started).toHaveLength(1);
  expect(insist.nextDue(c.clock.now())).toBeNull();

  const other = claimedFiring(async () => ({ outcome: "done", text: "x", cards: [] }), { insistMinutes: 10 });
  using __ = other.store;
  await other.fire();
  other.stores.firings.settle(other.id, "sent", null, other.clock.now());
  other.stores.firings.stopInsisting(other.id);
  expect(createInsist(other.stores, other.clock).nextDue(other.clock.now())).toBeNull();
});

test("REM-6: a turn whose row was removed says nothing, even if its answer comes in the same moment", async () => {
  const c = claimedFiring(async () => {
    removeSchedule(c.stores, c.row.id, c.clock.now());
    return { outcome: "done", text: "too late", cards: [] };
  });
  using _ = c.store;
  await c.fire();
  expect(c.stores.firings.get(c.id)).toMatchObject({ state: "failed", error: "removed", delivered: false });
  expect(c.stores.turns.get(c.stores.firings.get(c.id)?.turnId ?? "")).toMatchObject({ state: "stopped" });
  expect(c.stores.outbox.get(1)).toBeUndefined();
});

test("REM-6: removed while the turn hangs, it is broken off and given up within seconds", async () => {
  const removal = new AbortController();
  const c = claimedFiring(() => new Promise(() => {}));
  using _ = c.store;
  const done = c.fire(removal.signal);
  removeSchedule(c.stores, c.row.id, c.clock.now());
  removal.abort("removed");
  await c.clock.advance("PT6S");
  await done;
  expect(c.stores.firings.get(c.id)).toMatchObject({ state: "failed", error: "removed" });
});

test("TIME-9: the message of the last due time says so and offers no row to open", async () => {
  const c = claimedFiring(async () => ({ outcome: "done", text: "Last pill", cards: [] }), {
    schedule: {
      type: "cron",
      pattern: "0 9 * * *",
      zone: "Europe/Berlin",
      ends: { until: "2026-12-01T08:00:00Z", count: 3 },
    },
  });
  using _ = c.store;
  await c.fire();
  expect(message(c.stores, c.stores.firings.get(c.id))?.payload).toMatchObject({ last: true, recurring: false });
});

test("AGT-7, REM-11: a turn that asks the owner is a normal end: its message and the question go out together", async () => {
  const c = claimedFiring(async () => ({
    outcome: "waiting",
    text: "",
    cards: [],
    approval: {
      id: "a-1",
      turnId: c.stores.firings.get(c.id)!.turnId!,
      sessionId: 1,
      firingId: c.id,
      tool: "bash",
      callId: "call-1",
      input: { command: "uptime" },
      hash: "h",
      subject: "uptime",
      cwd: null,
      sources: [],
      grantable: true,
      held: false,
      expiresAt: Date.parse("2026-12-02T08:00:00Z"),
    },
  }));
  using _ = c.store;
  await c.fire();
  const firing = c.stores.firings.get(c.id);
  expect(firing).toMatchObject({ state: "queued", error: null });
  expect(c.stores.turns.get(firing?.turnId ?? "")).toMatchObject({ state: "waiting" });
  expect(message(c.stores, firing)?.payload).toMatchObject({ kind: "reminder", markdown: "stretch" });
  expect(c.stores.outbox.byKey("approval:a-1")?.payload).toMatchObject({ kind: "approval", subject: "uptime" });
});
