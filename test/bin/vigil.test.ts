import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A command line that does what its first argument says, in place of the real one. */
const STUB = `
export async function main({ args }: { args: readonly string[] }): Promise<number> {
  const told = new Promise<number>((resolve) => process.once("SIGTERM", () => resolve(3)));
  console.log(JSON.stringify({ args, pid: process.pid, node: process.versions.node, launcher: process.env.VIGIL_LAUNCHER_PID ?? null }));
  if (args[0] === "wait") {
    setInterval(() => {}, 1_000);
    return await told;
  }
  if (args[0] === "throw") throw new Error("broken");
  return Number(args[1] ?? 0);
}
`;
/** Makes a process believe that it is an old Node: what it starts is not. */
const OLD = [
  "--import",
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.0.0"}})',
];

let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(path.join(tmpdir(), "vigil-bin-"));
  cpSync(new URL("../../bin/vigil.mjs", import.meta.url), path.join(checkout, "bin", "vigil.mjs"));
  mkdirSync(path.join(checkout, "src", "cli"), { recursive: true });
  writeFileSync(path.join(checkout, "src", "cli", "main.ts"), STUB);
  writeFileSync(path.join(checkout, "package.json"), '{"type":"module"}');
  installNode("node");
});
afterAll(() => rmSync(checkout, { recursive: true }));

function installNode(prefix: string): string {
  const folder = path.join(checkout, "node_modules", `${prefix}-${process.platform}-${process.arch}`);
  mkdirSync(path.join(folder, "bin"), { recursive: true });
  symlinkSync(process.execPath, path.join(folder, "bin", "node"));
  return folder;
}

function start(nodeArgs: readonly string[], args: readonly string[]) {
  const child = spawn(process.execPath, [...nodeArgs, path.join(checkout, "bin", "vigil.mjs"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const said = once(child.stdout, "data");
  return { child, said, facts: () => JSON.parse(out.split("\n")[0]!), err: () => err };
}

async function ended(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  return (await once(child, "close")) as [number | null, NodeJS.Signals | null];
}

test("on Node 26 the command line runs in the process itself, with the compile cache in node_modules", async () => {
  const run = start([], ["do", "4"]);
  expect(await ended(run.child)).toEqual([4, null]);
  expect(run.facts()).toMatchObject({ args: ["do", "4"], pid: run.child.pid, launcher: null });
  expect(run.err()).toBe("");
  expect(existsSync(path.join(checkout, "node_modules", ".cache", "vigil"))).toBe(true);
});

test("an old Node starts the bundled one and passes its exit status on", async () => {
  const run = start(OLD, ["do", "5"]);
  expect(await ended(run.child)).toEqual([5, null]);
  expect(run.facts().pid).not.toBe(run.child.pid);
  expect(run.facts()).toMatchObject({ node: process.versions.node, launcher: null });
});

test("an old Node without the bundled one says in one sentence what is missing", async () => {
  const folder = path.join(checkout, "node_modules", `node-${process.platform}-${process.arch}`);
  rmSync(folder, { recursive: true });
  const run = start(OLD, ["do"]);
  expect(await ended(run.child)).toEqual([1, null]);
  expect(run.err()).toMatch(
    /^vigil: Vigil needs Node 26 and this is Node 18\.0\.0: run "npm install" in \S+, which brings it, .*\n$/,
  );

  const other = installNode("node-bin");
  expect(await ended(start(OLD, ["do", "6"]).child)).toEqual([6, null]);
  rmSync(other, { recursive: true });
  installNode("node");
});

test("OPS-10: SIGTERM reaches the bundled Node, and its end is the launcher's", async () => {
  const run = start(OLD, ["wait"]);
  await run.said;
  run.child.kill("SIGTERM");
  expect(await ended(run.child)).toEqual([3, null]);
});

test("a launcher that is killed outright leaves no process behind", async () => {
  const run = start(OLD, ["wait"]);
  await run.said;
  run.child.kill("SIGKILL");
  // "close" comes when the last process that holds the output has ended.
  expect(await ended(run.child)).toEqual([null, "SIGKILL"]);
});

test("OPS-9: without a terminal the status 75 goes to whoever supervises", async () => {
  expect(await ended(start([], ["start", "75"]).child)).toEqual([75, null]);
  expect(await ended(start(OLD, ["start", "75"]).child)).toEqual([75, null]);
});

test("missing packages are named as such, any other failure with its stack", async () => {
  const main = path.join(checkout, "src", "cli", "main.ts");
  writeFileSync(main, 'import "commander";');
  const missing = start([], []);
  expect(await ended(missing.child)).toEqual([1, null]);
  expect(missing.err()).toBe(`vigil: Vigil's packages are not installed: run "npm install" in ${checkout}.\n`);
  writeFileSync(main, STUB);
  const broken = start([], ["throw"]);
  expect(await ended(broken.child)).toEqual([1, null]);
  expect(broken.err()).toContain("Error: broken");
});
