/** Lateness: from the due instant to the request at the server; offline model, 100,000 pending rows, 1,000 firings over 100 chats at 20 a second. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openStores } from "#stores/stores.ts";
import { growHome } from "./grown-home.ts";
import { openBench, quantile, report } from "./harness.ts";

const PENDING = 100_000;
const FIRINGS = 1_000;
const CHATS = 100;
const PER_SECOND = 20;
/** Time for the process to start before the first reminder is due. */
const HEAD_START_MS = 8_000;

await using bench = await openBench({ offline: true });
for (let n = 0; n < CHATS; n++) bench.api.user(2_000 + n).send("/start");

/** Milliseconds from each due instant to its request, of the firings that arrived. */
async function lateIn(home: string, pending: number): Promise<number[]> {
  bench.api.clearCalls();
  mkdirSync(join(home, "data"), { recursive: true, mode: 0o700 });
  const stores = openStores({ file: join(home, "data/vigil.db"), release: "bench" });
  const base = Date.now() + HEAD_START_MS;
  const due = new Map<string, number>();
  stores.db.transaction(() => {
    for (let n = 0; n < pending + FIRINGS; n++) {
      const fires = n < FIRINGS;
      const at = fires ? base + Math.round((n * 1_000) / PER_SECOND) : base + 86_400_000 + n * 1_000;
      const text = `bench-${n}-x`;
      if (fires) due.set(text, at);
      stores.schedules.add({
        id: `r-${n.toString(36).padStart(10, "0")}`,
        kind: "text",
        text,
        name: null,
        schedule: { type: "instant", at: new Date(at).toISOString(), zone: "Europe/Berlin" },
        nextRunAt: at,
        target: { chatId: 2_000 + (n % CHATS), threadId: null },
        freshForMinutes: null,
        insistMinutes: null,
        timeoutMinutes: null,
        createdAt: Date.now(),
        createdSession: null,
        createdMessage: null,
        snoozedFrom: null,
      });
    }
  });
  stores.db.close();

  const { process } = await bench.vigil({ home });
  const last = base + (FIRINGS * 1_000) / PER_SECOND;
  while (bench.api.callsOf("sendMessage").length < FIRINGS && Date.now() < last + 30_000) await sleep(500);
  await process.end("SIGTERM");

  const arrived = new Map<string, number>();
  for (const call of bench.api.callsOf("sendMessage")) {
    const text = /bench-\d+-x/.exec(String(call.payload.text))?.[0];
    if (text && !arrived.has(text)) arrived.set(text, performance.timeOrigin + call.at);
  }
  return [...arrived].map(([text, at]) => at - (due.get(text) ?? Number.NaN));
}

const late = await lateIn(bench.home, PENDING);
report("lateness", {
  firings: FIRINGS,
  arrived: late.length,
  p50Ms: quantile(late, 0.5),
  p99Ms: quantile(late, 0.99),
  maxMs: Math.max(...late),
  most: 50,
});
const grownHome = bench.freshHome();
growHome(grownHome, 2_000);
const grown = await lateIn(grownHome, 0);
report("lateness, grown home", {
  arrived: grown.length,
  p50Ms: quantile(grown, 0.5),
  p99Ms: quantile(grown, 0.99),
  emptyP50Ms: quantile(late, 0.5),
  ratio: quantile(grown, 0.5) / quantile(late, 0.5),
  most: 1.3,
});
