/**
 * Runs every check of the project: types, format and lint, unused code, tests (architecture and locales are tests).
 * All of them run, also after a failure; the last line is `N passed, N failed`, where each check beside the tests counts as one.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const root = new URL("..", import.meta.url).pathname;
const bin = join(root, "node_modules", ".bin");
const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ""}` };

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numTotalTestSuites: z.int(),
  numFailedTestSuites: z.int(),
});

if (!process.version.startsWith("v26.")) {
  console.error(`The checks need Node 26 and run on ${process.version}: start them with "npm test".`);
  process.exit(1);
}

let passed = 0;
let failed = 0;

for (const [name, command, args] of [
  ["types", "tsc", ["-p", "."]],
  ["format and lint", "biome", ["check", "--error-on-warnings", "."]],
  ["unused code", "knip", ["--no-progress"]],
] as const) {
  const { status } = spawnSync(join(bin, command), args, { cwd: root, env, stdio: "inherit" });
  if (status === 0) passed++;
  else failed++;
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name}`);
}

const folder = mkdtempSync(join(tmpdir(), "vigil-check-"));
const file = join(folder, "report.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
const tests = spawnSync(join(bin, "vitest"), ["run", ...reporters, ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: "inherit",
});
const report = reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
rmSync(folder, { recursive: true });
passed += report.numPassedTests;
failed += report.numFailedTests;
// A file that does not load, or an error outside of any test, fails the run without a failed test.
if (tests.status !== 0 && report.numFailedTests === 0) failed++;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
