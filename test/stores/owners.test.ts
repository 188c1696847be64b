import { expect, test } from "vitest";
import type { PairingResult } from "#stores/people/owners.ts";
import { testStores } from "#test/helpers/test-stores.ts";

const opened = Temporal.Instant.from("2026-12-01T08:00:00Z");
const expires = opened.add({ minutes: 10 });
const user = (userId: number) => ({ userId, name: `user ${userId}`, languageCode: "en", privateChatId: userId });

test("TG-1: the right code makes an owner and closes the window", () => {
  using store = testStores();
  const { owners } = store.stores;
  owners.openPairing("abc", opened, expires);
  expect(owners.tryPairing("abc", user(1), opened)).toBe("paired");
  expect(owners.get(1)).toMatchObject({ name: "user 1", privateChatId: 1 });
  expect(owners.tryPairing("abc", user(2), opened)).toBe("closed");
  expect(owners.list()).toHaveLength(1);
});

test("TG-1: five wrong codes a user, fifty in all, then even the right one is not heard", () => {
  using store = testStores();
  const { owners } = store.stores;
  owners.openPairing("abc", opened, expires);
  const tries = (userId: number, n: number): PairingResult[] =>
    Array.from({ length: n }, () => owners.tryPairing("no", user(userId), opened));
  expect(tries(1, 6)).toEqual(["wrong", "wrong", "wrong", "wrong", "wrong", "closed"]);
  expect(owners.tryPairing("abc", user(1), opened)).toBe("closed");
  for (let id = 2; id <= 10; id++) tries(id, 5);
  expect(owners.tryPairing("abc", user(11), opened)).toBe("closed");
});

test("TG-1: the window closes by itself after ten minutes, and the code is stored as a hash", () => {
  using store = testStores();
  const { owners, db } = store.stores;
  owners.openPairing("secret-code", opened, expires);
  expect(JSON.stringify(db.all("SELECT * FROM pairing"))).not.toContain("secret-code");
  expect(owners.tryPairing("secret-code", user(1), expires)).toBe("closed");
});
