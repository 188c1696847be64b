import { expect, test } from "vitest";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Stores } from "#stores/stores.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { settleMessage } from "#use-cases/settle-message.ts";

const now = Temporal.Instant.from("2026-12-01T10:00:00Z");
const later = (seconds: number): Temporal.Instant => now.add({ seconds });
const target = (chatId: number) => ({ chatId, threadId: null });
const text: PayloadInput = { kind: "text", markdown: "hello" };

/** Queues a text for a chat; returns its id. */
function queue(stores: Stores, key: string, chatId: number, notBefore?: number): number {
  const message = { key, target: target(chatId), payload: text, ...(notBefore !== undefined && { notBefore }) };
  return stores.outbox.enqueue(message, now);
}

function heads(stores: Stores, at = now): number[] {
  return stores.outbox.heads(at).map((head) => head.id);
}

/** A claimed firing with its reminder in the outbox. */
function reminder(stores: Stores, dueAt: Temporal.Instant, chatId = 100): { firingId: number; id: number } {
  const firingId = stores.firings.claim(
    {
      scheduleId: "r-0000000001",
      dueAt: dueAt.epochMilliseconds,
      origin: "schedule",
      kind: "text",
      text: "stretch",
      name: null,
      target: target(chatId),
      timeoutMinutes: null,
      insistMinutes: null,
      askedAt: dueAt.epochMilliseconds,
      skippedEarlier: 0,
      last: false,
      state: "claimed",
      error: null,
    },
    now,
  )!;
  const id = stores.outbox.enqueue(
    {
      key: `firing:${firingId}`,
      target: target(chatId),
      payload: { kind: "reminder", firingId, scheduleId: "r-0000000001", markdown: "**stretch**" },
      dueAt: dueAt.epochMilliseconds,
      firingId,
    },
    dueAt,
  );
  stores.firings.finish(firingId, { state: "queued", outboxId: id, error: null }, now);
  return { firingId, id };
}

test("OUT-1: a second row with the key of the first is not made", () => {
  using store = testStores();
  const first = queue(store.stores, "a", 100);
  expect(queue(store.stores, "a", 200)).toBe(first);
  expect(store.stores.outbox.get(first)?.target.chatId).toBe(100);
});

test("OUT-1: each chat's first row may go, in the order of their ids", () => {
  using store = testStores();
  const ids = [
    queue(store.stores, "a", 300),
    queue(store.stores, "b", 100),
    queue(store.stores, "c", 300),
    queue(store.stores, "d", -5),
  ];
  expect(heads(store.stores)).toEqual([ids[0], ids[1], ids[3]]);
});

test("OUT-1: a row that was tried holds its chat, one whose time has not come holds nobody", () => {
  using store = testStores();
  const { outbox } = store.stores;
  const waiting = queue(store.stores, "a", 100, later(600).epochMilliseconds);
  const retrying = queue(store.stores, "b", 100);
  const after = queue(store.stores, "c", 100);
  expect(heads(store.stores)).toEqual([retrying]);
  outbox.sending(retrying, []);
  expect(heads(store.stores)).toEqual([]);
  outbox.retry(retrying, later(30), "500");
  expect(outbox.heads(now)).toEqual([{ id: retrying, chatId: 100, nextAttemptAt: later(30).epochMilliseconds }]);
  outbox.settle(retrying, "sent", null, now);
  expect(heads(store.stores)).toEqual([after]);
  expect(heads(store.stores, later(600))).toEqual([waiting]);
});

test("OUT-2, OUT-3: nothing is taken from a chat that is mute or blocked, and the backlog says why", () => {
  using store = testStores();
  const { outbox, chats } = store.stores;
  const [mute] = [queue(store.stores, "a", 100), queue(store.stores, "b", 200), queue(store.stores, "c", 200)];
  chats.mute(100, later(6775));
  chats.see(200, "private", "Ann");
  chats.block(200, now);
  expect(heads(store.stores)).toEqual([]);
  expect(outbox.backlog(now)).toEqual({
    waiting: 3,
    oldestAt: now.epochMilliseconds,
    held: [
      { chatId: 100, rows: 1, until: later(6775).epochMilliseconds },
      { chatId: 200, rows: 2, until: null },
    ],
  });
  expect(heads(store.stores, later(6775))).toEqual([mute]);
});

test("OUT-1: a row that does not validate stands in quarantine and does not hold its chat", () => {
  using store = testStores();
  const broken = queue(store.stores, "a", 100);
  const good = queue(store.stores, "b", 100);
  store.stores.db.run("UPDATE outbox SET payload = '{}' WHERE id = ?", broken);
  expect(store.stores.outbox.get(broken)).toBeUndefined();
  expect(heads(store.stores)).toEqual([good]);
});

test("OUT-4: frozen parts keep their order, and only what was not accepted is replaced", () => {
  using store = testStores();
  const { outbox } = store.stores;
  const id = queue(store.stores, "a", 100);
  const part = (body: string) => ({ text: body, entities: [] });
  outbox.sending(id, [part("one"), part("two")]);
  outbox.accepted(id, 0, 77, now);
  outbox.freeze(id, [part("mark"), part("two")]);
  expect(outbox.parts(id).map(({ seq, body, messageId }) => [seq, body.text, messageId])).toEqual([
    [0, "one", 77],
    [1, "mark", null],
    [2, "two", null],
  ]);
});

test("OUT-6: a row that was being sent when the process ended is found after the restart", () => {
  using store = testStores();
  const id = queue(store.stores, "a", 100);
  queue(store.stores, "b", 100);
  store.stores.outbox.sending(id, [{ text: "hello", entities: [] }]);
  expect(
    store
      .reopen()
      .outbox.interrupted()
      .map((row) => [row.id, row.attempts]),
  ).toEqual([[id, 1]]);
});

test("OUT-2: a chat reply expires after 24 hours unless it says otherwise, a reminder never", () => {
  using store = testStores();
  const { outbox } = store.stores;
  const id = outbox.enqueue({ key: "a", target: target(100), payload: { kind: "reply", markdown: "x" } }, now);
  expect(outbox.get(id)?.expiresAt).toBe(later(86_400).epochMilliseconds);
  expect(outbox.get(reminder(store.stores, now).id)?.expiresAt).toBeNull();
});

test("REM-8, REM-12, REM-15: a delivered reminder settles its firing and stands in the chat's history, in one transaction", () => {
  using store = testStores();
  const { outbox, firings, sessions, messages } = store.stores;
  const { firingId, id } = reminder(store.stores, now);
  settleMessage(store.stores, outbox.get(id)!, { state: "sent", messageId: 55 }, later(1));
  expect(outbox.get(id)).toMatchObject({ state: "sent", settledAt: later(1).epochMilliseconds });
  expect(firings.get(firingId)).toMatchObject({ state: "sent", delivered: true });
  const session = sessions.find(target(100))!;
  expect(messages.history(session.id, 10)).toMatchObject([
    { role: "assistant", content: "**stretch**", telegramMessageId: 55 },
  ]);
});

test("REM-8: unknown is not delivered, and a refusal keeps its reason", () => {
  using store = testStores();
  const { outbox, firings, sessions } = store.stores;
  const unknown = reminder(store.stores, now);
  const refused = reminder(store.stores, later(60));
  settleMessage(store.stores, outbox.get(unknown.id)!, { state: "unknown", error: "socket hang up" }, now);
  settleMessage(store.stores, outbox.get(refused.id)!, { state: "failed", error: "chat not found" }, now);
  expect(firings.get(unknown.firingId)).toMatchObject({ state: "unknown", delivered: null });
  expect(firings.get(refused.firingId)).toMatchObject({ state: "failed", delivered: false, error: "chat not found" });
  expect(sessions.find(target(100))).toBeUndefined();
});

test("OUT-3: reminders missed while the chat was blocked become one list, which settles their firings", () => {
  using store = testStores();
  const { outbox, firings, chats } = store.stores;
  const missed = [reminder(store.stores, later(10)), reminder(store.stores, later(5))];
  const reply = outbox.enqueue({ key: "r", target: target(100), payload: { kind: "reply", markdown: "x" } }, now);
  chats.unblock(100);
  expect(outbox.releaseBlocked(100, later(60))).toBe(2);
  expect(outbox.releaseBlocked(100, later(60))).toBe(0);
  expect(missed.map(({ id }) => outbox.get(id)?.state)).toEqual(["expired", "expired"]);
  expect(heads(store.stores, later(60))).toEqual([reply]);
  const list = outbox.get(reply + 1)!;
  expect(list.payload).toMatchObject({
    kind: "digest",
    code: "missed",
    items: missed.map(({ firingId }) => ({ firingId })),
  });
  expect(firings.get(missed[0]!.firingId)?.delivered).toBeNull();
  settleMessage(store.stores, list, { state: "sent", messageId: 9 }, later(61));
  expect(missed.map(({ firingId }) => firings.get(firingId)?.delivered)).toEqual([true, true]);
});

test("OUT-3: a single missed reminder goes out as itself", () => {
  using store = testStores();
  const { id } = reminder(store.stores, later(10));
  expect(store.stores.outbox.releaseBlocked(100, later(60))).toBe(0);
  expect(heads(store.stores, later(60))).toEqual([id]);
});

test("TG-13: settled rows are forgotten with their parts, waiting ones never", () => {
  using store = testStores();
  const { outbox } = store.stores;
  const old = queue(store.stores, "a", 100);
  const open = queue(store.stores, "b", 100);
  outbox.sending(old, [{ text: "hello", entities: [] }]);
  outbox.settle(old, "sent", null, now);
  expect(outbox.forgetSettled(later(1))).toBe(1);
  expect(outbox.parts(old)).toEqual([]);
  expect(outbox.get(open)?.state).toBe("queued");
});
