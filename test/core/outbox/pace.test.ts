import fc from "fast-check";
import { expect, test } from "vitest";
import { paceAfter, paceArrived, paceWait, RESTED } from "#core/outbox/pace.ts";

/** Sends as early as the pace allows; returns when each message left, in milliseconds. */
function run(chats: readonly number[]): number[] {
  let pace = RESTED;
  let now = 0;
  return chats.map((chat) => {
    for (let wait = paceWait(pace, chat, now); wait > 0; wait = paceWait(pace, chat, now)) now += wait;
    pace = paceArrived(paceAfter(pace, chat, now), chat, now);
    return now;
  });
}

test("OUT-1: a private chat takes five at once, then one a second", () => {
  const times = run(Array(8).fill(100));
  expect(times.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  const gaps = times.slice(5).map((time, i) => time - times[i + 4]!);
  for (const gap of gaps) {
    expect(gap).toBeGreaterThanOrEqual(1_000);
    expect(gap).toBeLessThan(1_050);
  }
});

test("OUT-1: a group takes twenty a minute", () => {
  const times = run(Array(41).fill(-100));
  expect(times[19]).toBe(0);
  expect(times[20]).toBeGreaterThanOrEqual(60_000);
  expect(times[40]! - times[20]!).toBeGreaterThanOrEqual(60_000);
});

test("OUT-1: thirty a second over all, and at least 95 percent of what is allowed", () => {
  const times = run(Array.from({ length: 2_000 }, (_, i) => 1 + (i % 100)));
  expect(times.at(-1)).toBeLessThanOrEqual((2_000 / 30 / 0.95) * 1_000);
});

test("OUT-1: no second sees more than thirty and no private chat more than its bucket, whatever the order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 120 }), (chats) => {
      const times = run(chats);
      times.forEach((time, i) => {
        expect(times.filter((other, j) => j <= i && time - other < 1_000).length).toBeLessThanOrEqual(30);
        const same = times.filter((other, j) => chats[j] === chats[i] && j <= i && time - other < 10_000);
        expect(same.length).toBeLessThanOrEqual(5 + 10);
      });
    }),
    { numRuns: 50 },
  );
});

test("OUT-1: a message counts from the moment when its answer is back", () => {
  let pace = RESTED;
  for (let chat = 1; chat <= 30; chat++) pace = paceAfter(pace, chat, 0);
  expect(paceWait(pace, 31, 5_000)).toBe(Number.POSITIVE_INFINITY);
  pace = paceArrived(pace, 1, 5_000);
  for (let chat = 2; chat <= 30; chat++) pace = paceArrived(pace, chat, 5_100);
  expect(paceWait(pace, 31, 5_500)).toBe(505);
  expect(paceWait(pace, 31, 6_005)).toBe(0);
});

test("OUT-1: a private chat's bucket fills from the moment when the answer is back", () => {
  let pace = RESTED;
  for (let i = 0; i < 5; i++) pace = paceAfter(pace, 100, 0);
  pace = paceArrived(pace, 100, 400);
  expect(paceWait(pace, 100, 1_000)).toBeCloseTo(405);
});
