import { expect, test } from "vitest";
import { FLOW_MINUTES } from "#core/flows/flow.ts";
import { testStores } from "#test/helpers/test-stores.ts";

const now = Temporal.Instant.from("2026-12-01T10:00:00Z");
const state = { version: [0, 1], state: { dialogue: [{ replay: { send: [], receive: [] }, interrupts: [0] }] } };
const group = { chatId: -500, threadId: null };

test("TG-11: a person has one dialogue in each chat and topic, and others have their own", () => {
  using store = testStores();
  const { flows } = store.stores;
  const garden = { chatId: -500, threadId: 7 };
  flows.put("f1", group, 42, state, now);
  flows.put("f2", garden, 42, state, now);
  flows.put("f3", group, 43, state, now);
  flows.put("f4", group, 42, state, now);
  expect(flows.get("f1")).toBeUndefined();
  expect([flows.find(group, 42), flows.find(garden, 42), flows.find(group, 43)].map((flow) => flow?.id)).toEqual([
    "f4",
    "f2",
    "f3",
  ]);
});

test("TG-11: an answer gives the dialogue its whole time again, a refused one does not", () => {
  using store = testStores();
  const { flows } = store.stores;
  flows.put("f1", group, 42, state, now);
  const later = now.add({ minutes: 20 });
  flows.put("f1", group, 42, state, null);
  expect(flows.get("f1")?.expiresAt).toBe(now.add({ minutes: FLOW_MINUTES }).epochMilliseconds);
  flows.put("f1", group, 42, state, later);
  expect(flows.get("f1")).toMatchObject({ state, expiresAt: later.add({ minutes: FLOW_MINUTES }).epochMilliseconds });
  expect([flows.end("f1"), flows.end("f1")]).toEqual([true, false]);
});

test("OUT-3: a dialogue goes along when its group becomes a supergroup", () => {
  using store = testStores();
  const { flows, chats } = store.stores;
  chats.see(-500, "group", "Friends");
  flows.put("f1", group, 42, state, now);
  chats.migrate(-500, -100_500);
  expect(flows.find({ chatId: -100_500, threadId: null }, 42)?.id).toBe("f1");
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
