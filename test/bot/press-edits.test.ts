import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const GONE = { code: 400, description: "Bad Request: message to edit not found" };
const NOT_SHOWN = "I could not redraw this message just now. Press again in a moment.";

const shown = (world: BotWorld, message: SeenMessage): string | undefined =>
  world.api.messages(42).find(({ id }) => id === message.id)?.text;

async function openMenu(world: BotWorld): Promise<SeenMessage> {
  world.start();
  world.owner.send("/menu");
  return world.owner.next("🏠");
}

test("OUT-9, G5: a menu whose message is gone is opened anew once, on the screen that the press led to", async () => {
  await using world = await botWorld();
  const menu = await openMenu(world);
  world.api.addFault({ method: "editMessageText", error: GONE });
  await world.owner.press(menu, "⚙️ Settings").answered();
  const anew = await world.owner.next("⚙️");
  expect(anew.id).not.toBe(menu.id);
  // It is a menu like the first one.
  await world.owner.press(anew, world.label(anew, "Back")).answered();
  await expect.poll(() => shown(world, anew)).toMatch(/^🏠/);
  await world.settled();
  expect(world.texts(42)).toHaveLength(2);
  expect(world.stores.db.get("SELECT count(*) AS n FROM updates WHERE error IS NOT NULL")?.n).toBe(0);
});

test("OUT-9: what a button did is not lost with its menu: it is said, and the screen follows", async () => {
  await using world = await botWorld();
  const row = reminderRow(world.clock.now().add({ hours: 5 }).toString(), {
    text: "water the plants",
    target: { chatId: 42, threadId: null },
  });
  world.stores.schedules.add(row);
  const menu = await openMenu(world);
  const press = async (part: string, expected: RegExp): Promise<void> => {
    const message = world.api.messages(42).find(({ id }) => id === menu.id)!;
    await world.owner.press(message, world.label(message, part)).answered();
    await expect.poll(() => shown(world, menu)).toMatch(expected);
  };
  await press("Reminders", /water the plants/);
  await press("water the plants", /water the plants/);
  await expect
    .poll(() =>
      world.api
        .messages(42)
        .find(({ id }) => id === menu.id)
        ?.labels.flat(),
    )
    .toContain("⏸ Pause");
  world.api.addFault({ method: "editMessageText", error: GONE });
  await world.owner.press(world.api.messages(42).find(({ id }) => id === menu.id)!, "⏸ Pause").answered();
  const said = await world.owner.next("could not redraw");
  expect(said.text).toMatch(/⏸ Paused\./);
  await expect.poll(() => world.texts(42).at(-1)).toMatch(/⏸ water the plants/);
  expect(world.stores.schedules.get(row.id)?.state).toBe("paused");
});

test("OUT-9: the mark of a posted message that is gone is said in a new one", async () => {
  await using world = await botWorld();
  world.owner.send("hello");
  const target = { chatId: 42, threadId: null };
  const row = reminderRow(world.clock.now().add({ hours: 5 }).toString(), { text: "water the plants", target });
  world.stores.schedules.add(row);
  const payload = { kind: "notice", code: "stopped" } as const;
  world.stores.outbox.enqueue({ key: "test:posted", target, payload }, world.clock.now());
  world.start();
  const message = await world.owner.next("Stopped.");
  world.api.addFault({ method: "editMessageText", error: GONE });
  await world.owner.pressData({ chatId: 42, id: message.id }, `unset:${row.id}`).answered();
  const said = await world.owner.next("could not redraw");
  expect(said.text).toMatch(/\n\nStopped\.\n\n🗑 Removed\.$/);
  expect(world.stores.schedules.get(row.id)).toBeUndefined();
});

test.each([
  ["a 500", { error: { code: 500 } }],
  ["a cut after acceptance", { drop: "after" }],
] as const)("OUT-9: an edit that met %s is tried once more", async (_name, fault) => {
  await using world = await botWorld();
  const menu = await openMenu(world);
  world.api.addFault({ method: "editMessageText", ...fault });
  const press = world.owner.press(menu, "⚙️ Settings");
  await expect.poll(() => world.api.callsOf("editMessageText").length).toBe(1);
  await expect
    .poll(async () => {
      await world.clock.advance("PT0.3S");
      return world.api.callsOf("editMessageText").length;
    })
    .toBe(2);
  expect((await press.answered()).text).not.toBe(NOT_SHOWN);
  expect(shown(world, menu)).toMatch(/^⚙️/);
});

test("OUT-9, TG-10: an edit that does not get through is told in the press's answer", async () => {
  await using world = await botWorld();
  const menu = await openMenu(world);
  world.api.addFault({ method: "editMessageText", times: 2, error: { code: 500 } });
  const press = world.owner.press(menu, "⚙️ Settings");
  await world.api.waitForCall("editMessageText");
  // The try is over once it waits for the next one.
  await expect
    .poll(async () => {
      await world.clock.advance("PT0.3S");
      return world.api.callsOf("editMessageText").length;
    })
    .toBe(2);
  expect((await press.answered()).text).toBe(NOT_SHOWN);
  await world.settled();
  expect(world.api.callsOf("editMessageText")).toHaveLength(2);
});

test("TG-10: a slow edit does not hold the answer up", async () => {
  await using world = await botWorld();
  const menu = await openMenu(world);
  world.api.addFault({ method: "editMessageText", delayMs: 300 });
  const press = world.owner.press(menu, "⚙️ Settings");
  await world.api.waitFor(() => world.api.callsOf("editMessageText").length === 1);
  await world.clock.advance("PT0.7S");
  await press.answered();
  expect(world.api.callsOf("editMessageText")[0]?.status).toBeNull();
  await expect.poll(() => shown(world, menu)).toMatch(/^⚙️/);
});

test("OUT-9: the mark of a press that was answered without words is said if it cannot be shown", async () => {
  await using world = await botWorld();
  world.owner.send("hello");
  const target = { chatId: 42, threadId: null };
  const row = reminderRow(world.clock.now().add({ hours: 5 }).toString(), { text: "water the plants", target });
  world.stores.schedules.add(row);
  const payload = { kind: "notice", code: "stopped" } as const;
  world.stores.outbox.enqueue({ key: "test:posted", target, payload }, world.clock.now());
  world.start();
  const message = await world.owner.next("Stopped.");
  world.api.addFault({ method: "editMessageText", error: { code: 400, description: "Bad Request: WEIRD" } });
  await world.owner.pressData({ chatId: 42, id: message.id }, `unset:${row.id}`).answered();
  expect((await world.owner.next("could not redraw")).text).toMatch(/\n\nStopped\.\n\n🗑 Removed\.$/);
});
