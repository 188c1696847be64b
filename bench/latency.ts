/** A message with an instant model: from the user's send to the answer at the server, against a bare bot with one fetch. */
import { setTimeout as sleep } from "node:timers/promises";
import { growHome } from "./grown-home.ts";
import { OWNER, openBench, quantile, report, stop } from "./harness.ts";

const WARM_UP = 20;
const MESSAGES = 180;
/** Between two messages, so that the pace of 30 messages a second over all chats, which is Telegram's, is not what is measured. */
const PAUSE_MS = 40;

await using bench = await openBench();
// Several owners: one chat alone would meet the pace of one message a second, which is Telegram's and not ours.
const users = Array.from({ length: 60 }, (_, n) => bench.api.user(OWNER + n, { name: `Owner ${n}`, language: "en" }));
const ownerIds = users.map((user) => user.id).join(",");

async function measure(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + MESSAGES; n++) {
    const text = `ping-${n}-${Math.trunc(performance.now())}`;
    bench.api.clearCalls();
    const answered = bench.api.waitForCall("sendMessage", (call) => String(call.payload.text).includes(text));
    const began = performance.now();
    users[n % users.length]?.send(text);
    const call = await answered;
    if (n >= WARM_UP) times.push(call.at - began);
    await sleep(PAUSE_MS);
  }
  return times;
}

async function measureIn(home: string): Promise<number[]> {
  const vigil = await bench.vigil({ home, env: { VIGIL_OWNER_IDS: ownerIds } });
  const times = await measure();
  await vigil.process.end("SIGKILL");
  return times;
}

const ours = await measureIn(bench.home);
const grownHome = bench.freshHome();
growHome(grownHome, OWNER);
const grown = await measureIn(grownHome);
const bare = await bench.bare();
const theirs = await measure();
await stop(bare.child);
report("message latency", {
  medianMs: quantile(ours, 0.5),
  p95Ms: quantile(ours, 0.95),
  bareMedianMs: quantile(theirs, 0.5),
  bareP95Ms: quantile(theirs, 0.95),
  ratio: quantile(ours, 0.5) / quantile(theirs, 0.5),
  most: 5,
});
report("message latency, grown home", {
  medianMs: quantile(grown, 0.5),
  p95Ms: quantile(grown, 0.95),
  emptyMedianMs: quantile(ours, 0.5),
  ratio: quantile(grown, 0.5) / quantile(ours, 0.5),
  most: 1.3,
});
