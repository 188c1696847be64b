import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Database } from "#stores/database/database.ts";
import { migrate, SCHEMA, storeVersion } from "#stores/database/migrate.ts";
import { openStores } from "#stores/stores.ts";
import { testStores } from "#test/helpers/test-stores.ts";

test("OPS-2: an empty store is brought to this code's schema, once", () => {
  using store = testStores();
  expect(storeVersion(store.stores.db)?.schema).toBe(SCHEMA);
  store.stores.meta.set("bot_id", "7");
  expect(store.reopen().meta.get("bot_id")).toBe("7");
});

test("OPS-2: a store readable only by newer code is refused, both versions are named, and nothing is written", () => {
  using store = testStores();
  store.stores.meta.set("schema", "99");
  store.stores.meta.set("readable_by", "98");
  store.stores.db.close();
  const before = readFileSync(store.file);
  expect(() => openStores({ file: store.file, release: "0" })).toThrow(
    expect.objectContaining({
      code: "store_newer",
      message: expect.stringMatching(new RegExp(`99.*98.*schema ${SCHEMA}`, "s")),
    }),
  );
  expect(readFileSync(store.file).equals(before)).toBe(true);
  const db = new Database(store.file);
  db.run("UPDATE meta SET value = ? WHERE name = 'readable_by'", String(SCHEMA));
  db.close();
  // A newer schema that this code may still read is opened, and left as it is.
  store.reopen();
  expect(storeVersion(store.stores.db)).toEqual({ schema: 99, readableBy: SCHEMA });
});

test("OPS-2: a copy is made before the first migration of a store with data, and not for a new one", () => {
  using store = testStores();
  const copies: number[] = [];
  const fresh = new Database(join(store.folder, "fresh.db"));
  migrate(fresh, (from) => copies.push(from));
  fresh.close();
  expect(copies).toEqual([]);
});

test("OPS-2: the store keeps what was committed (WAL, synchronous FULL, foreign keys on)", () => {
  using store = testStores();
  const pragma = (name: string) => Object.values(store.stores.db.get(`PRAGMA ${name}`) ?? {})[0];
  expect(pragma("journal_mode")).toBe("wal");
  expect(pragma("synchronous")).toBe(2);
  expect(pragma("foreign_keys")).toBe(1);
});
