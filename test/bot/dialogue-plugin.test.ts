import { expect, test } from "vitest";
import { hardWorld } from "./hard-world.ts";

/** A dialogue at its second question, with its stored state changed by `change`. */
async function changed(change: (state: string) => string) {
  const world = hardWorld();
  await world.take(world.message("/remind"));
  await world.take(world.message("water the beans"));
  const state = String(world.stores.db.get("SELECT state FROM flows")?.state);
  expect(change(state)).not.toBe(state);
  world.stores.db.run("UPDATE flows SET state = ?", change(state));
  world.restart();
  return world;
}

test.each([
  ["of another version", (state: string) => state.replace('"version":[0,1]', '"version":[0,2]')],
  ["of another format of the plugin", (state: string) => state.replace('"version":[0,1]', '"version":[1,1]')],
  ["whose task cannot be read", (state: string) => state.replace('\\"kind\\":\\"add', '\\"kind\\":\\"plus')],
  [
    "of a conversation that did something else",
    (state: string) => state.replace('"payload":"until"', '"payload":"wait"'),
  ],
] as const)("TG-11: a dialogue %s is over: it says so once, and the message goes to the agent", async (_, change) => {
  using world = await changed(change);
  await world.take(world.message("tomorrow at 9"));
  expect(world.said()).toEqual(["flow-add-ask", "flow-add-when", "flow-gone"]);
  expect(world.inputs()).toEqual(["tomorrow at 9"]);
  expect(world.flows()).toBe(0);
});

test("TG-11: a state that is no state stands in quarantine, and the message goes to the agent", async () => {
  using world = await changed(() => "{}");
  await world.take(world.message("tomorrow at 9"));
  expect(world.inputs()).toEqual(["tomorrow at 9"]);
  expect(world.stores.db.get("SELECT table_name FROM quarantine")).toEqual({ table_name: "flows" });
});

test("TG-11: what the conversation of a question does before its wait is that of its STATE_VERSION: nothing", async () => {
  using world = hardWorld();
  await world.take(world.message("/remind"));
  await world.take(world.message("water the beans"));
  await world.take(world.message("tomorrow at 9"));
  const { version, state } = JSON.parse(String(world.stores.db.get("SELECT state FROM flows")?.state));
  const ops = state.question[0].replay.send.map(({ payload }: { payload: string }) => payload).join(" ");
  // What stands before the wait is played again with each answer, and what is stored of it may not fit: keep it empty.
  expect([version, ops]).toEqual([[0, 1], "wait until"]);
});
