import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { simulateYear } from "#test/reliability/simulate-year.ts";

test("REM-1, REM-2: in a simulated year over five zones each due time fires once, and none is missed but by rule", async () => {
  const year = await simulateYear({ rows: 20, seed: 4, days: 365 });
  expect(year.mistakes).toEqual([]);
  expect(year.dueTimes).toBe(year.firings + year.caughtUp);
  // The year has something to say: due times in plenty, some of them while nothing ran, some of those too late.
  expect(year.dueTimes).toBeGreaterThan(5_000);
  expect(year.caughtUp).toBeGreaterThan(50);
  expect(year.stale).toBeGreaterThan(0);
});

test("TIME-31: the year is the same on machines in Kiritimati, Berlin and Los Angeles", async () => {
  const script = new URL("../reliability/year.ts", import.meta.url).pathname;
  const runs = ["Pacific/Kiritimati", "Europe/Berlin", "America/Los_Angeles"].map(async (TZ) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, "--rows", "16", "--days", "100"], {
      env: { ...process.env, TZ },
    });
    return (JSON.parse(stdout) as { digest: string }).digest;
  });
  const digests = await Promise.all(runs);
  expect(new Set(digests).size).toBe(1);
});
