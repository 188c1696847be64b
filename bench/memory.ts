/** Idle memory (RSS) against a bare grammY bot in the same run, and idle CPU time a minute. Linux only: it reads /proc. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openBench, report, stop } from "./harness.ts";

/** What a start leaves to do at leisure, such as writing the compile cache, is over by then. */
const SETTLE_MS = 10_000;
const IDLE_MS = 30_000;
const TICKS_PER_SECOND = 100;

await using bench = await openBench();
const vigil = await bench.vigil();
await sleep(SETTLE_MS);
const before = cpuSeconds(vigil.process.child.pid);
await sleep(IDLE_MS);
const cpu = cpuSeconds(vigil.process.child.pid) - before;
const megabytes = rss(vigil.process.child.pid);
await vigil.process.end("SIGKILL");

const bare = await bench.bare();
await sleep(SETTLE_MS + IDLE_MS);
const bareMegabytes = rss(bare.child.pid);
await stop(bare.child);

report("idle memory", { megabytes, bareMegabytes, ratio: megabytes / bareMegabytes, most: 2 });
report("idle CPU seconds a minute", { seconds: (cpu * 60_000) / IDLE_MS, most: 0.2 });

function rss(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** User and system time of the process and its threads. */
function cpuSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
