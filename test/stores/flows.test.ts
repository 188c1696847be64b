import { expect, test } from "vitest";
import { FLOW_MINUTES, type FlowTask } from "#core/flows/flow.ts";
import { testStores } from "#test/helpers/test-stores.ts";

const now = Temporal.Instant.from("2026-12-01T10:00:00Z");
const task: FlowTask = { kind: "search" };
const group = { chatId: -500, threadId: null };

test("TG-11: a person has one dialogue in each chat and topic, and others have their own", () => {
  using store = testStores();
  const { flows } = store.stores;
  const garden = { chatId: -500, threadId: 7 };
  flows.begin("f1", group, 42, task, now);
  flows.begin("f2", garden, 42, task, now);
  flows.begin("f3", group, 43, task, now);
  flows.begin("f4", group, 42, task, now);
  expect(flows.get("f1")).toBeUndefined();
  expect([flows.find(group, 42), flows.find(garden, 42), flows.find(group, 43)].map((flow) => flow?.id)).toEqual([
    "f4",
    "f2",
    "f3",
  ]);
});

test("TG-11: each answer gives the dialogue its whole time again and outdates the buttons before it", () => {
  using store = testStores();
  const { flows } = store.stores;
  flows.begin("f1", group, 42, task, now);
  const later = now.add({ minutes: 20 });
  expect(flows.advance("f1", { kind: "default-hour", hour: "08:00" }, later)).toMatchObject({
    revision: 1,
    task: { hour: "08:00" },
    expiresAt: later.add({ minutes: FLOW_MINUTES }).epochMilliseconds,
  });
  expect([flows.end("f1"), flows.end("f1")]).toEqual([true, false]);
});

test("OUT-3: a dialogue goes along when its group becomes a supergroup", () => {
  using store = testStores();
  const { flows, chats } = store.stores;
  chats.see(-500, "group", "Friends");
  flows.begin("f1", group, 42, task, now);
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
