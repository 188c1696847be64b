import { expect, test } from "vitest";
import { botWorld } from "./bot-world.ts";

const BERLIN = [52.52, 13.405] as const;

test("TG-17: while the zone is unknown, a card with a time on the clock is followed by the question, once a day", async () => {
  await using world = await botWorld({ hostZone: "UTC" });
  world.start();
  world.owner.send("/remind in 20 minutes tea");
  await world.owner.next("Saved.");
  world.owner.send("/remind tomorrow at 9 call Anna");
  const question = await world.owner.next("I do not know your time zone yet, so this counts in UTC.");
  await world.clock.advance("PT5S");
  world.owner.send("/remind tomorrow at 10 call Ben");
  await world.owner.next("call Ben");
  world.owner.press(question, world.label(question, "Berlin"));
  const preview = await world.owner.next("Your time zone is Europe/Berlin now. What is set has not changed yet.");
  await expect.poll(() => world.texts(42)).toContain("✓ Time zone: Europe/Berlin");
  expect(world.texts(42).filter((text) => text.includes("I do not know your time zone"))).toEqual([]);
  world.owner.press(preview, "🌍 Move 2");
  await expect
    .poll(() => world.stores.schedules.live().map(({ nextRunAt }) => new Date(nextRunAt!).toISOString()))
    .toEqual(["2026-12-01T10:20:00.000Z", "2026-12-02T08:00:00.000Z", "2026-12-02T09:00:00.000Z"]);
});

test("TG-17: in the first steps a location is the answer to the question about the zone", async () => {
  await using world = await botWorld({ hostZone: "UTC" });
  world.start();
  world.owner.send("/start");
  world.owner.press(await world.owner.next("Which language"), "English");
  await world.owner.next("Where are you?");
  world.owner.sendLocation(...BERLIN);
  expect((await world.owner.next("All set.")).text).toContain("Europe/Berlin");
  expect(world.preferences.zone()).toBe("Europe/Berlin");
});

test("TG-17: a location sets a known zone only after /timezone; otherwise it is input for the agent", async () => {
  await using world = await botWorld({ hostZone: "Asia/Tokyo" });
  world.start();
  world.owner.sendLocation(...BERLIN);
  await world.settled();
  expect(world.preferences.zone()).toBe("Asia/Tokyo");
  expect(world.inputs()).toMatchObject([{ content: "[Location: 52.52, 13.405]" }]);
  world.owner.send("/timezone");
  await world.owner.next("Where are you?");
  world.owner.sendLocation(...BERLIN);
  await world.owner.next("Your time zone is Europe/Berlin now.");
  world.owner.sendLocation(35.68, 139.69);
  await world.settled();
  expect(world.preferences.zone()).toBe("Europe/Berlin");
});

test.each([
  ["русский", "Москва"],
  ["中文", "上海"],
] as const)("TG-17: the zones begin near the speakers of %s", async (language, first) => {
  await using world = await botWorld({ hostZone: "UTC" });
  world.start();
  world.owner.send(`/language ${language}`);
  await world.owner.next();
  world.owner.send("/timezone");
  const zones = await world.owner.next("/timezone Asia/Tokyo");
  expect(zones.labels[0]?.[0]).toContain(first);
});

test("TIME-13: /timezone takes the one zone whose city has the name, and asks about an abbreviation", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/timezone tokyo");
  await world.owner.next("Your time zone is Asia/Tokyo now.");
  world.owner.send("/timezone MSK");
  const question = await world.owner.next("I do not know one time zone for certain");
  expect(question.labels).toEqual([["Europe/Moscow"]]);
});
