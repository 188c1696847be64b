import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { groupRuns, processIdentity } from "#agent/process/process-group.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { moveSchedule, pauseSchedule, removeSchedule, runScheduleNow } from "#use-cases/change-schedule.ts";
import { type CommandWorld, commandWorld, SECRET } from "./command-world.ts";

/** Ends itself when its folder is removed, should a test leave it behind. */
const ENDLESS = "touch ready; while [ -e ready ]; do sleep 0.05; done";

/** A firing that another process claimed an hour ago. */
function claimed(w: CommandWorld, id: string): number {
  const { text, kind, name, target, timeoutMinutes, insistMinutes, createdAt } = w.stores.schedules.get(id)!;
  const firing = { text, kind, name, target, timeoutMinutes, insistMinutes, scheduleId: id, askedAt: createdAt };
  const hourAgo = w.clock.now().subtract({ hours: 1 });
  return w.stores.firings.claim(
    {
      ...firing,
      askedSession: null,
      askedMessage: null,
      dueAt: hourAgo.epochMilliseconds,
      origin: "schedule",
      skippedEarlier: 0,
      last: false,
      state: "claimed",
      error: null,
    },
    hourAgo,
  )!;
}

describe("a command", () => {
  test("REM-20, REM-21: runs in the work folder at its time; success is silent and its fact is delivered", async () => {
    await using w = commandWorld();
    const id = w.command("pwd > out; echo $VIGIL_AGENT_TURN $VIGIL_TURN_ORIGIN >> out; echo done");
    w.start();
    await w.clock.advance("PT0.9S");
    expect(w.fact(id)).toBeUndefined();
    await w.clock.advance("PT0.1S");
    expect(await w.ended(id)).toMatchObject({ state: "sent", delivered: true, error: null });
    expect(readFileSync(join(w.folder, "out"), "utf8")).toBe(`${w.folder}\n1 command\n`);
    expect(w.stores.commandLogs.read(id)).toMatch(/^── 2026-12-01T09:00:01\+01:00 · exit 0 · \d+\.\d s\ndone\n$/);
    expect(w.alerts()).toEqual([]);
  });

  test("REM-21, REM-25: a failure is an alert with the name, the reason and the last lines, redacted", async () => {
    await using w = commandWorld();
    const id = w.command(`seq 1 40; echo ${SECRET}; exit 3`, { name: `backup ${SECRET}` });
    w.start();
    await w.clock.advance("PT1S");
    expect(await w.ended(id)).toMatchObject({ state: "failed", delivered: false, error: "exit 3" });
    expect(w.alerts()).toMatchObject([{ code: "command-failed", name: "backup [redacted]", kind: "exit", value: "3" }]);
    expect(w.alerts()[0]?.lines).toMatch(/^\n\n32\n[\s\S]*40\n\[redacted\]$/);
    expect(w.stores.commandLogs.read(id)).not.toContain(SECRET);
  });

  test("OUT-7: one that keeps failing is told once, and anew after a success", async () => {
    await using w = commandWorld();
    const id = w.command("[ -e fine ]", {
      schedule: daily("* * * * *", "UTC"),
      nextRunAt: Date.parse("2026-12-01T08:01:00Z"),
    });
    const minute = async (): Promise<void> => {
      const before = w.fact(id)?.id ?? 0;
      await w.clock.advance("PT60S");
      await w.until(() => (w.fact(id)?.id ?? 0) > before);
      await w.ended(id);
    };
    w.start();
    await minute();
    await minute();
    expect(w.alerts()).toHaveLength(1);
    writeFileSync(join(w.folder, "fine"), "");
    await minute();
    expect(w.stores.alerts.list()).toEqual([]);
    expect(w.stores.commandLogs.read(id)?.match(/^── .* · exit [01] · /gm)).toHaveLength(3);
  });

  test("REM-21: one that cannot be started says so", async () => {
    await using w = commandWorld();
    rmSync(w.folder, { recursive: true });
    const id = w.command("true");
    w.start();
    await w.clock.advance("PT1S");
    expect(await w.ended(id)).toMatchObject({ state: "failed", error: "spawn: ENOENT" });
  });

  test("REM-21: one that a signal ends names the signal", async () => {
    await using w = commandWorld();
    const id = w.command("kill -KILL $$");
    w.start();
    await w.clock.advance("PT1S");
    expect(await w.ended(id)).toMatchObject({ error: "signal SIGKILL", delivered: false });
  });

  test("REM-20: at its limit it is killed, and its time counts from the claim", async () => {
    await using w = commandWorld();
    const id = w.command(ENDLESS, { timeoutMinutes: 3 });
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => existsSync(join(w.folder, "ready")));
    await w.clock.advance("PT179S");
    expect(w.fact(id)).toMatchObject({ state: "running" });
    await w.clock.advance("PT2S");
    expect(await w.ended(id)).toMatchObject({ state: "failed", error: "timed out after 3 min", delivered: false });
    expect(groupRuns(w.fact(id)!.processGroup!.pid)).toBe(false);
  });

  test("REM-20: one that ignores SIGTERM is killed all the same, and the fact is written within 10 s", async () => {
    await using w = commandWorld();
    const id = w.command(`trap "" TERM; ${ENDLESS}`);
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => existsSync(join(w.folder, "ready")));
    await w.clock.advance("PT124.5S");
    const { pid } = w.fact(id)!.processGroup!;
    expect(groupRuns(pid)).toBe(true);
    await w.clock.advance("PT0.5S");
    await w.until(() => !groupRuns(pid));
    expect(await w.ended(id)).toMatchObject({ error: "timed out after 2 min" });
  });

  test("REM-20: a daemon in a session of its own does not hold the dispatcher", async () => {
    await using w = commandWorld();
    const id = w.command("setsid sh -c 'echo $$ > pid; exec sleep 1000' & until [ -s pid ]; do :; done; exit 4");
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => w.fact(id)?.processGroup && !groupRuns(w.fact(id)!.processGroup!.pid));
    await w.clock.advance("PT2S");
    expect(await w.ended(id)).toMatchObject({ state: "failed", error: "exit 4" });
    const daemon = Number(readFileSync(join(w.folder, "pid"), "utf8"));
    expect(processIdentity(daemon)).not.toBeNull();
    process.kill(daemon, "SIGKILL");
  });

  test("REM-21: 200 MB of output leave a log of at most 32,000 characters, its cut marked", async () => {
    await using w = commandWorld();
    const id = w.command("echo first; head -c 200000000 /dev/zero | tr '\\0' x; echo; echo last");
    w.start();
    await w.clock.advance("PT1S");
    expect(await w.ended(id)).toMatchObject({ delivered: true });
    const text = w.stores.commandLogs.read(id)!;
    expect(text.length).toBeLessThanOrEqual(32_000);
    expect(text).toMatch(/\nfirst\nxxx/);
    expect(text).toMatch(/xxx\n\[… \d+ characters left out …\]\nxxx/);
    expect(text).toMatch(/xxx\nlast\n$/);
  });

  test("REM-23: a log that cannot be written costs the log, not the fact and not the alert", async () => {
    await using w = commandWorld();
    writeFileSync(join(w.store.folder, "logs"), "a file where the folder should be");
    const id = w.command("exit 5");
    w.start();
    await w.clock.advance("PT1S");
    expect(await w.ended(id)).toMatchObject({ state: "failed", error: "exit 5" });
    expect(w.alerts()).toHaveLength(1);
    expect(w.log.lines.map((line) => line.message)).toContain("a command's log could not be written");
  });

  test("AGT-8: one that is not confirmed is never due", async () => {
    await using w = commandWorld();
    const id = w.command("touch ran", { state: "unconfirmed" });
    w.start();
    await w.clock.advance("PT20M");
    expect(w.fact(id)).toBeUndefined();
  });

  test("AGT-8: one that its owner has not confirmed is forgotten after a day", async () => {
    await using w = commandWorld();
    const asked = (hours: number, state: "unconfirmed" | "pending"): string =>
      w.command("true", { state, nextRunAt: null, createdAt: w.clock.now().epochMilliseconds - hours * 3_600_000 });
    const [old, fresh, confirmed] = [asked(25, "unconfirmed"), asked(23, "unconfirmed"), asked(25, "pending")];
    w.stores.schedules.sweepUnconfirmed(w.clock.now().subtract({ hours: 24 }));
    expect([old, fresh, confirmed].map((id) => w.stores.schedules.exists(id!))).toEqual([false, true, true]);
  });
});

describe("a change while it runs", () => {
  test("REM-6, REM-22: removal ends the process group, sends nothing and leaves no log", async () => {
    await using w = commandWorld();
    const id = w.command(`trap "" TERM; echo x; ${ENDLESS}`);
    w.stores.commandLogs.append(id, { title: "earlier", output: "x" });
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => existsSync(join(w.folder, "ready")));
    const { pid } = w.fact(id)!.processGroup!;
    removeSchedule(w.stores, id, w.clock.now());
    expect(w.stores.commandLogs.read(id)).toBeNull();
    await w.until(() => !groupRuns(pid));
    expect(await w.ended(id)).toMatchObject({ state: "failed", error: "removed", delivered: false });
    expect(w.stores.commandLogs.read(id)).toBeNull();
    expect(w.alerts()).toEqual([]);
  });

  test("REM-22, REM-23: a result that comes after the removal by another process changes nothing", async () => {
    await using w = commandWorld();
    const id = w.command("touch ready; until [ -e go ]; do sleep 0.02; done; exit 6");
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => existsSync(join(w.folder, "ready")));
    // As the command line removes it: this process has not looked yet when the command ends.
    w.stores.db.exec(`DELETE FROM schedules WHERE id = '${id}'`);
    writeFileSync(join(w.folder, "go"), "");
    expect(await w.ended(id)).toMatchObject({ error: "removed" });
    expect(w.stores.commandLogs.read(id)).toBeNull();
    expect(w.alerts()).toEqual([]);
  });

  test("REM-6: a move keeps the running firing's fact and takes effect after it", async () => {
    await using w = commandWorld();
    const id = w.command("touch ready; until [ -e go ]; do sleep 0.02; done");
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => existsSync(join(w.folder, "ready")));
    const context = {
      now: w.clock.now(),
      zone: "UTC",
      locale: "en",
      hints: { defaultHour: "09:00", waking: "07:00-23:00" },
    } as const;
    expect(moveSchedule(w.stores, id, { when: "in 1 minute" }, context)).toMatchObject({
      kind: "done",
      afterRunning: true,
    });
    await w.clock.advance("PT90S");
    expect(w.fact(id)).toMatchObject({ state: "running" });
    writeFileSync(join(w.folder, "go"), "");
    const [first] = [await w.ended(id)];
    expect(first).toMatchObject({ state: "sent", dueAt: Date.parse("2026-12-01T08:00:01Z") });
    await w.clock.advance("PT1S");
    expect(w.fact(id)?.id).toBeGreaterThan(first!.id);
    expect(await w.ended(id)).toMatchObject({ delivered: true });
  });

  test("REM-6: run_now fires a paused command, which stays paused", async () => {
    await using w = commandWorld();
    const id = w.command("touch ran", {
      schedule: daily("0 9 * * *", "UTC"),
      nextRunAt: Date.parse("2026-12-01T09:00:00Z"),
    });
    pauseSchedule(w.stores, id, w.clock.now());
    w.start();
    runScheduleNow(w.stores, id, w.clock.now());
    await w.clock.advance("PT0.1S");
    expect(await w.ended(id)).toMatchObject({ origin: "run_now", delivered: true });
    expect(w.stores.schedules.get(id)).toMatchObject({ state: "paused", nextRunAt: null });
  });
});

describe("a restart", () => {
  test("REM-24: a command that had started is ended, told and not run again", async () => {
    await using w = commandWorld();
    const id = w.command("touch again", { state: "fired", nextRunAt: null });
    const firing = claimed(w, id);
    w.stores.firings.start(firing, null, w.clock.now());
    // What a crash leaves: a group that nobody waits for.
    const left = spawn("bash", ["-c", `trap "" TERM; ${ENDLESS}`], { cwd: w.folder, detached: true, stdio: "ignore" });
    w.stores.firings.keepGroup(firing, processIdentity(left.pid!)!);
    await w.until(() => existsSync(join(w.folder, "ready")));
    const recovered = w.recover();
    w.start();
    await w.clock.advance("PT4S");
    expect(groupRuns(left.pid!)).toBe(true);
    expect(w.fact(id)).toMatchObject({ state: "running" });
    await w.clock.advance("PT2S");
    await recovered;
    await w.until(() => !groupRuns(left.pid!));
    expect(w.fact(id)).toMatchObject({ state: "interrupted", error: "interrupted", delivered: false });
    expect(w.alerts()).toMatchObject([{ code: "command-failed", kind: "interrupted" }]);
    expect(existsSync(join(w.folder, "again"))).toBe(false);
  });

  test("REM-24: one that was claimed and not started runs, with its whole time", async () => {
    await using w = commandWorld();
    const id = w.command("echo fine", { nextRunAt: Date.parse("2026-12-01T07:00:00Z") });
    claimed(w, id);
    w.stores.schedules.advance(id, "fired", null, w.clock.now());
    await w.recover();
    w.start();
    await w.clock.advance("PT0.1S");
    expect(await w.ended(id)).toMatchObject({ state: "sent", delivered: true });
  });

  test("OPS-10: at a shutdown a command is asked to end, and its fact says that it was interrupted", async () => {
    await using w = commandWorld();
    const id = w.command(`trap "echo bye; exit 9" TERM; ${ENDLESS}`);
    w.start();
    await w.clock.advance("PT1S");
    await w.until(() => existsSync(join(w.folder, "ready")));
    await w.stop();
    expect(w.fact(id)).toMatchObject({ state: "interrupted", delivered: false });
    expect(w.stores.commandLogs.read(id)).toContain("bye");
  });
});

test("REM-40: a hung turn, a hung command and a failing job do not delay a reminder that comes due meanwhile", async () => {
  const fired: [string, string][] = [];
  const hung = Promise.withResolvers<void>();
  await using w = commandWorld({
    text: {
      concurrency: () => 4,
      perform: async (firing) => {
        w.stores.firings.start(firing.id, null, w.clock.now());
        fired.push([firing.text, w.clock.now().toString()]);
        if (firing.text === "hangs") await hung.promise;
        w.stores.firings.finish(firing.id, { state: "failed", outboxId: null, error: "test" }, w.clock.now());
      },
    },
    jobs: [
      {
        name: "fails",
        nextDue: (now) => now,
        run: () => Promise.reject(new Error("always")),
      },
    ],
  });
  const command = w.command(ENDLESS);
  w.stores.schedules.add(reminderRow("2026-12-01T08:00:01Z", { text: "hangs" }));
  w.stores.schedules.add(reminderRow("2026-12-01T08:00:30Z", { text: "on time" }));
  w.start();
  await w.clock.advance("PT1S");
  await w.until(() => existsSync(join(w.folder, "ready")));
  await w.clock.advance("PT30S");
  expect(w.fact(command)).toMatchObject({ state: "running" });
  expect(fired).toEqual([
    ["hangs", "2026-12-01T08:00:01Z"],
    ["on time", "2026-12-01T08:00:30Z"],
  ]);
  expect(w.stores.jobs.get("fails")).toMatchObject({ outcome: "failed", error: "always" });
  hung.resolve();
});
