import { expect, test } from "vitest";
import { botWorld } from "./bot-world.ts";

test("TG-3: /new acts on the topic it is typed in, and the answer comes there", async () => {
  await using world = await botWorld();
  const forum = world.api.forum(-1001, "Home", { members: [world.owner] });
  const [cooking, garden] = [forum.createTopic("Cooking"), forum.createTopic("Garden")];
  world.start();
  world.owner.send("soup", { chatId: forum.id, threadId: cooking });
  world.owner.send("beans", { chatId: forum.id, threadId: garden });
  world.owner.send("hello", { chatId: forum.id });
  await world.settled();
  const session = (threadId: number | null) => world.stores.sessions.find({ chatId: forum.id, threadId })!;
  world.inputs(forum.id, cooking);
  world.inputs(forum.id, garden);
  expect(session(cooking).title).toBe("Cooking");
  expect(session(garden).title).toBe("Garden");
  expect(session(null).title).toBeNull();

  world.owner.send("/new", { chatId: forum.id, threadId: cooking });
  const answer = await world.owner.next("new conversation", { chatId: forum.id });
  expect(answer.threadId).toBe(cooking);
  expect(world.stores.messages.history(session(cooking).id, 10)).toEqual([]);
  expect(world.stores.messages.history(session(garden).id, 10).map(({ content }) => content)).toEqual(["beans"]);
});

test("TG-3, TG-9: a reply in an ordinary group is no topic, and nothing is sent to one", async () => {
  await using world = await botWorld();
  const group = world.api.supergroup(-500, "Friends", { members: [world.owner] });
  world.start();
  const first = world.owner.send("first", { chatId: group.id });
  world.owner.send("/status", { chatId: group.id, replyTo: first.id });
  await world.owner.next("Model", { chatId: group.id });
  expect(world.api.callsOf("sendMessage")[0]?.payload).not.toHaveProperty("message_thread_id");
  expect(world.stores.sessions.list()).toHaveLength(1);
});

test("TG-4: /stop ends the turn of its session, and answers only if none runs", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("think hard");
  await world.settled();
  const session = world.stores.sessions.find({ chatId: 42, threadId: null })!;
  world.agent.running.add(session.id);
  world.owner.send("/stop");
  await world.settled();
  expect(world.agent.stopped).toEqual([session.id]);
  expect(world.texts(42)).toEqual([]);

  world.owner.send("/stop");
  await world.owner.next("Nothing is running here.");
});

test("REM-18, TIME-20: /remind stores a reminder for this topic without a model, then says so with its card", async () => {
  await using world = await botWorld();
  const forum = world.api.forum(-1001, "Home", { members: [world.owner] });
  const garden = forum.createTopic("Garden");
  world.start();
  const asked = world.owner.send("/remind tomorrow at 9 water the beans", { chatId: forum.id, threadId: garden });
  const card = await world.owner.next("Saved.", { chatId: forum.id });
  const [row] = world.stores.schedules.live();
  expect(card.threadId).toBe(garden);
  expect(card.text).toContain("water the beans");
  expect(row).toMatchObject({
    target: { chatId: forum.id, threadId: garden },
    createdMessage: asked.id,
    state: "pending",
  });
  expect(Temporal.Instant.fromEpochMilliseconds(row!.nextRunAt!).toString()).toBe("2026-12-02T08:00:00Z");

  world.owner.press(card, world.label(card, "Remove"));
  await expect.poll(() => world.stores.schedules.live()).toEqual([]);
});

test("TG-11: of one half of a reminder /remind asks for the other, and goes on with the answer", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/remind in 1 minute");
  await world.owner.next("in 1 minute: what shall I remind you of?");
  world.owner.send("tea");
  const preview = await world.owner.next("Shall I set this?");
  expect(preview.text).toContain("⏰ tea\nTue 1 Dec 11:01");
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.");
  expect(world.stores.schedules.live()).toMatchObject([{ text: "tea" }]);
});

test("TIME-12: /remind alone asks, with examples, and of words without a time it asks the time; nothing is stored", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/remind");
  const question = await world.owner.next("tomorrow at 9 call Anna");
  world.owner.press(question, "✗ Cancel");
  await world.settled();
  world.owner.send("/remind call Anna");
  await world.owner.next("“call Anna”: when?");
  expect(world.stores.schedules.countLive()).toBe(0);
});

test("TIME-7: a time that is refused comes with the nearest ones that would do, in a dialogue too", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/remind yesterday at 9 call Anna");
  const past = await world.owner.next("has passed");
  expect(past.text).toMatch(/What would do:\n• Wed 2 Dec 09:00/);
  world.owner.send("/remind every minute call Anna");
  const often = await world.owner.next("too often");
  expect(often.text).toMatch(/What would do:\n• every 10 minutes/);
  world.owner.send("/remind");
  await world.owner.next("What shall I remind you of");
  world.owner.send("30 February call Anna");
  const none = await world.owner.next("no such date");
  expect(none.text).toMatch(/What would do:\n• Sun 28 Feb 2027 09:00/);
  expect(none.labels).toEqual([["✗ Cancel"]]);
});

test("I18N-1: /language switches at once, for what is said next and for the menus", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/language русский");
  await world.owner.next("Теперь говорю по-русски.");
  world.owner.send("/menu");
  const menu = await world.owner.next("Поставлено: 0");
  expect(menu.labels.flat()).toContain("⏰ Напоминания");
  world.owner.send("/language klingon");
  const choice = await world.owner.next("На этом языке");
  world.owner.press(choice, "中文");
  await expect.poll(() => world.owner.messages().find(({ id }) => id === choice.id)?.text).toContain("现在我说中文了");
  expect(world.preferences.locale()).toBe("zh");
});

test("TIME-13: /timezone takes a name in any case, and asks about one that several zones answer to", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/timezone asia/tashkent");
  await world.owner.next("Asia/Tashkent");
  expect(world.preferences.zone()).toBe("Asia/Tashkent");
  world.owner.send("/timezone IST");
  const question = await world.owner.next("IST");
  expect(world.preferences.zone()).toBe("Asia/Tashkent");
  world.owner.press(question, "Europe/Dublin");
  await expect.poll(() => world.preferences.zone()).toBe("Europe/Dublin");
});

test("SET-1: a settings file that a person broke is not overwritten, and the owner is told", async () => {
  await using world = await botWorld();
  world.breakSettings("{ broken");
  world.start();
  world.owner.send("/timezone Asia/Tokyo");
  await world.owner.next("The settings could not be changed");
  expect(world.settingsFile()).toBe("{ broken");
});

test("/status says the model, what waits and what comes next", async () => {
  await using world = await botWorld();
  world.start();
  await world.clock.advance("PT3H25M");
  world.owner.send("a question");
  world.owner.send("/status");
  const status = await world.owner.next("test/model");
  expect(status.text).toContain("waiting: 1");
  expect(status.text).toContain("Up for 3 h 25 min");
  expect(status.text).toContain("next: none");
});

test("TG-2: a command for another bot is ignored, an unknown one is named, and a path is text", async () => {
  await using world = await botWorld();
  const group = world.api.supergroup(-500, "Friends", { members: [world.owner] });
  world.start();
  world.owner.send("/status@other_bot", { chatId: group.id });
  world.owner.send("/frobnicate now", { chatId: group.id });
  world.owner.send("/etc/hosts is empty, why?", { chatId: group.id });
  await world.owner.next("I do not know /frobnicate", { chatId: group.id });
  await world.settled();
  expect(world.texts(group.id)).toHaveLength(1);
  expect(world.inputs(group.id).map(({ content }) => content)).toEqual(["/etc/hosts is empty, why?"]);
});

test("G3: Telegram is told the commands in three languages, once, and polling does not wait for it", async () => {
  await using world = await botWorld();
  world.api.addFault({ method: "setMyCommands", error: { code: 429, retry_after: 490 } });
  world.start();
  world.owner.send("/help");
  await world.owner.next("/remind");
  expect(world.api.commands()).toEqual([]);

  await world.restart();
  await expect.poll(() => world.api.commands("default", "zh").length).toBeGreaterThan(8);
  expect(world.api.commands("default", "ru").find(({ command }) => command === "help")?.description).toBe("Что я умею");
  const told = world.api.callsOf("setMyCommands").length;
  await world.restart();
  world.owner.send("/help");
  await world.owner.next("/remind");
  expect(world.api.callsOf("setMyCommands")).toHaveLength(told);
});

test("TG-9: a command works in capitals too, and /reminders WORDS searches", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/REMIND tomorrow at 9 Call Anna");
  await world.owner.next("Saved.");
  expect(world.stores.schedules.live()[0]?.text).toBe("Call Anna");
  world.owner.send("/reminders anna");
  await world.owner.next("🔎 “anna” (1)");
});
