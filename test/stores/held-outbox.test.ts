import { expect, test } from "vitest";
import { testStores } from "#test/helpers/test-stores.ts";

const now = Temporal.Instant.from("2026-12-01T08:00:00Z");
const target = { chatId: 1, threadId: null };

test("TG-18: while the store is held for another bot, only answers to that bot's own updates may go", () => {
  using store = testStores();
  const { outbox } = store.stores;
  const old = outbox.enqueue({ key: "firing:1", target, payload: { kind: "text", markdown: "old" } }, now);
  const other = outbox.enqueue({ key: "update:77:5:0", target, payload: { kind: "text", markdown: "other" } }, now);
  const answer = outbox.enqueue({ key: "update:7:5:0", target, payload: { kind: "text", markdown: "mine" } }, now);
  expect(outbox.heads(now).map((head) => head.id)).toEqual([old]);
  expect(outbox.heads(now, 7).map((head) => head.id)).toEqual([answer]);
  outbox.expireOthers(7, now);
  expect([old, other, answer].map((id) => outbox.get(id)?.state)).toEqual(["expired", "expired", "queued"]);
});

test("TG-13: a posted message leads back to what it said, in its own chat", () => {
  using store = testStores();
  const { outbox } = store.stores;
  const id = outbox.enqueue({ key: "a", target, payload: { kind: "text", markdown: "x" } }, now);
  outbox.sending(id, [{ text: "x", entities: [] }]);
  outbox.accepted(id, 0, 900, now);
  expect(outbox.findByMessage(1, 900)?.id).toBe(id);
  expect(outbox.findByMessage(2, 900)).toBeUndefined();
  expect(outbox.findByMessage(1, 901)).toBeUndefined();
});
