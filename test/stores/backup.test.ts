import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBackup } from "#jobs/backup.ts";
import { backupBeforeMigration, backupNight, backupStore } from "#stores/backup/backup.ts";
import { restoreStore } from "#stores/backup/restore.ts";
import { type Home, openHome } from "#stores/home/home.ts";
import { acquireInstanceLock } from "#stores/home/instance-lock.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";

const NOW = Temporal.Instant.from("2026-12-01T08:00:00Z");
const FACTS = { now: NOW, version: "0.0.0-test" };

interface HomeWorld extends Disposable {
  readonly home: Home;
  stores: Stores;
  /** Texts of the reminders in the store at a file. */
  texts(file?: string): string[];
}

function homeWorld(): HomeWorld {
  const root = mkdtempSync(join(tmpdir(), "vigil-backup-"));
  const home = openHome(root, { create: true });
  const world: HomeWorld = {
    home,
    stores: openStores({ file: home.store, release: "0.0.0-test" }),
    texts(file = home.store) {
      const stores = openStores({ file, release: "0.0.0-test" });
      const texts = stores.schedules.live().map((row) => row.text);
      stores.db.close();
      return texts;
    },
    [Symbol.dispose]() {
      world.stores.db.close();
      rmSync(root, { recursive: true });
    },
  };
  return world;
}

const remind = (stores: Stores, text: string) => stores.schedules.add(reminderRow("2026-12-24T08:00:00Z", { text }));

test("OPS-7: the copy is whole while the store is in use, stands alone, and only its owner can read it", async () => {
  using world = homeWorld();
  remind(world.stores, "kept in the log beside the store");
  const target = join(world.home.backups, "copy.db");
  await backupStore(world.home.store, target);
  remind(world.stores, "after the copy");
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(world.home.backups)).toEqual(["copy.db"]);
  expect(readFileSync(target).subarray(18, 20)).toEqual(Buffer.from([1, 1]));
  expect(world.texts(target)).toEqual(["kept in the log beside the store"]);
});

test("OPS-7: a copy overwrites nothing, and one that failed leaves nothing behind", async () => {
  using world = homeWorld();
  const target = join(world.home.backups, "mine.db");
  writeFileSync(target, "mine");
  await expect(backupStore(world.home.store, target)).rejects.toMatchObject({ code: "file_exists" });
  expect(readFileSync(target, "utf8")).toBe("mine");
  world.stores.db.close();
  const damaged = join(world.home.data, "damaged.db");
  writeFileSync(damaged, "x".repeat(9_000));
  await expect(backupStore(damaged, join(world.home.backups, "b.db"))).rejects.toMatchObject({ code: "store_damaged" });
  expect(readdirSync(world.home.backups)).toEqual(["mine.db"]);
});

test("OPS-7: of the nightly copies the newest seven are kept, and no other file is touched", async () => {
  using world = homeWorld();
  writeFileSync(join(world.home.backups, "manual.db"), "");
  for (let day = 1; day <= 9; day++)
    await backupNight(world.home, Temporal.PlainDate.from({ year: 2026, month: 12, day }));
  expect(readdirSync(world.home.backups).toSorted()).toEqual([
    "manual.db",
    ...[3, 4, 5, 6, 7, 8, 9].map((day) => `night-2026-12-0${day}.db`),
  ]);
});

test("OPS-7: the night's copy is made at its time in the owner's zone, and one that was missed is made up for", async () => {
  using world = homeWorld();
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  const job = createBackup(world.home, clock, { time: () => "04:00", zone: () => "Europe/Berlin" });
  const due = () => job.nextDue(clock.now())?.toString();
  const run = () => job.run(clock.now(), new AbortController().signal);
  expect(due()).toBe("2026-12-01T08:05:00Z");
  await clock.advance("PT5M");
  await run();
  expect(readdirSync(world.home.backups)).toEqual(["night-2026-12-01.db"]);
  expect(due()).toBe("2026-12-02T03:00:00Z");
  await clock.advanceTo("2026-12-02T03:00:00Z");
  await run();
  expect(readdirSync(world.home.backups)).toEqual(["night-2026-12-01.db", "night-2026-12-02.db"]);

  // A failure is tried again after an hour, not in a loop.
  await clock.advanceTo("2026-12-03T03:00:00Z");
  rmSync(world.home.backups, { recursive: true });
  await expect(run()).rejects.toThrow();
  expect(due()).toBe("2026-12-03T04:00:00Z");
});

test("OPS-2: before a migration the store is copied as it is", () => {
  using world = homeWorld();
  remind(world.stores, "older");
  backupBeforeMigration(world.home, 1, NOW);
  const copy = join(world.home.backups, "schema-1-20261201T080000Z.db");
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(world.texts(copy)).toEqual(["older"]);
});

test("OPS-7: restore brings the copy back and keeps what it replaces", async () => {
  using world = homeWorld();
  remind(world.stores, "of yesterday");
  const copy = join(world.home.backups, "night.db");
  await backupStore(world.home.store, copy);
  remind(world.stores, "of today");
  world.stores.db.close();
  const before = readFileSync(copy);
  const { kept } = restoreStore(world.home, copy, FACTS);
  expect(world.texts()).toEqual(["of yesterday"]);
  expect(statSync(world.home.store).mode & 0o777).toBe(0o600);
  expect(readFileSync(copy).equals(before)).toBe(true);
  expect(world.texts(join(kept ?? "", "vigil.db"))).toEqual(["of yesterday", "of today"]);
  expect(readdirSync(world.home.data).filter((name) => name.includes("tmp"))).toEqual([]);
});

test("OPS-7: a copy made by hand of a store in use is restored with what stands in the log beside it", () => {
  using world = homeWorld();
  remind(world.stores, "in the log");
  const folder = join(world.home.root, "by-hand");
  mkdirSync(folder);
  for (const suffix of ["", "-wal"]) copyFileSync(`${world.home.store}${suffix}`, join(folder, `vigil.db${suffix}`));
  world.stores.db.close();
  restoreStore(world.home, join(folder, "vigil.db"), FACTS);
  expect(world.texts()).toEqual(["in the log"]);
});

test.each(["backup_missing", "backup_damaged", "backup_truncated", "no_store", "store_newer", "already_running"])(
  "OPS-7: restore refuses (%s), and the store stays as it was",
  async (why) => {
    using world = homeWorld();
    remind(world.stores, "mine");
    const copy = join(world.home.root, "copy.db");
    await backupStore(world.home.store, copy);
    const copied = openStores({ file: copy, release: "0.0.0-test" });
    if (why === "store_newer") copied.meta.set("readable_by", "98");
    if (why === "no_store") copied.db.exec("DROP TABLE meta");
    copied.db.exec("PRAGMA journal_mode = DELETE");
    copied.db.close();
    const whole = readFileSync(copy);
    if (why === "backup_missing") rmSync(copy);
    if (why === "backup_damaged")
      writeFileSync(copy, Buffer.concat([whole.subarray(0, 5_000), Buffer.alloc(40_000, 7)]));
    if (why === "backup_truncated") writeFileSync(copy, whole.subarray(0, 30_000));
    const lock =
      why === "already_running" && acquireInstanceLock(world.home, { pid: 1, startedAt: NOW.toString(), version: "1" });
    const code = ["no_store", "backup_truncated"].includes(why) ? "backup_damaged" : why;
    expect(() => restoreStore(world.home, copy, FACTS)).toThrow(expect.objectContaining({ code }));
    if (lock) lock.release();
    expect(world.texts()).toEqual(["mine"]);
    expect(readdirSync(world.home.backups)).toEqual([]);
  },
);
