/**
 * `node test/reliability/year.ts [--rows N] [--seed S] [--days N]`: a simulated year of the dispatcher. Prints one JSON
 * line; exit 1 if any due time was missed, fired twice or was told wrongly.
 */
import { parseArgs } from "node:util";
import { simulateYear } from "./simulate-year.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "365" },
  },
});
const [rows, seed, days] = [values.rows, values.seed, values.days].map(Number) as [number, number, number];
if (![rows, seed, days].every(Number.isInteger)) {
  console.error("usage: node test/reliability/year.ts [--rows N] [--seed S] [--days N] (whole numbers)");
  process.exit(2);
}
const { mistakes, ...result } = await simulateYear({ rows, seed, days });
for (const mistake of mistakes.slice(0, 50)) console.error(mistake);
console.log(JSON.stringify({ rows, seed, days, ...result, mistakes: mistakes.length }));
process.exitCode = mistakes.length > 0 ? 1 : 0;
