import { test } from "vitest";
import { playInterleavings } from "./steering-interleavings.ts";

test("AGT-4, AGT-19: in 2,000 interleavings of messages, steps, ends, approvals, stops and alarms no message is lost or answered twice", async () => {
  await playInterleavings(2_000);
}, 120_000);
