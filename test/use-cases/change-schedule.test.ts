import { expect, test } from "vitest";
import { decideClaim } from "#core/schedules/decide-claim.ts";
import type { NewScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Stores } from "#stores/stores.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import {
  confirmSchedule,
  editSchedule,
  moveSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runScheduleNow,
  undoRemove,
} from "#use-cases/change-schedule.ts";

const NOW = Temporal.Instant.from("2026-12-01T08:00:00Z");
const HINTS = { defaultHour: "09:00", waking: "07:00-23:00" };
const CONTEXT = { now: NOW, zone: "Europe/Berlin", locale: "en", hints: HINTS } as const;
const ms = (iso: string) => Date.parse(iso);

function add(stores: Stores, dueAt: string, over: Partial<NewScheduleRow> = {}): string {
  const row = reminderRow(dueAt, over);
  stores.schedules.add(row);
  return row.id;
}

/** Claims a row as the dispatcher does, and begins its firing. */
function fire(stores: Stores, id: string, now = NOW): number {
  const claim = decideClaim(stores.schedules.get(id)!, now);
  const firing = stores.firings.claim(claim.firing, now)!;
  stores.schedules.advance(id, claim.row.state, claim.row.nextRunAt, now);
  stores.firings.start(firing, null, now);
  return firing;
}

function snapshot(stores: Stores): unknown {
  return ["schedules", "firings", "outbox", "undo"].map((table) => stores.db.all(`SELECT * FROM ${table}`));
}

test("REM-31: move keeps id and text, and the card says the new time", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T20:00:00Z", { text: "call Ann" });
  const moved = moveSchedule(stores, id, { when: "tomorrow at 9" }, CONTEXT);
  expect(moved).toMatchObject({
    kind: "done",
    afterRunning: false,
    row: { id, text: "call Ann", state: "pending", nextRunAt: ms("2026-12-02T08:00:00Z") },
    card: { scheduleId: id, text: "call Ann", next: [ms("2026-12-02T08:00:00Z")] },
  });
  const recurring = moveSchedule(stores, id, { every: "day at 7" }, CONTEXT);
  expect(recurring).toMatchObject({
    kind: "done",
    card: { next: [expect.any(Number), expect.any(Number), expect.any(Number)] },
  });
});

test("REM-6: move revives a row that has fired, and on a running one takes effect after it", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T08:00:00Z");
  const firing = fire(stores, id);
  const moved = moveSchedule(stores, id, { when: "in 1 hour" }, CONTEXT);
  expect(moved).toMatchObject({ kind: "done", afterRunning: true, row: { state: "pending", firedAt: null } });
  expect(stores.firings.get(firing)).toMatchObject({ state: "running", dueAt: ms("2026-12-01T08:00:00Z") });
  expect(stores.schedules.due(NOW.add({ hours: 2 }), 10)).toEqual([]);
  stores.firings.finish(firing, { state: "failed", outboxId: null, error: "test" }, NOW);
  expect(stores.schedules.due(NOW.add({ hours: 2 }), 10).map((row) => row.id)).toEqual([id]);
});

test("Bad input: what cannot be changed is refused with its reason, and nothing is stored", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T20:00:00Z");
  const fired = add(stores, "2026-12-01T08:00:00Z");
  stores.firings.finish(fire(stores, fired), { state: "failed", outboxId: null, error: "test" }, NOW);
  const before = snapshot(stores);
  const refusals = [
    ["unknown_id", moveSchedule(stores, "r-nosuchrow00", { when: "tomorrow" }, CONTEXT)],
    ["unknown_id", removeSchedule(stores, "r-nosuchrow00", NOW)],
    ["unknown_id", runScheduleNow(stores, "", NOW)],
    ["text_empty", editSchedule(stores, id, " \n ", CONTEXT)],
    ["text_too_long", editSchedule(stores, id, "x".repeat(4_001), CONTEXT)],
    ["when_missing", moveSchedule(stores, id, {}, CONTEXT)],
    ["when_missing", moveSchedule(stores, id, { when: "  " }, CONTEXT)],
    ["when_in_past", moveSchedule(stores, id, { when: "yesterday at 9" }, CONTEXT)],
    ["when_unreadable", moveSchedule(stores, id, { when: "blue" }, CONTEXT)],
    ["when_never", moveSchedule(stores, id, { every: "0 0 30 2 *" }, CONTEXT)],
    ["when_too_frequent", moveSchedule(stores, id, { every: "*/9 * * * *" }, CONTEXT)],
    ["when_unknown_zone", moveSchedule(stores, id, { when: "tomorrow at 9" }, { ...CONTEXT, zone: "Europe/Atlantis" })],
    ["too_many", moveSchedule(stores, fired, { when: "tomorrow" }, { ...CONTEXT, maxLive: 1 })],
    ["not_paused", resumeSchedule(stores, id, NOW)],
    ["already_fired", pauseSchedule(stores, fired, NOW)],
    ["already_confirmed", confirmSchedule(stores, id, NOW)],
    ["undo_over", undoRemove(stores, "77", NOW)],
  ] as const;
  for (const [code, result] of refusals) expect(result, code).toMatchObject({ kind: "refused", code });
  expect(snapshot(stores)).toEqual(before);
});

test("Bad input: a text of 4,000 characters is kept as it is", () => {
  using store = testStores();
  const id = add(store.stores, "2026-12-01T20:00:00Z");
  const longest = "ä".repeat(4_000);
  expect(editSchedule(store.stores, id, longest, CONTEXT)).toMatchObject({ kind: "done", row: { text: longest } });
  expect(store.reopen().schedules.get(id)?.text).toBe(longest);
});

test("REM-6: a paused row is never due; resumed, its next time counts from then and nothing is made up for", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T08:30:00Z", { schedule: daily("30 9 * * *", "Europe/Berlin") });
  expect(pauseSchedule(stores, id, NOW)).toMatchObject({ kind: "done", row: { state: "paused", nextRunAt: null } });
  expect(pauseSchedule(stores, id, NOW)).toMatchObject({ kind: "refused", code: "already_paused" });
  const later = NOW.add({ hours: 72 });
  expect(stores.schedules.due(later, 10)).toEqual([]);
  expect(resumeSchedule(stores, id, later)).toMatchObject({
    kind: "done",
    row: { state: "pending", nextRunAt: ms("2026-12-04T08:30:00Z") },
  });
});

test("REM-6: a single time that passed during the pause is refused, not fired late", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T09:00:00Z");
  pauseSchedule(stores, id, NOW);
  expect(resumeSchedule(stores, id, NOW.add({ hours: 2 }))).toMatchObject({ code: "when_in_past" });
  expect(stores.schedules.get(id)?.state).toBe("paused");
  expect(resumeSchedule(stores, id, NOW)).toMatchObject({ row: { nextRunAt: ms("2026-12-01T09:00:00Z") } });
});

test("S11, REM-6: run now at 13:00 leaves the daily 07:00 where it is, and fires once", () => {
  using store = testStores();
  const { stores } = store;
  const at13 = Temporal.Instant.from("2026-12-01T12:00:00Z");
  const id = add(stores, "2026-12-02T06:00:00Z", { schedule: daily("0 7 * * *", "Europe/Berlin") });
  expect(runScheduleNow(stores, id, at13)).toMatchObject({
    kind: "done",
    afterRunning: false,
    row: { nextRunAt: ms("2026-12-02T06:00:00Z") },
  });
  expect(stores.firings.claimed("text", 10)).toMatchObject([{ origin: "run_now", dueAt: at13.epochMilliseconds }]);
  expect(runScheduleNow(stores, id, at13.add({ seconds: 1 }))).toMatchObject({ code: "already_running" });
  expect(stores.schedules.get(id)).toMatchObject({ state: "pending", nextRunAt: ms("2026-12-02T06:00:00Z") });
});

test("REM-6: run now on a paused row leaves it paused; on a running one it waits for the end", () => {
  using store = testStores();
  const { stores } = store;
  const paused = add(stores, "2026-12-02T06:00:00Z", { schedule: daily("0 7 * * *", "Europe/Berlin") });
  pauseSchedule(stores, paused, NOW);
  expect(runScheduleNow(stores, paused, NOW)).toMatchObject({
    kind: "done",
    row: { state: "paused", nextRunAt: null },
  });

  const running = add(stores, "2026-12-01T08:00:00Z", { text: "runs" });
  const first = fire(stores, running);
  expect(runScheduleNow(stores, running, NOW)).toMatchObject({ kind: "done", afterRunning: true });
  const startable = () => stores.firings.claimed("text", 10).map((firing) => firing.scheduleId);
  expect(startable()).toEqual([paused]);
  stores.firings.finish(first, { state: "failed", outboxId: null, error: "test" }, NOW);
  expect(startable()).toEqual([paused, running]);
});

test("REM-6: a removed row is back within a minute exactly as it was, and not after it", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T08:00:30Z", { text: "water", insistMinutes: 5 });
  const before = stores.db.all("SELECT * FROM schedules");
  const removed = removeSchedule(stores, id, NOW);
  if (removed.kind !== "done") throw new Error(removed.code);
  expect(stores.schedules.get(id)).toBeUndefined();
  const soon = NOW.add({ seconds: 60 });
  expect(undoRemove(stores, removed.undoId, soon)).toMatchObject({ kind: "done", row: { id, text: "water" } });
  expect(stores.db.all("SELECT * FROM schedules")).toEqual(before);
  expect(stores.schedules.due(soon, 10)).toHaveLength(1);
  expect(undoRemove(stores, removed.undoId, soon)).toMatchObject({ code: "undo_over" });

  const again = removeSchedule(stores, id, NOW);
  if (again.kind !== "done") throw new Error(again.code);
  expect(undoRemove(stores, again.undoId, NOW.add({ seconds: 61 }))).toMatchObject({ code: "undo_over" });
});

test("REM-6: removing a row sends nothing more of it: neither what waits in the outbox nor repetitions", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T08:00:00Z", { insistMinutes: 5 });
  const firing = fire(stores, id);
  const payload = { kind: "reminder", firingId: firing, scheduleId: id, markdown: "stretch" } as const;
  const target = { chatId: 100, threadId: null };
  const outboxId = stores.outbox.enqueue({ key: "firing:1", target, payload, firingId: firing }, NOW);
  stores.firings.finish(firing, { state: "queued", outboxId, error: null }, NOW);
  const delivered = add(stores, "2026-12-01T07:00:00Z", { insistMinutes: 5 });
  const repeated = fire(stores, delivered);
  stores.firings.finish(repeated, { state: "queued", outboxId: null, error: null }, NOW);
  stores.firings.settle(repeated, "sent", null, NOW);

  removeSchedule(stores, id, NOW);
  expect(stores.outbox.get(outboxId)).toMatchObject({ state: "expired", error: "removed" });
  expect(stores.firings.get(firing)).toMatchObject({ state: "failed", delivered: false, error: "removed" });
  const removed = removeSchedule(stores, delivered, NOW);
  expect(stores.firings.nextInsist()).toBeNull();
  expect(stores.firings.get(repeated)).toMatchObject({ state: "sent", delivered: true });
  undoRemove(stores, removed.kind === "done" ? removed.undoId : "", NOW);
  expect(stores.firings.nextInsist()).toBe(NOW.add({ minutes: 5 }).epochMilliseconds);
});

test("REM-17: a message that may have arrived stays unknown when its row is removed", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T08:00:00Z");
  const firing = fire(stores, id);
  const payload = { kind: "reminder", firingId: firing, scheduleId: id, markdown: "x" } as const;
  const outboxId = stores.outbox.enqueue(
    { key: "firing:1", target: { chatId: 100, threadId: null }, payload, firingId: firing },
    NOW,
  );
  stores.firings.finish(firing, { state: "queued", outboxId, error: null }, NOW);
  stores.outbox.retry(outboxId, NOW, "no answer", { repeated: true });
  removeSchedule(stores, id, NOW);
  expect(stores.firings.get(firing)).toMatchObject({ state: "unknown", delivered: null });
});

test("a row that waits for the owner's tap does nothing before it, and counts its time from it", () => {
  using store = testStores();
  const { stores } = store;
  const id = add(stores, "2026-12-01T08:30:00Z", {
    schedule: daily("30 9 * * *", "Europe/Berlin"),
    state: "unconfirmed",
  });
  expect(stores.schedules.due(NOW.add({ hours: 48 }), 10)).toEqual([]);
  expect(runScheduleNow(stores, id, NOW)).toMatchObject({ code: "not_confirmed" });
  expect(pauseSchedule(stores, id, NOW)).toMatchObject({ code: "not_confirmed" });
  expect(moveSchedule(stores, id, { every: "day at 8" }, CONTEXT)).toMatchObject({ row: { state: "unconfirmed" } });
  expect(confirmSchedule(stores, id, NOW.add({ hours: 24 }))).toMatchObject({
    kind: "done",
    row: { state: "pending", nextRunAt: ms("2026-12-03T07:00:00Z") },
  });
});

test("OPS-3: a row that a newer release has written is never moved, rewritten or deleted, and lives again with that release", () => {
  using store = testStores();
  const { stores } = store;
  const ids = ["pending", "fired"].map((state) => {
    const id = add(stores, "2026-12-01T07:00:00Z", { text: state });
    stores.db.run("UPDATE schedules SET state = ?, fired_at = 0, written_by = '99.1.0' WHERE id = ?", state, id);
    return id;
  });
  const unreadable = add(stores, "2026-12-01T07:00:00Z");
  stores.db.run('UPDATE schedules SET schedule = \'{"type":"lunar"}\' WHERE id = ?', unreadable);
  const before = stores.db.all("SELECT * FROM schedules ORDER BY id");
  for (const id of [...ids, unreadable]) {
    expect(moveSchedule(stores, id, { when: "tomorrow" }, CONTEXT)).toMatchObject({ code: "unknown_id" });
    expect(removeSchedule(stores, id, NOW)).toMatchObject({ code: "unknown_id" });
    expect(stores.schedules.remove(id)).toBe(false);
  }
  expect(stores.schedules.due(NOW, 10)).toEqual([]);
  expect(stores.schedules.nextDue()).toBeNull();
  stores.schedules.shiftElapsed(-3_600_000);
  stores.schedules.sweepFired(NOW);
  expect(stores.db.all("SELECT * FROM schedules ORDER BY id")).toEqual(before);
  expect(stores.db.all("SELECT row_id FROM quarantine").map((row) => row.row_id)).toEqual(
    [...ids, unreadable].toSorted(),
  );
});
