import { expect, test } from "vitest";
import { acquireInstanceLock } from "#stores/home/instance-lock.ts";
import { CliWorld } from "./cli-world.ts";

test("REM-50: inside a turn a restart is a request that waits for the turn; the same one once more confirms it", async () => {
  using world = new CliWorld();
  const lock = acquireInstanceLock(world.home, { pid: process.pid, startedAt: "2026-03-01T05:00:00Z", version: "0" });
  try {
    const env = { VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: "chat", VIGIL_TURN_ID: "t-1" };
    const first = await world.vigil(["restart"], { env });
    expect(first).toMatchObject({
      status: 0,
      out: ["A restart begins after this turn; its outcome is told in the chat."],
    });
    const request = world.stores.requests.open();
    expect(request).toMatchObject({ kind: "restart", state: "pending", turnId: "t-1" });
    const second = await world.vigil(["restart"], { env });
    expect(second.out[0]).toBe("A restart has been asked for already; it stands.");
    expect(world.stores.requests.open()?.id).toBe(request?.id);
  } finally {
    lock.release();
  }
});

test("REM-50: with nothing running there is nothing to restart, and no request stays behind", async () => {
  using world = new CliWorld();
  const run = await world.vigil(["restart"]);
  expect(run.status).toBe(1);
  expect(run.err[0]).toContain("does not run");
  expect(world.stores.requests.open()).toBeUndefined();
});
