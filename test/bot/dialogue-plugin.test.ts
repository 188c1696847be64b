import { readFileSync } from "node:fs";
import { Api, Context } from "grammy";
import { expect, test } from "vitest";
import { noCalls } from "#bot/dialogues/play-dialogue.ts";
import { dialogueWorld } from "./dialogue-world.ts";

/** A dialogue at its second question, with its stored state changed by `change`. */
async function changed(change: (state: string) => string) {
  const world = dialogueWorld();
  await world.take(world.message("/remind"));
  await world.take(world.message("water the beans"));
  const state = String(world.stores.db.get("SELECT state FROM dialogues")?.state);
  expect(change(state)).not.toBe(state);
  world.stores.db.run("UPDATE dialogues SET state = ?", change(state));
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
  expect(world.said()).toEqual(["dialogue-add-ask", "dialogue-add-when", "dialogue-gone"]);
  expect(world.inputs()).toEqual(["tomorrow at 9"]);
  expect(world.dialogues()).toBe(0);
});

test("TG-11: a state that is no state stands in quarantine, and the message goes to the agent", async () => {
  using world = await changed(() => "{}");
  await world.take(world.message("tomorrow at 9"));
  expect(world.inputs()).toEqual(["tomorrow at 9"]);
  expect(world.stores.db.get("SELECT table_name FROM quarantine")).toEqual({ table_name: "dialogues" });
});

test("TG-11: what the conversation of a question does before its wait is that of its STATE_VERSION: nothing", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  await world.take(world.message("water the beans"));
  await world.take(world.message("tomorrow at 9"));
  const { version, state } = JSON.parse(String(world.stores.db.get("SELECT state FROM dialogues")?.state));
  const ops = state.question[0].replay.send.map(({ payload }: { payload: string }) => payload).join(" ");
  // What stands before the wait is played again with each answer, and what is stored of it may not fit: keep it empty.
  expect([version, ops]).toEqual([[0, 1], "wait until"]);
});

test("OPS-2, TG-11: a dialogue that was under way in a store of schema 1 goes on with its next answer", async () => {
  using world = dialogueWorld();
  await world.take(world.message("hello"));
  const task = { kind: "add", text: "water the beans", card: null, target: null };
  const { db } = world.stores;
  // What later migrations made goes as well, so that they run again.
  const grown = new URL("../../src/stores/database/migrations/0003-grown-history.sql", import.meta.url);
  for (const [, index] of readFileSync(grown, "utf8").matchAll(/CREATE INDEX (\w+)/g)) db.exec(`DROP INDEX ${index}`);
  db.exec(`DROP TABLE dialogues;
    CREATE TABLE flows (id TEXT PRIMARY KEY, chat_id INTEGER NOT NULL, thread_id INTEGER, user_id INTEGER NOT NULL,
      revision INTEGER NOT NULL, task TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;`);
  const expiresAt = world.clock.now().add({ minutes: 20 }).epochMilliseconds;
  db.run("INSERT INTO flows VALUES ('f1', 42, NULL, 42, 1, ?, ?)", JSON.stringify(task), expiresAt);
  world.stores.meta.set("schema", "1");
  world.restart();
  await world.take(world.message("tomorrow at 9"));
  await world.take(world.press("ok"));
  expect(world.said()).toEqual(["dialogue-add-confirm", "reminder-set"]);
  expect(world.live()).toEqual(["water the beans"]);
  expect(world.stores.db.all("SELECT name FROM sqlite_master WHERE name LIKE 'flows%'")).toEqual([]);
});

test("TG-11: a call of Telegram from inside a dialogue is refused: it would go past the outbox", async () => {
  const ctx = new Context({ update_id: 1 }, new Api("1:test"), {} as never);
  let reached = false;
  await noCalls(ctx, async () => {
    reached = true;
    await expect(ctx.api.sendMessage(42, "hello")).rejects.toThrow("a dialogue speaks through the outbox");
  });
  expect(reached).toBe(true);
});

test("TG-2, TG-11: whole mentions are compared: an answer to somebody whose name begins with ours keeps it", async () => {
  using world = dialogueWorld();
  const group = { id: -500, type: "group", title: "Home" };
  await world.take(world.message("/remind", group));
  const answer = world.message("@vigil_bot_fan tomorrow at 9", group);
  answer.message!.entities = [{ type: "mention", offset: 0, length: 14 }];
  await world.take(answer);
  await world.take(world.press("ok", group));
  expect(world.live()).toEqual(["@vigil_bot_fan"]);
});
