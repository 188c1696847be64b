import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Home, homeAt, openHome } from "#stores/home/home.ts";
import { acquireInstanceLock, isRunning, runningInstance } from "#stores/home/instance-lock.ts";

let root: string;
let home: Home;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "vigil-home-"));
  home = openHome(root, { create: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const FACTS = { pid: process.pid, startedAt: "2026-12-01T08:00:00Z", version: "1.2.3" };

test("OPS-1: a second start is refused, naming the process that runs", () => {
  const lock = acquireInstanceLock(home, FACTS);
  expect(() => acquireInstanceLock(home, { ...FACTS, pid: 1 })).toThrow(
    expect.objectContaining({
      code: "already_running",
      message: `Vigil already runs over ${root}: process ${process.pid}, version 1.2.3, since 2026-12-01T08:00:00Z.`,
    }),
  );
  lock.describe({ ...FACTS, pageUrl: "http://127.0.0.1:1/?key=k" });
  expect(runningInstance(home)).toEqual({ facts: { ...FACTS, pageUrl: "http://127.0.0.1:1/?key=k" } });
  expect(statSync(home.instanceFacts).mode & 0o777).toBe(0o600);
  lock.release();
  expect(isRunning(home)).toBe(false);
  expect(existsSync(home.instanceFacts)).toBe(false);
  acquireInstanceLock(home, FACTS).release();
});

test("OPS-1: looking whether somebody runs never makes a lock file", () => {
  expect(runningInstance(home)).toBeNull();
  expect(existsSync(home.instanceLock)).toBe(false);
});

test("OPS-1: the lock dies with its holder, even one that is killed outright", async () => {
  const code = `
    const { openHome } = await import(${JSON.stringify(new URL("../../src/stores/home/home.ts", import.meta.url).href)});
    const { acquireInstanceLock } = await import(${JSON.stringify(new URL("../../src/stores/home/instance-lock.ts", import.meta.url).href)});
    acquireInstanceLock(openHome(${JSON.stringify(root)}, { create: true }), { pid: process.pid, startedAt: "2026-12-01T08:00:00Z", version: "0" });
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: new URL("../..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  expect(runningInstance(home)).toEqual({ facts: expect.objectContaining({ pid: child.pid }) });
  expect(() => acquireInstanceLock(home, FACTS)).toThrow(expect.objectContaining({ code: "already_running" }));
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(home)).toBe(false);
  acquireInstanceLock(home, FACTS).release();
});

test("SEC-1: a home's folders are made for its owner alone, also where git had made them for everybody", () => {
  for (const folder of [home.data, home.vault, home.logs, home.backups, home.custom, home.nightCaches, home.work])
    expect(statSync(folder).mode & 0o777, folder).toBe(0o700);
});

test("CLI-1: a home that no start has made is refused, though the checkout has a folder data/", () => {
  expect(() => openHome(root, { create: false })).toThrow(expect.objectContaining({ code: "home_missing" }));
});

test("a folder that cannot be made says what is in the way", () => {
  const inTheWay = homeAt(path.join(process.execPath, "home"));
  expect(() => openHome(inTheWay.root, { create: true })).toThrow(expect.objectContaining({ code: "home_unwritable" }));
});

test("a home where the system allows no folder is refused at once", () => {
  // On Linux /proc; elsewhere it is a folder of the root that nobody but root may make.
  expect(() => openHome("/proc/nope/deeper", { create: true })).toThrow(
    expect.objectContaining({ code: "home_unwritable" }),
  );
});
