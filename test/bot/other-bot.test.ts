import { expect, test } from "vitest";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const OLD_CHAT = { chatId: -1001, threadId: 7 };

/** The store was bound to bot 99; the one that runs is bot 1. */
function bindToAnotherBot(world: BotWorld): string {
  const row = reminderRow("2026-12-05T09:00:00Z", { target: OLD_CHAT });
  world.stores.meta.set("bot_id", "99");
  world.stores.schedules.add(row);
  return row.id;
}

test("TG-18: under another bot every message is answered with the question, and nothing reaches the agent", async () => {
  await using world = await botWorld();
  bindToAnotherBot(world);
  world.start();
  world.owner.send("hello");
  const question = await world.owner.next("belonged to another bot");
  expect(question.text).toContain("One thing is set there.");
  expect(question.labels).toEqual([["Move it here"], ["Leave it there, paused"]]);
  expect(world.inputs()).toEqual([]);
  expect(world.stores.meta.get("held_for_bot")).toBe("1");
});

test("TG-18: moving brings the reminders into this chat, and the store belongs to this bot from then on", async () => {
  await using world = await botWorld();
  const id = bindToAnotherBot(world);
  world.start();
  world.owner.send("/start");
  const question = await world.owner.next("belonged to another bot");
  await world.owner.press(question, "Move it here").answered();
  await world.settled();
  expect(world.stores.schedules.get(id)).toMatchObject({ target: { chatId: 42, threadId: null }, state: "pending" });
  await world.restart();
  world.owner.send("hello");
  await world.settled();
  expect(world.inputs().map(({ content }) => content)).toEqual(["hello"]);
});

test("TG-18: what is left with the other bot waits there, paused", async () => {
  await using world = await botWorld();
  const id = bindToAnotherBot(world);
  world.start();
  world.owner.send("/start");
  const question = await world.owner.next("belonged to another bot");
  await world.owner.press(question, "Leave it there, paused").answered();
  await world.settled();
  expect(world.stores.schedules.get(id)).toMatchObject({ target: OLD_CHAT, state: "paused" });
  expect(world.stores.meta.get("bot_id")).toBe("1");
});

test("TG-18: the bot that the store belongs to takes it back without a question", async () => {
  await using world = await botWorld();
  world.stores.meta.set("bot_id", "1");
  world.stores.meta.set("held_for_bot", "99");
  world.start();
  world.owner.send("hello");
  await world.settled();
  expect(world.texts(42)).toEqual([]);
  expect(world.stores.meta.get("held_for_bot")).toBe("");
});
