import { expect, test } from "vitest";
import { detectJump } from "#core/schedules/clock-jump.ts";

test("TIME-30: a wall clock that runs with the monotonic one, give or take five minutes, did not jump", () => {
  expect(detectJump(1_000, 1_000)).toEqual({ kind: "none" });
  expect(detectJump(300_000, 0)).toEqual({ kind: "none" });
  expect(detectJump(-299_000, 1_000)).toEqual({ kind: "none" });
});

test("TIME-30: a suspend or a correction of the clock is told with its direction and size", () => {
  expect(detectJump(3_600_000, 1_000)).toEqual({ kind: "forward", byMs: 3_599_000 });
  expect(detectJump(-7_200_000, 1_000)).toEqual({ kind: "backward", byMs: -7_201_000 });
});
