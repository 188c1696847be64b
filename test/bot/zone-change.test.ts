import { expect, test } from "vitest";
import type { Schedule } from "#core/time/schedule.ts";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const HOME = { chatId: 42, threadId: null };

/** One row that goes along with the owner, and one that counts elapsed time. */
function addRows(world: BotWorld): { pills: string; tea: string } {
  const pills = reminderRow("2026-12-02T08:00:00Z", {
    text: "take the pills",
    target: HOME,
    schedule: daily("0 9 * * *", "Europe/Berlin"),
  });
  const tea = reminderRow("2026-12-01T10:20:00Z", { text: "tea", target: HOME });
  for (const row of [pills, tea]) world.stores.schedules.add(row);
  return { pills: pills.id, tea: tea.id };
}

function stands(world: BotWorld, id: string): { zone: string; at: string } {
  const row = world.stores.schedules.get(id)!;
  return { zone: row.schedule.zone, at: Temporal.Instant.fromEpochMilliseconds(row.nextRunAt!).toString() };
}

function now(world: BotWorld, message: SeenMessage): SeenMessage {
  return world.owner.messages().find(({ id }) => id === message.id)!;
}

test("TIME-21: a new zone changes nothing by itself, shows what would move and what would stay, and applies it on a tap", async () => {
  await using world = await botWorld();
  const { pills, tea } = addRows(world);
  world.start();
  world.owner.send("/timezone Asia/Tokyo");
  const preview = await world.owner.next("Your time zone is Asia/Tokyo now.");
  expect(preview.text).toMatch(/take the pills: .*17:00.* → .*09:00/);
  expect(preview.text).toContain("tea: counts from when it was set");
  expect(world.preferences.zone()).toBe("Asia/Tokyo");
  expect(stands(world, pills)).toEqual({ zone: "Europe/Berlin", at: "2026-12-02T08:00:00Z" });
  await world.restart();
  world.owner.press(preview, "🌍 Move it");
  await expect.poll(() => stands(world, pills)).toEqual({ zone: "Asia/Tokyo", at: "2026-12-02T00:00:00Z" });
  expect(stands(world, tea)).toEqual({ zone: "Europe/Berlin", at: "2026-12-01T10:20:00Z" });
  await expect.poll(() => now(world, preview).text).toContain("One has moved along.");
  expect(now(world, preview).labels).toEqual([]);
});

test("TIME-21: a tap on a preview of a zone that does not hold any more moves nothing and shows the present one", async () => {
  await using world = await botWorld();
  const { pills } = addRows(world);
  world.start();
  world.owner.send("/timezone Asia/Tokyo");
  const tokyo = await world.owner.next("Asia/Tokyo now");
  world.owner.send("/timezone America/New_York");
  await world.owner.next("America/New_York now.");
  world.owner.press(tokyo, "🌍 Move it");
  const york = await world.owner.next("Your time zone is America/New_York now.");
  expect(stands(world, pills)).toEqual({ zone: "Europe/Berlin", at: "2026-12-02T08:00:00Z" });
  world.owner.press(york, "🌍 Move it");
  await expect.poll(() => stands(world, pills)).toEqual({ zone: "America/New_York", at: "2026-12-01T14:00:00Z" });
});

test("TIME-21: Leave everything keeps it", async () => {
  await using world = await botWorld();
  const { pills } = addRows(world);
  world.start();
  world.owner.send("/timezone Asia/Tokyo");
  const preview = await world.owner.next("Asia/Tokyo now");
  world.owner.press(preview, "Leave everything");
  await expect.poll(() => now(world, preview).text).toContain("Everything stays as it is.");
  expect(stands(world, pills)).toEqual({ zone: "Europe/Berlin", at: "2026-12-02T08:00:00Z" });
});

test("TIME-21: without anything to move a new zone is just said; the settings ask in a message of their own", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/timezone Asia/Tokyo");
  await world.owner.next("Everything that is set stays as it is.");
  const schedule: Schedule = { type: "once", local: "2026-12-05T10:00", zone: "Asia/Tokyo" };
  world.stores.schedules.add(reminderRow("2026-12-05T01:00:00Z", { text: "call Anna", target: HOME, schedule }));
  world.owner.send("/timezone");
  const zones = await world.owner.next("Where are you?");
  await world.owner.press(zones, world.label(zones, "Singapore")).answered();
  const preview = await world.owner.next("Asia/Singapore now");
  expect(preview.text).toContain("call Anna");
});
