import { expect, test } from "vitest";
import { testStores } from "#test/helpers/test-stores.ts";

const now = Temporal.Instant.from("2026-12-01T08:00:00Z");

test("AGT-4: a pending message gets its place when a turn takes it in, after what the turn said before", () => {
  using store = testStores();
  const { sessions, messages, turns } = store.stores;
  const session = sessions.open({ chatId: 1, threadId: null }, now);
  turns.start({ id: "t-1", sessionId: session.id, origin: "chat", model: "m" }, now);
  expect(messages.addPending(session.id, "first", now, { telegramMessageId: 10 })).toBe(true);
  expect(messages.takePending(session.id, "t-1").map((m) => m.content)).toEqual(["first"]);
  messages.addPending(session.id, "steered", now, { telegramMessageId: 11 });
  messages.append(session.id, "assistant", "working on it", now, { turnId: "t-1" });
  expect(messages.takePending(session.id, "t-1").map((m) => m.seq)).toEqual([3]);
  expect(messages.takePending(session.id, "t-1")).toEqual([]);
  expect(messages.history(session.id, 10).map((m) => m.content)).toEqual(["first", "working on it", "steered"]);
});

test("AGT-2: the same Telegram message is taken once, and pending input survives a restart", () => {
  using store = testStores();
  const session = store.stores.sessions.open({ chatId: 1, threadId: null }, now);
  expect(store.stores.messages.addPending(session.id, "hello", now, { telegramMessageId: 10 })).toBe(true);
  expect(store.stores.messages.addPending(session.id, "hello", now, { telegramMessageId: 10 })).toBe(false);
  expect(store.reopen().messages.sessionsWithPending()).toEqual([session.id]);
});

test("TG-3: a chat and each of its topics has one session for ever; /new moves the context and deletes nothing", () => {
  using store = testStores();
  const { sessions, messages } = store.stores;
  const general = sessions.open({ chatId: -1, threadId: null }, now);
  const topic = sessions.open({ chatId: -1, threadId: 7 }, now);
  expect(topic.id).not.toBe(general.id);
  expect(sessions.open({ chatId: -1, threadId: 7 }, now).id).toBe(topic.id);
  messages.append(topic.id, "user", "old", now);
  sessions.startNewContext(topic.id);
  messages.append(topic.id, "user", "new", now);
  expect(messages.history(topic.id, 10).map((m) => m.content)).toEqual(["new"]);
  expect(store.stores.db.get("SELECT count(*) AS n FROM messages")).toMatchObject({ n: 2 });
});

test("TG-6: a message that waits can be edited, one that a turn has taken cannot", () => {
  using store = testStores();
  const { sessions, messages, turns } = store.stores;
  const session = sessions.open({ chatId: 1, threadId: null }, now);
  turns.start({ id: "t-1", sessionId: session.id, origin: "chat", model: "m" }, now);
  messages.addPending(session.id, "at fife", now, { telegramMessageId: 10 });
  expect(messages.editPending(session.id, 10, "at five")).toBe(true);
  expect(messages.takePending(session.id, "t-1").map((m) => m.content)).toEqual(["at five"]);
  expect(messages.editPending(session.id, 10, "at six")).toBe(false);
});
