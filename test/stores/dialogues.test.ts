import { expect, test } from "vitest";
import { DIALOGUE_MINUTES } from "#core/dialogues/dialogue.ts";
import { testStores } from "#test/helpers/test-stores.ts";

const now = Temporal.Instant.from("2026-12-01T10:00:00Z");
const state = { version: [0, 1], state: { dialogue: [{ replay: { send: [], receive: [] }, interrupts: [0] }] } };
const group = { chatId: -500, threadId: null };

test("TG-11: a person has one dialogue in each chat and topic, and others have their own", () => {
  using store = testStores();
  const { dialogues } = store.stores;
  const garden = { chatId: -500, threadId: 7 };
  dialogues.put("f1", group, 42, state, now);
  dialogues.put("f2", garden, 42, state, now);
  dialogues.put("f3", group, 43, state, now);
  dialogues.put("f4", group, 42, state, now);
  expect(dialogues.get("f1")).toBeUndefined();
  expect(
    [dialogues.find(group, 42), dialogues.find(garden, 42), dialogues.find(group, 43)].map((dialogue) => dialogue?.id),
  ).toEqual(["f4", "f2", "f3"]);
});

test("TG-11: an answer gives the dialogue its whole time again, a refused one does not", () => {
  using store = testStores();
  const { dialogues } = store.stores;
  dialogues.put("f1", group, 42, state, now);
  const later = now.add({ minutes: 20 });
  dialogues.put("f1", group, 42, state, null);
  expect(dialogues.get("f1")?.expiresAt).toBe(now.add({ minutes: DIALOGUE_MINUTES }).epochMilliseconds);
  dialogues.put("f1", group, 42, state, later);
  expect(dialogues.get("f1")).toMatchObject({
    state,
    expiresAt: later.add({ minutes: DIALOGUE_MINUTES }).epochMilliseconds,
  });
  expect([dialogues.end("f1"), dialogues.end("f1")]).toEqual([true, false]);
});

test("OUT-3: a dialogue goes along when its group becomes a supergroup", () => {
  using store = testStores();
  const { dialogues, chats } = store.stores;
  chats.see(-500, "group", "Friends");
  dialogues.put("f1", group, 42, state, now);
  chats.migrate(-500, -100_500);
  expect(dialogues.find({ chatId: -100_500, threadId: null }, 42)?.id).toBe("f1");
});

test("TIME-6: conventions are kept by name, the latest choice holds, and damage teaches nothing", () => {
  using store = testStores();
  store.stores.conventions.remember({ name: "hour_8", value: "pm" });
  store.stores.conventions.remember({ name: "date_order", value: "dmy" });
  store.stores.conventions.remember({ name: "hour_8", value: "am" });
  expect(store.reopen().conventions.all()).toEqual({ hour_8: "am", date_order: "dmy" });
  store.stores.meta.set("conventions", "[1");
  expect(store.stores.conventions.all()).toEqual({});
});
