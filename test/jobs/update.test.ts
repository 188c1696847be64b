import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "#test/helpers/temp-folder.ts";

const root = new URL("../..", import.meta.url).pathname;

test("REM-50, OPS-9: vigil update replaces the running release by the newest one", async () => {
  using folder = tempFolder();
  const [origin, checkout, home, bin] = ["origin", "checkout", "home", "bin"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string, string];
  const git = (where: string, ...args: string[]): void =>
    void execFileSync("git", ["-C", where, "-c", "user.name=T", "-c", "user.email=t@example.org", ...args]);
  for (const name of ["bin", "bot", "jobs", "locales", "src", "package.json", ".gitignore"])
    cpSync(join(root, name), join(origin, name), { recursive: true });
  git(folder.path, "init", "--quiet", origin);
  git(origin, "add", ".");
  git(origin, "commit", "--quiet", "-m", "one");
  git(folder.path, "clone", "--quiet", origin, checkout);
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  // What npm would do is not what this is about.
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), "#!/bin/sh\nexit 0\n");
  chmodSync(join(bin, "npm"), 0o755);
  mkdirSync(home);
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    VIGIL_HOME: home,
    VIGIL_PLAYGROUND_PORT: "0",
    VIGIL_LOG_LEVEL: "warn",
  };
  const vigil = (...args: string[]) => {
    const child = spawn(process.execPath, [join(checkout, "bin/vigil.mjs"), ...args], { cwd: home, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    return { ended, output: () => output };
  };
  const facts = (): { pid: number; version: string } | undefined => {
    try {
      return JSON.parse(readFileSync(join(home, "data", "instance.json"), "utf8"));
    } catch {
      return undefined;
    }
  };

  const first = vigil("start");
  try {
    await expect.poll(() => first.output(), { timeout: 10_000 }).toContain("Open http");
    const manifest = JSON.parse(readFileSync(join(origin, "package.json"), "utf8"));
    writeFileSync(join(origin, "package.json"), JSON.stringify({ ...manifest, version: "99.0.0" }, null, 2));
    git(origin, "commit", "--quiet", "-am", "two");
    const update = vigil("update");
    const status = await update.ended;
    expect(update.output()).toBe("Vigil is updated.\n");
    expect(status).toBe(0);
    expect(await first.ended).toBe(75);
    expect(facts()?.version).toBe("99.0.0");
    const again = vigil("update");
    await again.ended;
    expect(again.output()).toBe("This is the newest release already.\n");
  } finally {
    // The update's own process and what it starts are no children of this one.
    for (const pid of processesIn(checkout)) process.kill(pid, "SIGKILL");
  }
}, 60_000);

/** Processes that were started with something of `folder`. */
function processesIn(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}
