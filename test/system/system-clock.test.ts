import { expect, test, vi } from "vitest";
import { systemClock } from "#system/system-clock.ts";
import { systemRandom } from "#system/system-random.ts";
import { WakeHub } from "#system/wake-hub.ts";

test("TIME-31: sleeping until the past or with an aborted signal returns at once, and an abort wakes", async () => {
  await systemClock.sleep(systemClock.now().subtract({ hours: 1 }));
  await systemClock.sleep(systemClock.now().add({ hours: 1 }), AbortSignal.abort());
  const nap = new AbortController();
  const asleep = systemClock.sleep(systemClock.now().add({ hours: 1 }), nap.signal);
  nap.abort();
  await asleep;
});

test("TIME-30: a sleep never ends before its instant", async () => {
  for (let n = 0; n < 20; n++) {
    const until = systemClock.now().add({ milliseconds: 2 });
    await systemClock.sleep(until);
    expect(systemClock.now().epochMilliseconds).toBeGreaterThanOrEqual(until.epochMilliseconds);
  }
});

test("ids have the length that was asked for, of digits and small letters", () => {
  for (const length of [0, 1, 10, 40]) expect(systemRandom.id(length)).toMatch(new RegExp(`^[0-9a-z]{${length}}$`));
  expect(systemRandom.id(10)).not.toBe(systemRandom.id(10));
});

test("ARC-12: a topic wakes its own listeners and, for a session, those of all sessions, until they leave", () => {
  const hub = new WakeHub();
  const heard: string[] = [];
  const leave = hub.on("outbox", () => heard.push("outbox"));
  hub.on("session:7", () => heard.push("seven"));
  hub.onSession((id) => heard.push(`any ${id}`));
  hub.notify("outbox");
  hub.notify("session:7");
  hub.notify("session:8");
  leave();
  hub.notify("outbox");
  expect(heard).toEqual(["outbox", "seven", "any 7", "any 8"]);
});

test("S7, TIME-30: a clock set back by two hours does not make a sleep of a moment last two hours", async () => {
  const until = systemClock.now().add({ milliseconds: 20 });
  const now = vi.spyOn(Date, "now").mockImplementation(() => until.epochMilliseconds - 20);
  const asleep = systemClock.sleep(until);
  now.mockImplementation(() => until.epochMilliseconds - 7_200_000);
  await asleep;
  now.mockRestore();
});
