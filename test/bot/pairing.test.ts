import { expect, test } from "vitest";
import { type BotWorld, botWorld } from "./bot-world.ts";

const CODE = "blue-whale-42";

function openWindow(world: BotWorld, minutes = 10): void {
  const now = world.clock.now();
  world.stores.owners.openPairing(CODE, now, now.add({ minutes }));
}

/** Rows that a stranger could have made. */
function traces(world: BotWorld): number[] {
  return ["messages", "outbox", "sessions", "chats", "owners", "schedules", "turns"].map((table) =>
    Number(world.stores.db.get(`SELECT count(*) AS n FROM ${table}`)?.n),
  );
}

test("TG-1: the right code in private makes an owner, who is asked for the language first", async () => {
  await using world = await botWorld({ ownerIds: [] });
  openWindow(world);
  world.start();
  world.owner.send(`/start ${CODE}`);
  await world.owner.next("Hello, Ann!");
  const question = await world.owner.next("Which language");
  expect(question.labels).toEqual([["English", "Русский", "中文"]]);
  expect(world.stores.owners.list()).toMatchObject([
    { userId: 42, name: "Ann", privateChatId: 42, languageCode: "en" },
  ]);
});

test("TG-1: a wrong code in an open window gets one sentence, five times a user, and then nothing", async () => {
  await using world = await botWorld({ ownerIds: [] });
  openWindow(world);
  world.start();
  for (let tries = 0; tries < 6; tries++) {
    world.owner.send(`/start wrong-${tries}`);
    await world.clock.advance("PT5S");
  }
  world.owner.send(`/start ${CODE}`);
  await world.settled();
  await world.clock.advance("PT30S");
  await expect.poll(() => world.texts(42).length).toBe(5);
  expect(new Set(world.texts(42))).toEqual(
    new Set(["That code is not right. The one to use is in the terminal where I was started."]),
  );
  expect(world.stores.owners.list()).toEqual([]);
});

test("TG-1: a code outside a window, and the right one in a group, are met with silence", async () => {
  await using world = await botWorld({ ownerIds: [] });
  const group = world.api.supergroup(-500, "Friends", { members: [world.owner] });
  openWindow(world, 10);
  world.start();
  world.owner.send(`/start ${CODE}`, { chatId: group.id });
  await world.settled();
  await world.clock.advance("PT11M");
  world.owner.send(`/start ${CODE}`);
  await world.settled();
  expect(world.stores.owners.list()).toEqual([]);
  expect(world.api.callsOf("sendMessage")).toEqual([]);
});

test("TG-1: with configured owners nobody pairs, whatever the window", async () => {
  await using world = await botWorld({ ownerIds: [42] });
  const stranger = world.api.user(666, { name: "Mallory" });
  openWindow(world);
  world.start();
  stranger.send(`/start ${CODE}`);
  await world.settled();
  expect(world.stores.owners.list()).toEqual([]);
  expect(world.texts(666)).toEqual([]);
});

test("TG-1: a stranger reaches nothing by message, command or press, and is logged once an hour", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("Vigil");
  await world.settled();
  const group = world.api.supergroup(-500, "Friends", {
    members: [world.owner, world.api.user(666, { name: "Mallory" })],
  });
  const before = { calls: world.api.calls.length, rows: traces(world) };

  const stranger = world.api.user(666, { name: "Mallory" });
  stranger.send("hello");
  stranger.send("/reminders");
  stranger.send("/stop");
  stranger.send("/remind tomorrow at 9 steal", { chatId: group.id });
  stranger.pressData(
    { chatId: 42, id: menu.id },
    menu.buttons.flat().map((button) => ("callback_data" in button ? button.callback_data : ""))[0]!,
  );
  stranger.pressData({ chatId: 42, id: menu.id }, "unset:r-0000000000");
  await world.settled();

  expect(world.api.calls.length).toBe(before.calls);
  expect(traces(world)).toEqual(before.rows);
  expect(world.agent.stopped).toEqual([]);
  const logged = () => world.log.lines.filter(({ message }) => message.includes("stranger")).length;
  expect(logged()).toBe(1);
  await world.clock.advance("PT61M");
  stranger.send("hello again");
  await world.settled();
  expect(logged()).toBe(2);
});

test("TG-17: the first steps ask for language and zone, say the model, and set a first reminder", async () => {
  await using world = await botWorld({ hostZone: "UTC" });
  world.start();
  world.owner.send("/start");
  const language = await world.owner.next("Which language");
  world.owner.press(language, "Русский");
  const zone = await world.owner.next("Где вы?");
  world.owner.press(zone, world.label(zone, "Москва"));
  const ready = await world.owner.next("Всё готово");
  expect(ready.text).toContain("test/model");
  expect(ready.text).toContain("Europe/Moscow");
  await world.clock.advance("PT5S");
  world.owner.press(ready, world.label(ready, "через минуту"));
  await world.owner.next("Сохранено");
  const shown = () => world.owner.messages().find(({ id }) => id === ready.id);
  await expect.poll(() => shown()?.labels.flat()).toEqual(["Показать примеры"]);
  expect(world.stores.schedules.live()).toMatchObject([
    {
      text: "Это ваше первое напоминание. Всё работает!",
      nextRunAt: world.clock.now().add("PT1M").epochMilliseconds,
      target: { chatId: 42, threadId: null },
    },
  ]);
  expect(world.preferences.zone()).toBe("Europe/Moscow");

  await world.clock.advance("PT5S");
  world.owner.send("/start");
  await world.owner.next("Я на месте");
});

test("TG-17: a zone that the host knows is not asked for", async () => {
  await using world = await botWorld({ hostZone: "Europe/Berlin", model: "offline" });
  world.start();
  world.owner.send("/start");
  const language = await world.owner.next();
  world.owner.press(language, "English");
  const ready = await world.owner.next("All set");
  expect(ready.text).toContain("Europe/Berlin");
  expect(ready.text).toContain("VIGIL_MODEL");
});
