import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keptText } from "#agent/process/kept-output.ts";
import { endGroup, groupRuns, type ProcessGroup, processIdentity } from "#agent/process/process-group.ts";
import { runShell, type ShellRequest } from "#agent/process/shell.ts";
import { createRedactor, REDACTED } from "#core/redact/redactor.ts";
import { systemClock } from "#system/system-clock.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { tempFolder } from "#test/helpers/temp-folder.ts";
import { until } from "./agent-fixture.ts";

const SECRET = "vigil-secret-0123456789abcdef";
const NOW = "2026-12-01T08:00:00Z";
const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", VIGIL_AGENT_TURN: "1" };

/** Runs a command as a real process on a clock that stands still unless the test moves it; the limit is two minutes. */
function shell(command: string, over: Partial<ShellRequest> = {}) {
  const clock = new ManualClock(NOW);
  const redactor = createRedactor({ secrets: [SECRET] });
  let group: ProcessGroup | null = null;
  const request: ShellRequest = {
    command,
    cwd: "/tmp",
    env,
    until: Temporal.Instant.from(NOW).add({ minutes: 2 }),
    keep: { head: 1_000, tail: 1_000 },
    onStart: (started) => {
      group = started;
    },
    ...over,
  };
  return { clock, result: runShell(request, { clock, redactor }), group: () => group! };
}

/** Moves the clock by a tenth of a second at a time until the run has ended; returns how long that took by the clock. */
async function runOut<T>(clock: ManualClock, result: Promise<T>): Promise<{ value: T; seconds: number }> {
  const start = clock.now();
  let value: { it: T } | undefined;
  void result.then((it) => {
    value = { it };
  });
  await until(
    () => value !== undefined,
    async () => {
      await clock.advance("PT0.1S");
      // The process lives in real time: without some of it the limits by the clock would be over before it is scheduled.
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  );
  return { value: value!.it, seconds: clock.now().since(start).total("seconds") };
}

describe("ARC-14: the process-group runner", () => {
  test("runs bash in the given folder and gives back its status and its output in order", async () => {
    using folder = tempFolder();
    const { result } = shell("pwd; echo wrong >&2; echo $VIGIL_AGENT_TURN; exit 3", { cwd: folder.path });
    const end = await result;
    expect(end).toMatchObject({ exit: 3, signal: null, timedOut: false, aborted: false, spawnError: null });
    expect(keptText(end.output)).toBe(`${folder.path}\nwrong\n1\n`);
  });

  test("a command that cannot be started says why", async () => {
    expect(await shell("true", { cwd: "/nonexistent" }).result).toMatchObject({ exit: null, spawnError: "ENOENT" });
    expect(await shell("true\0").result).toMatchObject({ spawnError: "ERR_INVALID_ARG_VALUE" });
  });

  test("REM-24: nothing of the command runs before its group is known, and nothing at all if that fails", async () => {
    using folder = tempFolder();
    const mark = join(folder.path, "ran");
    let seen: ProcessGroup | null = null;
    const { result } = shell(`echo x > ${mark}`, {
      onStart: (group) => {
        seen = group;
        throw new Error("the store is full");
      },
    });
    await expect(result).rejects.toThrow("the store is full");
    await until(() => !groupRuns(seen!.pid));
    expect(() => readFileSync(mark)).toThrow("ENOENT");
  });

  test("REM-20: at its limit the whole group is asked to end, and a command that ignores SIGTERM is killed 5 s later", async () => {
    using folder = tempFolder();
    const mark = join(folder.path, "ready");
    const run = shell(`trap "" TERM; echo x > ${mark}; while :; do sleep 0.05; done`);
    await until(() => readable(mark));
    await run.clock.advance("PT124.9S");
    expect(groupRuns(run.group().pid)).toBe(true);
    await run.clock.advance("PT0.1S");
    // The kernel's time is not the clock's: the killed process needs a moment of the former.
    await until(() => !groupRuns(run.group().pid));
    expect(await run.result).toMatchObject({ exit: null, signal: "SIGKILL", timedOut: true });
  });

  test("REM-20: a descendant in its own session that holds the pipe does not hold the runner", async () => {
    using folder = tempFolder();
    const pidFile = join(folder.path, "pid");
    const run = shell(
      `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 1000' & until [ -s ${pidFile} ]; do :; done; echo started`,
    );
    await until(() => readable(pidFile));
    const { value, seconds } = await runOut(run.clock, run.result);
    const daemon = Number(readFileSync(pidFile, "utf8"));
    expect(processIdentity(daemon)).not.toBeNull();
    process.kill(daemon, "SIGKILL");
    expect(value).toMatchObject({ exit: 0, timedOut: false });
    expect(keptText(value.output)).toBe("started\n");
    expect(seconds).toBeLessThan(120);
  });

  test("REM-20: a descendant in its own session does not hold it past the limit either", async () => {
    using folder = tempFolder();
    const pidFile = join(folder.path, "pid");
    const run = shell(
      `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 1000' & until [ -s ${pidFile} ]; do :; done; sleep 1000`,
    );
    await until(() => readable(pidFile));
    const { value, seconds } = await runOut(run.clock, run.result);
    process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL");
    expect(value).toMatchObject({ signal: "SIGTERM", timedOut: true });
    expect(seconds).toBeLessThanOrEqual(130);
  });

  test("AGT-22: a job in the background belongs to the group and is ended with it", async () => {
    const run = shell("sleep 1000 >/dev/null 2>&1 & echo done");
    const { value, seconds } = await runOut(run.clock, run.result);
    expect(value).toMatchObject({ exit: 0, timedOut: true });
    expect(seconds).toBeGreaterThanOrEqual(120);
    await until(() => !groupRuns(run.group().pid));
  });

  test("AGT-22: 200 MB of output keep head and tail and leave the memory alone", async () => {
    const before = process.memoryUsage().rss;
    const { result } = shell("echo first; head -c 200000000 /dev/zero | tr '\\0' x; echo; echo last", {
      file: undefined as never,
    });
    const { output, exit } = await result;
    expect(exit).toBe(0);
    expect(output.head.startsWith("first\nxxx")).toBe(true);
    expect(output.tail.endsWith("xxx\nlast\n")).toBe(true);
    expect(output.head.length + output.omitted + output.tail.length).toBe(200_000_012);
    expect(output.head.length).toBeLessThanOrEqual(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  test("OUT-8: a secret never stands in the output, wherever it is cut", async () => {
    for (const pad of [0, 990, 1_990, 9_000, 9_180]) {
      const { result } = shell(
        `head -c ${pad} /dev/zero | tr '\\0' a; printf %s ${SECRET}; head -c 30000 /dev/zero | tr '\\0' b`,
      );
      const text = keptText((await result).output);
      expect(text).not.toContain("secret");
      expect(text).not.toContain("0123456789");
    }
    expect(keptText((await shell(`echo ${SECRET}`).result).output)).toBe(`${REDACTED}\n`);
  });

  test("AGT-22: the whole output goes into a file up to its limit, without secrets and readable by its owner alone", async () => {
    using folder = tempFolder();
    const path = join(folder.path, "out.log");
    const whole = await shell(`echo ${SECRET}; seq 1 2000`, { file: { path, maxChars: 100_000 } }).result;
    expect(whole.fileWhole).toBe(true);
    expect(readFileSync(path, "utf8").split("\n").slice(0, 3)).toEqual([REDACTED, "1", "2"]);
    const capped = await shell("seq 1 20000", { file: { path, maxChars: 500 } }).result;
    expect(capped.fileWhole).toBe(false);
    expect(readFileSync(path, "utf8")).toHaveLength(500);
  });

  test("a file that cannot be written costs the file, not the command", async () => {
    using folder = tempFolder();
    writeFileSync(join(folder.path, "logs"), "");
    const { result } = shell("echo fine", { file: { path: join(folder.path, "logs", "x.log"), maxChars: 100 } });
    expect(await result).toMatchObject({ exit: 0, fileWhole: false, output: { head: "fine\n" } });
  });

  test("AGT-10: an abort kills the whole group at once", async () => {
    const stop = new AbortController();
    const run = shell('trap "" TERM; sleep 1000 & while :; do sleep 0.05; done', { signal: stop.signal });
    await until(() => run.group() !== null);
    stop.abort();
    expect(await run.result).toMatchObject({ exit: null, signal: "SIGKILL", aborted: true, timedOut: false });
    await until(() => !groupRuns(run.group().pid));
    expect(await shell("true", { signal: stop.signal }).result).toMatchObject({ aborted: true, exit: null });
  });

  test("OPS-10: asked to end, it has five seconds to do so", async () => {
    const terminate = new AbortController();
    using folder = tempFolder();
    const mark = join(folder.path, "ready");
    const run = shell(`trap "echo bye; exit 7" TERM; echo ready; echo x > ${mark}; while :; do sleep 0.05; done`, {
      terminate: terminate.signal,
    });
    await until(() => readable(mark));
    terminate.abort();
    const result = await run.result;
    expect(result).toMatchObject({ exit: 7, aborted: true });
    expect(result.output.head).toMatch(/^ready\n[\s\S]*bye\n$/);
  });
});

describe("REM-24: a group that an earlier process left", () => {
  test("is ended by its pid and start time", async () => {
    const run = shell("sleep 1000");
    await until(() => run.group() !== null);
    expect(await endGroup(run.group(), systemClock)).toBe(true);
    expect(await run.result).toMatchObject({ signal: "SIGTERM" });
    expect(await endGroup(run.group(), systemClock)).toBe(false);
  });

  test("is left alone when its pid belongs to another process", async () => {
    const run = shell("sleep 1000");
    await until(() => run.group() !== null);
    expect(await endGroup({ ...run.group(), startTime: "another-boot:17" }, systemClock)).toBe(false);
    expect(groupRuns(run.group().pid)).toBe(true);
    expect(await endGroup(run.group(), systemClock)).toBe(true);
    await run.result;
  });
});

function readable(file: string): boolean {
  try {
    return readFileSync(file, "utf8").trim() !== "";
  } catch {
    return false;
  }
}
