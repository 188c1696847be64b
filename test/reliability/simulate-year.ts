import { createHash } from "node:crypto";
import { join } from "node:path";
import { nextRun } from "#core/time/recurrence.ts";
import { isOnce } from "#core/time/schedule.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import { Pulse } from "#stores/home/pulse.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { type YearRow, yearRows } from "./year-rows.ts";

const START = Temporal.Instant.from("2026-01-01T00:00:00Z");

export interface YearResult {
  readonly dueTimes: number;
  readonly firings: number;
  /** Due times that no firing of their own told, since nothing ran then: they are counted in a later one. */
  readonly caughtUp: number;
  readonly stale: number;
  /** What differs from what was to be expected; empty if all is well. */
  readonly mistakes: readonly string[];
  /** Of every firing: the same on every machine. */
  readonly digest: string;
}

interface Downtime {
  readonly from: number;
  readonly until: number;
}

/**
 * A year of the dispatcher over a real store, by a clock that jumps to the next due time, with stretches in which nothing
 * runs. Every firing is compared with due times that are found without the product's code.
 */
export async function simulateYear(options: { rows: number; seed: number; days: number }): Promise<YearResult> {
  const random = mulberry32(options.seed);
  const end = START.add({ hours: 24 * options.days });
  const rows = yearRows(options.rows, START, random);
  const downtimes = drawDowntimes(options.days, random);
  using store = testStores();
  const { stores } = store;
  // What is committed is read back in this process: nothing needs to reach the disk.
  stores.db.exec("PRAGMA synchronous = OFF");
  const ids = rows.map(({ schedule, name, freshForMinutes }) => {
    const row = reminderRow(START.toString(), {
      text: name,
      schedule,
      freshForMinutes,
      nextRunAt: nextRun(schedule, START)?.epochMilliseconds ?? null,
    });
    if (row.nextRunAt !== null) stores.schedules.add(row);
    return row.id;
  });
  const clock = new ManualClock(START.toString());
  const dispatch = new Dispatch({
    stores,
    clock,
    log: new SilentLog(),
    pulse: new Pulse(join(store.folder, "reminders.tick")),
    workers: {
      text: {
        concurrency: () => 1_000,
        perform: async (firing) => {
          stores.firings.start(firing.id, null, clock.now());
          stores.firings.finish(firing.id, { state: "queued", outboxId: null, error: null }, clock.now());
          stores.firings.settle(firing.id, "sent", null, clock.now());
        },
      },
    },
  });
  for (;;) {
    const due = stores.schedules.nextDue();
    if (due === null || due > end.epochMilliseconds) break;
    clock.jump(Temporal.Instant.fromEpochMilliseconds(wakeAt(due, downtimes)).toString());
    await dispatch.run();
    // The work of a pass ends in microtasks: it is done before the next one.
    await Promise.resolve();
  }

  const told = Map.groupBy(stores.firings.list(10_000_000), (firing) => firing.scheduleId);
  const result = { dueTimes: 0, firings: 0, caughtUp: 0, stale: 0 };
  const mistakes: string[] = [];
  const digest = createHash("sha256");
  for (const [index, row] of rows.entries()) {
    const firings = (told.get(ids[index]!) ?? []).toReversed();
    const expected = expectedFirings(row, row.dueTimes(START, end), downtimes);
    const found = firings.map((f) => line(f.dueAt, f.claimedAt, f.skippedEarlier, f.state));
    const wanted = expected.map((f) => line(f.dueAt, f.claimedAt, f.skipped, f.stale ? "skipped" : "sent"));
    mistakes.push(...differences(row.name, found, wanted));
    digest.update(`${row.name}\n${found.join("\n")}\n`);
    result.firings += firings.length;
    result.dueTimes += expected.reduce((sum, f) => sum + 1 + f.skipped, 0);
    result.caughtUp += expected.reduce((sum, f) => sum + f.skipped, 0);
    result.stale += expected.filter((f) => f.stale).length;
  }
  return { ...result, mistakes, digest: digest.digest("hex") };
}

/** What REM-2 says of a row's due times: each fires once; of those that passed while nothing ran, the latest, with the count of the others. */
function expectedFirings(row: YearRow, dueTimes: readonly number[], downtimes: readonly Downtime[]) {
  const byWake = Map.groupBy(dueTimes, (due) => wakeAt(due, downtimes));
  return [...byWake].map(([claimedAt, due]) => {
    const dueAt = isOnce(row.schedule) ? due[0]! : due.at(-1)!;
    const late = claimedAt - dueAt;
    const stale = row.freshForMinutes !== null && late > row.freshForMinutes * 60_000;
    return { dueAt, claimedAt, skipped: due.length - 1, stale };
  });
}

/** When the process sees what is due at `due`: at once, or at the end of the stretch in which it does not run. */
function wakeAt(due: number, downtimes: readonly Downtime[]): number {
  return downtimes.find(({ from, until }) => from <= due && due < until)?.until ?? due;
}

/** About one stretch a month, from ten minutes to five days; they do not touch. */
function drawDowntimes(days: number, random: () => number): Downtime[] {
  return Array.from({ length: Math.floor(days / 30) }, (_, month) => {
    const from = START.epochMilliseconds + Math.floor((month + random() * 0.8) * 30 * 1_440) * 60_000 + 30_000;
    const minutes = random() < 0.5 ? 10 + random() * 110 : 120 + random() * 7_000;
    return { from, until: from + Math.floor(minutes) * 60_000 };
  });
}

function line(dueAt: number, claimedAt: number, skipped: number, state: string): string {
  return `${new Date(dueAt).toISOString()} at ${new Date(claimedAt).toISOString()} +${skipped} ${state}`;
}

function differences(name: string, found: readonly string[], wanted: readonly string[]): string[] {
  const foundOnce = new Set(found);
  const twice = found.filter((each, index) => found.indexOf(each) !== index);
  return [
    ...twice.map((each) => `${name}: twice ${each}`),
    ...found.filter((each) => !wanted.includes(each)).map((each) => `${name}: not expected ${each}`),
    ...wanted.filter((each) => !foundOnce.has(each)).map((each) => `${name}: missing ${each}`),
  ];
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
