import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSweepOld } from "#jobs/sweep-old.ts";
import type { NewApproval } from "#stores/sessions/approvals.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { testStores } from "#test/helpers/test-stores.ts";

const START = Temporal.Instant.from("2026-12-01T08:00:00Z");

test("AGT-7: approvals that were acted on are kept for 90 days; one that still waits is never forgotten", async () => {
  using store = testStores();
  const { stores } = store;
  const clock = new ManualClock(START.toString());
  const session = stores.sessions.open({ chatId: 1, threadId: null }, clock.now()).id;
  stores.turns.start({ id: "t-1", sessionId: session, origin: "chat", model: "m" }, clock.now());
  const approval = (id: string): NewApproval => ({
    id,
    turnId: "t-1",
    sessionId: session,
    firingId: null,
    tool: "bash",
    callId: "c",
    input: {},
    hash: "h",
    subject: "true",
    cwd: null,
    sources: [],
    grantable: true,
    held: false,
    expiresAt: START.epochMilliseconds,
  });
  for (const id of ["a-1", "a-2"]) stores.approvals.add(approval(id), clock.now());
  stores.approvals.decide("a-1", { state: "allowed", by: 1 }, clock.now());
  stores.approvals.take("a-1", clock.now());
  const sweep = createSweepOld(stores, clock, []);
  const run = () => sweep.run(clock.now(), new AbortController().signal);

  await clock.advance("PT2160H");
  expect(await run()).toBe(false);
  expect(stores.approvals.get("a-1")).toBeDefined();
  await clock.advance("PT1S");
  expect(await run()).toBe(true);
  expect(stores.approvals.get("a-1")).toBeUndefined();
  expect(stores.approvals.get("a-2")).toBeDefined();
});

test("AGT-22, TG-6: outputs and attachments go after 90 days by their age; folders stay, and a folder may be missing", async () => {
  using store = testStores();
  const clock = new ManualClock(START.toString());
  const folder = join(store.folder, "outputs");
  mkdirSync(join(folder, "inner"), { recursive: true });
  const file = (name: string, daysOld: number): string => {
    const path = join(folder, name);
    writeFileSync(path, "x");
    const at = START.subtract({ hours: 24 * daysOld }).epochMilliseconds / 1_000;
    utimesSync(path, at, at);
    return path;
  };
  const old = file("old.txt", 91);
  const young = file("young.txt", 89);
  const sweep = createSweepOld(store.stores, clock, [folder, join(store.folder, "attachments")]);
  expect(sweep.nextDue(clock.now())?.toString()).toBe("2026-12-01T08:05:00Z");
  expect(await sweep.run(clock.now(), new AbortController().signal)).toBe(true);
  expect([old, young, join(folder, "inner")].map(existsSync)).toEqual([false, true, true]);
  expect(sweep.nextDue(clock.now())?.toString()).toBe("2026-12-02T08:00:00Z");
});
