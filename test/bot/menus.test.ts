import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

/** Adds so many reminders, an hour apart: `task 1` is the soonest. */
function addReminders(world: BotWorld, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const row = reminderRow(
      world.clock
        .now()
        .add({ hours: index + 1 })
        .toString(),
      {
        text: `task ${index + 1}`,
        target: { chatId: 42, threadId: null },
      },
    );
    world.stores.schedules.add(row);
    return row.id;
  });
}

function now(world: BotWorld, message: SeenMessage): SeenMessage {
  return world.owner.messages().find(({ id }) => id === message.id)!;
}

/** Presses a button by part of its label, waits until the message was edited, and expects `expected` in its text. */
async function go(
  world: BotWorld,
  message: SeenMessage,
  part: string,
  expected: string | RegExp,
): Promise<SeenMessage> {
  const { edits } = now(world, message);
  await world.owner.press(message, world.label(now(world, message), part)).answered();
  await expect.poll(() => now(world, message).edits).toBeGreaterThan(edits);
  expect(now(world, message).text).toMatch(expected);
  return now(world, message);
}

test("TG-10: /menu opens one message with the rooms that exist and a health line, and every room leads back", async () => {
  await using world = await botWorld();
  world.health = { level: "warn", failing: ["disk"] };
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🟡 Worth a look: disk");
  expect(menu.labels).toEqual([["⏰ Reminders"], ["🛠 Jobs", "⚙️ Settings"]]);
  for (const room of ["Reminders", "Jobs", "Settings"]) {
    const screen = await go(
      world,
      menu,
      room,
      new RegExp(room === "Jobs" ? "No job" : room === "Reminders" ? "Nothing is set" : "Language: English"),
    );
    expect(screen.labels.flat()).toContain("← Back");
    await go(world, menu, "Back", "🏠");
  }
  expect(world.texts(42)).toHaveLength(1);
});

test("TG-12: the list shows what comes with its last fact, in pages, and works after a restart", async () => {
  await using world = await botWorld();
  const ids = addReminders(world, 8);
  world.stores.firings.claim(
    {
      scheduleId: ids[0]!,
      dueAt: world.clock.now().epochMilliseconds,
      origin: "schedule",
      kind: "text",
      text: "task 1",
      name: null,
      target: { chatId: 42, threadId: null },
      timeoutMinutes: null,
      insistMinutes: null,
      askedAt: 0,
      skippedEarlier: 0,
      last: false,
      state: "skipped",
      error: "stale",
    },
    world.clock.now(),
  );
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (8), page 1 of 2");
  expect(list.labels.map(([label]) => label)).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => `⏰ task ${n}`).concat("‹", "← Back"),
  );
  const second = await go(world, list, "›", "page 2 of 2");
  expect(second.text).toContain("task 8");
  await world.restart();
  const eighth = await go(world, list, "task 8", /task 8/);
  expect(eighth.labels.flat()).toEqual(["🗑 Remove", "← Back"]);
  const back = await go(world, list, "Back", "page 2 of 2");
  expect(back.text).toContain("task 7");
  await go(world, list, "›", "page 1 of 2");
  const first = await go(world, list, "task 1", /task 1/);
  expect(first.text).toContain("✗ skipped: stale");
});

test("TG-12: a reminder is removed after a confirmation, and Back keeps it", async () => {
  await using world = await botWorld();
  const [, second] = addReminders(world, 3);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (3)");
  await go(world, list, "task 2", "task 2");
  await go(world, list, "Remove", "Remove “task 2”?");
  await go(world, list, "Back", /^⏰ task 2/);
  expect(world.stores.schedules.get(second!)).toBeDefined();
  await go(world, list, "Remove", "Remove “task 2”?");
  const after = await go(world, list, "Yes", /Reminders \(2\)/);
  expect(after.text).toContain("🗑 Removed: task 2");
  expect(world.stores.schedules.get(second!)).toBeUndefined();
});

test("TG-10: a press on a stale list acts on nothing but refreshes the list", async () => {
  await using world = await botWorld();
  const [first] = addReminders(world, 3);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (3)");
  world.stores.schedules.remove(first!);
  const press = world.owner.press(list, world.label(list, "task 2"));
  expect((await press.answered()).text).toBe("This was out of date; now it is fresh.");
  await expect.poll(() => now(world, list).labels.flat()).toEqual(["⏰ task 2", "⏰ task 3", "← Back"]);
  await go(world, list, "task 2", "task 2");
});

test("TG-10: time that passes does not make the list stale", async () => {
  await using world = await botWorld();
  addReminders(world, 3);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (3)");
  await world.clock.advance("PT10M");
  await go(world, list, "task 2", /^⏰ task 2/);
});

test("TG-10: a reminder that is gone says so, and leads back to the list", async () => {
  await using world = await botWorld();
  const [first] = addReminders(world, 1);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (1)");
  await go(world, list, "task 1", "task 1");
  world.stores.schedules.remove(first!);
  await go(world, list, "Remove", "This reminder is gone.");
  await go(world, list, "Back", "Nothing is set");
});

test("TG-15: a removal that was confirmed while Vigil was down is asked again", async () => {
  await using world = await botWorld();
  const [first] = addReminders(world, 1);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (1)");
  await go(world, list, "task 1", "task 1");
  await go(world, list, "Remove", "Remove “task 1”?");
  world.api.addFault({
    method: "answerCallbackQuery",
    error: {
      code: 400,
      description: "Bad Request: query is too old and response timeout expired or query ID is invalid",
    },
  });
  world.owner.press(now(world, list), "🗑 Yes, remove");
  await world.settled();
  expect(world.stores.schedules.get(first!)).toBeDefined();
  expect(now(world, list).text).toContain("Remove “task 1”?");
  await go(world, list, "Yes", "Nothing is set");
});

test("I18N-1: the language of the settings changes the menu in place, and a zone is chosen by its city", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🏠");
  await go(world, menu, "Settings", "Language: English");
  await go(world, menu, "Language", "Which language?");
  const russian = await go(world, menu, "Русский", "Язык: Русский");
  expect(russian.labels.flat()).toEqual(["🌐 Язык", "🌍 Часовой пояс", "← Назад"]);
  const places = await go(world, menu, "Часовой пояс", "Где вы?");
  expect(places.labels.flat()).toContain("Берлин · +01");
  await go(world, menu, "›", "Где вы?");
  await go(world, menu, "Ташкент", "Часовой пояс: Asia/Tashkent");
  expect(world.preferences.zone()).toBe("Asia/Tashkent");
});

test("G5: a press whose message was deleted meanwhile is answered, and the update is done", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🏠");
  world.api.addFault({
    method: "editMessageText",
    error: { code: 400, description: "Bad Request: message to edit not found" },
  });
  await world.owner.press(menu, "⚙️ Settings").answered();
  await world.settled();
  expect(world.stores.db.get("SELECT count(*) AS n FROM updates WHERE error IS NOT NULL")?.n).toBe(0);
});
