import { expect, test } from "vitest";
import { Database } from "#stores/database/database.ts";
import { testStores } from "#test/helpers/test-stores.ts";

test("ARC-12: loops are woken after the commit, each topic once, and not after a rollback", () => {
  using store = testStores();
  const { db, meta } = store.stores;
  const woken: string[] = [];
  store.wake.on("outbox", () => woken.push(`outbox, committed ${meta.get("commands_hash") ?? "nothing"}`));
  db.transaction(() => {
    db.wake("outbox");
    meta.set("commands_hash", "1");
    db.transaction(() => db.wake("outbox"));
    expect(woken).toEqual([]);
  });
  expect(woken).toEqual(["outbox, committed 1"]);
  expect(() =>
    db.transaction(() => {
      meta.set("commands_hash", "2");
      db.wake("outbox");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(woken).toHaveLength(1);
  expect(meta.get("commands_hash")).toBe("1");
});

test("ARC-12: what another connection commits changes the data version, one's own commits do not", () => {
  using store = testStores();
  const before = store.stores.db.dataVersion();
  store.stores.meta.set("onboarded", "1");
  expect(store.stores.db.dataVersion()).toBe(before);
  const other = new Database(store.file);
  other.run("INSERT INTO meta (name, value) VALUES ('theirs', '1')");
  other.close();
  expect(store.stores.db.dataVersion()).not.toBe(before);
});
