/** Start: from the spawn of node to the first getUpdates, against a bare grammY bot in the same run. */
import { growHome } from "./grown-home.ts";
import { OWNER, openBench, quantile, report, stop } from "./harness.ts";

const RUNS = 7;
await using bench = await openBench();

const { process: first, startedMs: firstEver } = await bench.vigil({ env: { NODE_COMPILE_CACHE: bench.freshHome() } });
await first.end("SIGKILL");
const vigil: number[] = [];
const bare: number[] = [];
// Once before measuring: the compile cache and the store of this home are then as on any later start.
await (await bench.vigil()).process.end("SIGTERM");
for (let run = 0; run < RUNS; run++) {
  const started = await bench.vigil();
  vigil.push(started.startedMs);
  await started.process.end("SIGKILL");
  const baseline = await bench.bare();
  bare.push(baseline.startedMs);
  await stop(baseline.child);
}
const grownHome = bench.freshHome();
growHome(grownHome, OWNER);
await (await bench.vigil({ home: grownHome })).process.end("SIGTERM");
const grown: number[] = [];
for (let run = 0; run < RUNS; run++) {
  const started = await bench.vigil({ home: grownHome });
  grown.push(started.startedMs);
  await started.process.end("SIGKILL");
}
const bareMs = quantile(bare, 0.5);
report("start", { ms: quantile(vigil, 0.5), bareMs, ratio: quantile(vigil, 0.5) / bareMs, most: 3.5 });
report("start, grown home", {
  ms: quantile(grown, 0.5),
  emptyMs: quantile(vigil, 0.5),
  ratio: quantile(grown, 0.5) / quantile(vigil, 0.5),
  most: 1.5,
});
report("first start ever", { ms: firstEver, bareMs, ratio: firstEver / bareMs, most: 7 });
