import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { askForCommand } from "#use-cases/ask-for-command.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const HOME = { chatId: 42, threadId: null };
const SCHEDULE = daily("0 3 * * *", "Europe/Berlin");

/** A command that a model asked for, and the message that asks the owner. */
async function asked(
  world: BotWorld,
  over: Parameters<typeof reminderRow>[1] = {},
): Promise<{ id: string; message: SeenMessage }> {
  const row = reminderRow("2026-12-02T02:00:00Z", {
    id: "c-bbbbbbbbbb",
    kind: "command",
    text: "rm -r /tmp/x",
    name: "tidy",
    timeoutMinutes: 5,
    target: HOME,
    schedule: SCHEDULE,
    ...over,
  });
  const card = { scheduleId: row.id, text: "tidy", schedule: SCHEDULE, next: [row.nextRunAt!], notes: [] };
  world.stores.db.transaction(() => askForCommand(world.stores, { row, card, target: HOME }, world.clock.now()));
  return { id: row.id, message: await world.owner.next(/rm -r/) };
}

const now = (world: BotWorld, message: SeenMessage): SeenMessage =>
  world.owner.messages().find(({ id }) => id === message.id)!;

test("AGT-8: Confirm makes a command due, also after a restart; a second press finds nothing to confirm", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  await world.settled();
  const { id, message } = await asked(world);
  expect(message.text).toContain("at most 5 min");
  expect(message.text).toContain("rm -r /tmp/x");
  expect(world.stores.schedules.nextDue()).toBeNull();
  await world.restart();
  await world.owner.press(message, "✅ Confirm").answered();
  await expect.poll(() => world.stores.schedules.get(id)?.state).toBe("pending");
  expect(world.stores.schedules.nextDue()).toBe(Date.parse("2026-12-02T02:00:00Z"));
  await expect.poll(() => now(world, message).labels).toEqual([]);
  expect(now(world, message).text).toContain("✅ Confirmed.");
  await world.owner.pressData({ chatId: 42, id: message.id }, `drop-schedule:${id}`).answered();
  await world.settled();
  expect(world.stores.schedules.get(id)?.state).toBe("pending");
});

test("AGT-8: Drop forgets the command", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  await world.settled();
  const { id, message } = await asked(world);
  await world.owner.press(message, "🗑 Drop").answered();
  await expect.poll(() => world.stores.schedules.get(id)).toBeUndefined();
  await expect.poll(() => now(world, message).text).toContain("Dropped.");
});

test("AGT-8: a confirmed change gives the command its text; id, time and state stay", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  await world.settled();
  const old = reminderRow("2026-12-02T02:00:00Z", {
    id: "c-aaaaaaaaaa",
    kind: "command",
    text: "ls",
    schedule: SCHEDULE,
  });
  world.stores.schedules.add(old);
  const { id, message } = await asked(world, { replaces: old.id });
  await world.owner.press(message, "✅ Confirm").answered();
  await expect.poll(() => world.stores.schedules.get(old.id)?.text).toBe("rm -r /tmp/x");
  expect(world.stores.schedules.get(old.id)).toMatchObject({ state: "pending", nextRunAt: old.nextRunAt });
  expect(world.stores.schedules.get(id)).toBeUndefined();
});
