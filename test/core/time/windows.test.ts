import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTimeOfDay, parseWindow, windowContains } from "#core/time/windows.ts";

const time = (text: string): Temporal.PlainTime => Temporal.PlainTime.from(text);

test.each([
  ["07:00-23:00", "07:00", true],
  ["07:00-23:00", "22:59", true],
  ["07:00-23:00", "23:00", false],
  ["22:00-06:00", "23:30", true],
  ["22:00-06:00", "05:59", true],
  ["22:00-06:00", "06:00", false],
  ["22:00-06:00", "12:00", false],
  ["09:00-24:00", "23:59", true],
  ["00:00-00:00", "12:00", true],
])("the window %s and %s: %s", (window, at, inside) => {
  const parsed = parseWindow(window);
  expect(parsed && windowContains(parsed, time(at))).toBe(inside);
});

test.each(["", "7-23", "07:00", "25:00-26:00", "07:60-08:00", "07:00-08:00-09:00"])("'%s' is no window", (text) => {
  expect(parseWindow(text)).toBeNull();
});

test("a window and the one from its end to its start divide the day", () => {
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([h, m]) => new Temporal.PlainTime(h, m));
  fc.assert(
    fc.property(clock, clock, clock, (from, to, at) => {
      fc.pre(!from.equals(to));
      expect(windowContains({ from, to }, at)).not.toBe(windowContains({ from: to, to: from }, at));
    }),
    { seed: 8 },
  );
});

test("a time of day is read strictly", () => {
  expect(String(parseTimeOfDay("8:05"))).toBe("08:05:00");
  expect(parseTimeOfDay("24:00")).toBeNull();
  expect(parseTimeOfDay("8")).toBeNull();
});
