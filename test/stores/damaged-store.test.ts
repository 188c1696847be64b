import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AppError } from "#core/errors.ts";
import { Database } from "#stores/database/database.ts";
import { checkIntegrity } from "#stores/database/health-facts.ts";
import { SCHEMA } from "#stores/database/migrate.ts";
import { type Home, openHome } from "#stores/home/home.ts";
import { openStores } from "#stores/stores.ts";

let root: string;
let home: Home;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "vigil-store-"));
  home = openHome(root, { create: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const open = (options: { migrate?: boolean } = {}) => openStores({ file: home.store, release: "0", ...options });
const damaged = expect.objectContaining({ code: "store_damaged" });

function caught(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("no AppError was thrown");
}

test("OPS-3: a file that is no store is kept, refused, and the newest copy is named", () => {
  writeFileSync(home.store, "no database at all, but long enough to be looked at".repeat(50));
  writeFileSync(path.join(home.backups, "schema-1.db"), "");
  const before = readFileSync(home.store);
  const error = caught(open);
  expect(error.code).toBe("store_damaged");
  expect(error.remedy).toContain(path.join(home.backups, "schema-1.db"));
  expect(readFileSync(home.store)).toEqual(before);
});

test("OPS-3: a store that shrank to nothing after it was in use is damaged, a fresh empty file is new", () => {
  writeFileSync(home.store, "");
  open().db.close();
  writeFileSync(home.tick, "");
  truncateSync(home.store, 0);
  expect(open).toThrow(damaged);
});

test("OPS-3: a store with a destroyed page is found by the full check", () => {
  const stores = open();
  stores.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  stores.db.close();
  expect(checkIntegrity(home.store)).toBe("ok");
  const fd = openSync(home.store, "r+");
  writeSync(fd, Buffer.alloc(4_096, 0xa5), 0, 4_096, 3 * 4_096);
  closeSync(fd);
  expect(checkIntegrity(home.store)).not.toBe("ok");
});

test("CLI-1: beside a running process a store is never brought forward", () => {
  new Database(home.store).close();
  expect(() => open({ migrate: false })).toThrow(expect.objectContaining({ code: "store_outdated" }));
  open().db.close();
  open({ migrate: false }).db.close();
});

test("OPS-2: a store that needs newer code is refused by the command line too", () => {
  const stores = open();
  stores.meta.set("schema", String(SCHEMA + 5));
  stores.meta.set("readable_by", String(SCHEMA + 5));
  stores.db.close();
  expect(() => open({ migrate: false })).toThrow(expect.objectContaining({ code: "store_newer" }));
});
