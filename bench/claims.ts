/**
 * Claims: 500 recurring rows due at once, claimed by the dispatcher over a store on the disk. How long the event loop was
 * blocked at most; the baseline is the same loop at rest.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Dispatch } from "#jobs/dispatch.ts";
import { Pulse } from "#stores/home/pulse.ts";
import { openStores } from "#stores/stores.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { growHome } from "./grown-home.ts";
import { OWNER, quantile, report } from "./harness.ts";

const ROWS = 500;
const ROUNDS = 20;
/** The histogram's resolution: its figures are this much more than the delay itself. */
const RESOLUTION_MS = 1;

/** The longest delay of the loop in milliseconds while `work` runs. */
async function longestDelay(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await work();
  // The delay of the last turn is seen by the turn after it.
  await sleep(RESOLUTION_MS * 10);
  delay.disable();
  return Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
}

/** The longest blocks of the loop, one a round, in a home of its own. */
async function blockedIn(grown: boolean): Promise<{ blocked: number[]; claimed: number }> {
  const home = mkdtempSync(join(tmpdir(), "vigil-claims-"));
  if (grown) growHome(home, OWNER, Date.parse("2026-12-01T07:59:00Z"));
  mkdirSync(join(home, "data"), { recursive: true });
  const stores = openStores({ file: join(home, "data/vigil.db"), release: "0.0.0" });
  const clock = new ManualClock("2026-12-01T07:59:00Z");
  const before = Number(stores.db.get("SELECT count(*) AS n FROM firings")?.n);
  stores.db.transaction(() => {
    const schedule = { type: "cron", pattern: "0 9 * * *", zone: "Europe/Berlin" } as const;
    for (let n = 0; n < ROWS; n++) stores.schedules.add(reminderRow("2026-12-01T08:00:00Z", { schedule }));
  });
  const dispatch = new Dispatch({
    stores,
    clock,
    log: new SilentLog(),
    pulse: new Pulse(join(home, "reminders.tick")),
    workers: {},
  });
  const blocked: number[] = [];
  let claimed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const due = Temporal.Instant.from("2026-12-01T08:00:00Z").add({ hours: 24 * round });
    clock.jump(due.toString());
    blocked.push(await longestDelay(async () => void (await dispatch.run())));
    claimed = Number(stores.db.get("SELECT count(*) AS n FROM firings")?.n) - before;
    // Their work has ended, outside of what is measured: the rows may be claimed again.
    stores.db.run("UPDATE firings SET state = 'sent', settled_at = 0 WHERE state <> 'sent'");
  }
  stores.db.close();
  rmSync(home, { recursive: true });
  return { blocked, claimed };
}

const baseline = await longestDelay(() => sleep(200));
const empty = await blockedIn(false);
const grown = await blockedIn(true);
report("claims", {
  rows: ROWS,
  rounds: ROUNDS,
  claimed: empty.claimed,
  medianMaxMs: quantile(empty.blocked, 0.5),
  maxMs: Math.max(...empty.blocked),
  baselineMaxMs: baseline,
  most: 20,
});
report("claims, grown home", {
  claimed: grown.claimed,
  medianMaxMs: quantile(grown.blocked, 0.5),
  emptyMedianMaxMs: quantile(empty.blocked, 0.5),
  ratio: quantile(grown.blocked, 0.5) / quantile(empty.blocked, 0.5),
  most: 1.3,
});
