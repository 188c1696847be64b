/** `npm run bench [-- NAME …]`: runs the benchmarks one after another. Each prints one JSON line per figure, with its baseline. */
import { spawnSync } from "node:child_process";

const ALL = ["start", "memory", "latency", "first-draft", "lateness", "throughput", "claims"];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are: ${ALL.join(", ")}`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : ALL) {
  const { status } = spawnSync(process.execPath, [new URL(`./${name}.ts`, import.meta.url).pathname], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
