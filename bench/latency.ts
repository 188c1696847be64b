/** A message with an instant model: from the user's send to the answer at the server, against a bare bot with one fetch. */
import { OWNER, openBench, quantile, report, stop } from "./harness.ts";

const WARM_UP = 20;
const MESSAGES = 200;

await using bench = await openBench();
const user = bench.api.user(OWNER, { name: "Owner", language: "en" });

async function measure(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + MESSAGES; n++) {
    const text = `ping-${n}-${Math.trunc(performance.now())}`;
    bench.api.clearCalls();
    const answered = bench.api.waitForCall("sendMessage", (call) => String(call.payload.text).includes(text));
    const began = performance.now();
    user.send(text);
    const call = await answered;
    if (n >= WARM_UP) times.push(call.at - began);
  }
  return times;
}

const vigil = await bench.vigil();
const ours = await measure();
await vigil.process.end("SIGKILL");
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
