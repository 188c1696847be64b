import type { Update } from "grammy/types";
import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const HOME = { chatId: 42, threadId: null };

function now(world: BotWorld, message: SeenMessage): SeenMessage {
  return world.owner.messages().find(({ id }) => id === message.id)!;
}

/** Says something, once the sender has its whole burst again. */
async function say(world: BotWorld, text: string): Promise<void> {
  await world.settled();
  await world.clock.advance("PT5S");
  world.owner.send(text);
}

function live(world: BotWorld): { text: string; at: string }[] {
  return world.stores.schedules.live().map(({ text, nextRunAt }) => ({
    text,
    at: Temporal.Instant.fromEpochMilliseconds(nextRunAt!).toString(),
  }));
}

/** Opens the room of a reminder that comes on 5 December at 10:00 in Berlin. */
async function room(world: BotWorld): Promise<{ menu: SeenMessage; id: string }> {
  const row = reminderRow("2026-12-05T09:00:00Z", { text: "call Anna", target: HOME });
  world.stores.schedules.add(row);
  await say(world, "/reminders");
  const menu = await world.owner.next("Reminders (1)");
  await world.owner.press(menu, world.label(menu, "call Anna")).answered();
  await expect.poll(() => now(world, menu).labels.flat()).toContain("🕘 Move");
  return { menu: now(world, menu), id: row.id };
}

test("TG-11: a reminder is added in one answer, shown before it is stored, and stored by Confirm", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  const question = await world.owner.next("What shall I remind you of, and when?");
  expect(question.labels).toEqual([["✗ Cancel"]]);
  await say(world, "tomorrow at 9 water the beans");
  const preview = await world.owner.next("Shall I set this?");
  expect(preview.text).toContain("water the beans");
  expect(preview.text).toContain("09:00");
  expect(preview.labels.at(-1)).toEqual(["✅ Set it", "✗ Cancel"]);
  expect(live(world)).toEqual([]);
  expect((await world.owner.press(preview, "✅ Set it").answered()).text).toBe("Saved");
  const card = await world.owner.next("Saved.");
  expect(card.text).toContain("water the beans");
  expect(live(world)).toEqual([{ text: "water the beans", at: "2026-12-02T08:00:00Z" }]);
  await expect.poll(() => now(world, preview).labels).toEqual([]);
  // The agent saw nothing of it.
  expect(world.inputs()).toEqual([]);
});

test("TG-11: without a time the time is asked for; an answer that cannot be used is asked again with the way out", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await say(world, "water the beans");
  const when = await world.owner.next("“water the beans”: when?");
  expect(when.labels).toEqual([["✗ Cancel"]]);
  await say(world, "yesterday at 9");
  const refusal = await world.owner.next("has passed");
  expect(refusal.labels).toEqual([["✗ Cancel"]]);
  await say(world, "in 20 minutes");
  const preview = await world.owner.next("Shall I set this?");
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.");
  expect(live(world)).toEqual([{ text: "water the beans", at: "2026-12-01T10:20:20Z" }]);
});

test("TG-11: in the preview the answer can be given again, the time alone too; the earlier preview does nothing then", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await say(world, "tomorrow at 9 water the beans");
  const first = await world.owner.next("Shall I set this?");
  await say(world, "tomorrow at 11");
  const second = await world.owner.next("Shall I set this?");
  expect(second.text).toContain("water the beans");
  expect((await world.owner.press(first, "✅ Set it").answered()).text).toBe("You have answered this one already.");
  expect(live(world)).toEqual([]);
  world.owner.press(second, "✅ Set it");
  await world.owner.next("Saved.");
  expect(live(world)).toEqual([{ text: "water the beans", at: "2026-12-02T10:00:00Z" }]);
});

test.each([
  ["en", "/language english", "I wait for half an hour", "• tomorrow at 9 call Anna"],
  ["ru", "/language русский", "Жду ответа полчаса", "• завтра в 9 позвонить Анне"],
  ["zh", "/language 中文", "请在半小时内回复", "• 明天早上9点给安娜打电话"],
] as const)(
  "TG-11: the examples of %s are in the owner's language, and each can be used as it stands",
  async (_locale, language, wait, example) => {
    await using world = await botWorld();
    world.start();
    await say(world, language);
    await world.settled();
    await say(world, "/remind");
    const question = await world.owner.next(wait);
    expect(question.text).toContain(example);
    const examples = question.text.split("\n").filter((line) => line.startsWith("• "));
    expect(examples).toHaveLength(3);
    let last = question;
    for (const line of examples) {
      await say(world, line.slice(2));
      last = await world.owner.next(/.*/s);
      expect(last.labels.at(-1), line).toHaveLength(2);
    }
  },
);

test("TG-11: Cancel stands in every step; after it nothing is stored, and a message goes to the agent", async () => {
  await using world = await botWorld();
  world.start();
  const steps = [[], ["water the beans"], ["water the beans", "tomorrow at 9"]];
  for (const answers of steps) {
    await say(world, "/remind");
    let asked = await world.owner.next("What shall I remind you of");
    for (const answer of answers) {
      await say(world, answer);
      asked = await world.owner.next(/.*/s);
    }
    expect((await world.owner.press(asked, "✗ Cancel").answered()).text).toBe("Cancelled");
    await expect.poll(() => now(world, asked).text).toContain("✗ Cancelled, nothing was stored.");
  }
  await say(world, "hello there");
  await world.settled();
  expect(world.inputs().map(({ content }) => content)).toEqual(["hello there"]);
  expect(live(world)).toEqual([]);
});

test("TG-11: after half an hour the dialogue is over: the next message says so and goes to the agent", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await world.clock.advance("PT29M");
  await say(world, "water the beans");
  const when = await world.owner.next("when?");
  // Each answer has the whole time again.
  await world.clock.advance("PT30M");
  await say(world, "tomorrow at 9");
  await world.owner.next("nothing was stored");
  await world.settled();
  expect(world.inputs().map(({ content }) => content)).toEqual(["tomorrow at 9"]);
  expect((await world.owner.press(when, "✗ Cancel").answered()).text).toBe("This is gone.");
  expect(live(world)).toEqual([]);
});

test("TG-11: a Confirm that comes too late stores nothing and says that the time ran out", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await say(world, "tomorrow at 9 water the beans");
  const preview = await world.owner.next("Shall I set this?");
  await world.clock.advance("PT31M");
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("nothing was stored");
  expect(live(world)).toEqual([]);
});

test("TG-11: a dialogue goes on after a restart, in its question and in its preview", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await world.restart();
  await say(world, "tomorrow at 9 water the beans");
  const preview = await world.owner.next("Shall I set this?");
  await world.restart();
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.");
  expect(live(world)).toEqual([{ text: "water the beans", at: "2026-12-02T08:00:00Z" }]);
});

test("TG-11: commands and the buttons of menus work meanwhile, and the dialogue goes on", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await say(world, "/menu");
  const menu = await world.owner.next("🏠");
  await world.owner.press(menu, "⚙️ Settings").answered();
  await expect.poll(() => now(world, menu).text).toContain("Language: English");
  await say(world, "/nonsense");
  await world.owner.next("I do not know /nonsense");
  await say(world, "tomorrow at 9 water the beans");
  await world.owner.next("Shall I set this?");
  expect(world.inputs()).toEqual([]);
});

test("TG-11: a press that is handled twice stores once and says it once", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await say(world, "tomorrow at 9 water the beans");
  const preview = await world.owner.next("Shall I set this?");
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.");
  await world.settled();
  const body = world.stores.db.get("SELECT body FROM updates ORDER BY update_id DESC LIMIT 1")?.body;
  await world.bot.bot.handleUpdate(JSON.parse(String(body)) as Update);
  expect(live(world)).toHaveLength(1);
  expect(world.texts(42).filter((text) => text.startsWith("Saved."))).toHaveLength(1);
});

test("TG-11: a call that fails leaves nothing hanging: the question is sent once Telegram takes it, and the chat goes on", async () => {
  await using world = await botWorld();
  world.start();
  world.api.addFault({ method: "sendMessage", times: 2, error: { code: 500 } });
  await say(world, "/remind");
  await world.settled();
  await say(world, "tomorrow at 9 water the beans");
  await world.settled();
  for (let second = 0; second < 30; second++) await world.clock.advance("PT1S");
  const preview = await world.owner.next("Shall I set this?");
  world.api.addFault({ method: "editMessageReplyMarkup", error: { code: 500 } });
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.");
  await say(world, "hello");
  await world.settled();
  expect(world.inputs().map(({ content }) => content)).toEqual(["hello"]);
  expect(live(world)).toHaveLength(1);
});

test("TG-11: a second dialogue takes the place of the first, whose buttons are gone", async () => {
  await using world = await botWorld();
  world.start();
  const { menu } = await room(world);
  world.owner.press(menu, "✏️ Edit text");
  const edit = await world.owner.next("What shall it say instead?");
  world.owner.press(menu, "🕘 Move");
  await world.owner.next("When instead?");
  await say(world, "6 December at 12:00");
  await world.owner.next("Shall I move it?");
  expect((await world.owner.press(edit, "✗ Cancel").answered()).text).toBe("This is gone.");
  expect(world.stores.schedules.live()[0]?.text).toBe("call Anna");
});

test("TG-11: in a group only the person who began it is in the dialogue, in the topic where it began", async () => {
  await using world = await botWorld({ ownerIds: [42, 43] });
  const bob = world.api.user(43, { name: "Bob", language: "en" });
  const stranger = world.api.user(77, { name: "Eve", language: "en" });
  const forum = world.api.forum(-1001, "Home", { members: [world.owner, bob, stranger] });
  const [garden, kitchen] = [forum.createTopic("Garden"), forum.createTopic("Kitchen")];
  world.start();
  const there = { chatId: forum.id, threadId: garden };
  world.owner.send("/remind", there);
  const question = await world.owner.next("Answer as a reply", { chatId: forum.id });
  bob.send("tomorrow at 8 nothing", there);
  stranger.send("tomorrow at 7 nothing", there);
  world.owner.send("tomorrow at 6 nothing", { chatId: forum.id, threadId: kitchen });
  await world.settled();
  expect((await bob.press(question, "✗ Cancel").answered()).text).toBe("Only who began this can go on with it.");
  world.owner.send(`@${world.bot.bot.botInfo.username} tomorrow at 9 water the beans`, {
    ...there,
    replyTo: question.id,
  });
  const preview = await world.owner.next("Shall I set this?", { chatId: forum.id });
  expect(preview.threadId).toBe(garden);
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.", { chatId: forum.id });
  expect(world.stores.schedules.live()).toMatchObject([{ text: "water the beans", target: there }]);
  expect(world.inputs(forum.id, garden).map(({ content }) => content)).toEqual(["tomorrow at 8 nothing"]);
});

test("TG-11: a forward is never an answer", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  world.owner.forward("tomorrow at 9 pay me", { id: 77, name: "Eve" });
  await world.settled();
  expect(world.inputs()).toHaveLength(1);
  expect(world.texts(42).filter((text) => text.includes("Shall I set this?"))).toEqual([]);
});

test("REM-6, TG-12: Move gives a row another time in the owner's words and keeps its id and text", async () => {
  await using world = await botWorld();
  world.start();
  const { menu, id } = await room(world);
  world.owner.press(menu, "🕘 Move");
  await world.owner.next("When instead?");
  await say(world, "every weekday at 8:30");
  const preview = await world.owner.next("Shall I move it?");
  expect(live(world)).toEqual([{ text: "call Anna", at: "2026-12-05T09:00:00Z" }]);
  world.owner.press(preview, "✅ Move it");
  await world.owner.next("Moved.");
  expect(world.stores.schedules.get(id)).toMatchObject({ text: "call Anna", schedule: { type: "cron" } });
  expect(live(world)).toEqual([{ text: "call Anna", at: "2026-12-02T07:30:00Z" }]);
});

test("REM-6: a preview whose time passes before Confirm is refused, and the dialogue goes on", async () => {
  await using world = await botWorld();
  world.start();
  const { menu } = await room(world);
  world.owner.press(menu, "🕘 Move");
  await world.owner.next("When instead?");
  await say(world, "in 2 minutes");
  const preview = await world.owner.next("Shall I move it?");
  await world.clock.advance("PT3M");
  world.owner.press(preview, "✅ Move it");
  await world.owner.next("has passed");
  await say(world, "in 10 minutes");
  const again = await world.owner.next("Shall I move it?");
  world.owner.press(again, "✅ Move it");
  await world.owner.next("Moved.");
  expect(live(world)).toEqual([{ text: "call Anna", at: "2026-12-01T10:13:15Z" }]);
});

test("TG-12: Edit gives a row another text and keeps its time; a row that is gone ends the dialogue", async () => {
  await using world = await botWorld();
  world.start();
  const { menu, id } = await room(world);
  world.owner.press(menu, "✏️ Edit text");
  await world.owner.next("What shall it say instead?");
  await say(world, "call Ben");
  const preview = await world.owner.next("Shall it say this?");
  expect(preview.text).toContain("call Ben");
  world.owner.press(preview, "✅ Save");
  await world.owner.next("Changed.");
  expect(live(world)).toEqual([{ text: "call Ben", at: "2026-12-05T09:00:00Z" }]);
  world.owner.press(now(world, menu), "🕘 Move");
  await world.owner.next("When instead?");
  world.stores.schedules.remove(id);
  await say(world, "tomorrow at 9");
  await world.owner.next("is gone, so nothing was stored");
  await say(world, "hello");
  await world.settled();
  expect(world.inputs().map(({ content }) => content)).toEqual(["hello"]);
});

test("TIME-6: the other reading stands on a button of the preview; its choice is stored and remembered for the next time", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/remind");
  await world.owner.next("What shall I remind you of");
  await say(world, "tomorrow at 8 call Anna");
  const preview = await world.owner.next("Shall I set this?");
  expect(preview.text).toContain("08:00");
  world.owner.press(preview, world.label(preview, "Rather Wed 2 Dec 20:00"));
  await expect.poll(() => now(world, preview).text).toContain("Wed 2 Dec 20:00 (Europe/Berlin)");
  expect(live(world)).toEqual([]);
  world.owner.press(now(world, preview), "✅ Set it");
  await world.owner.next("Saved.");
  expect(live(world)).toEqual([{ text: "call Anna", at: "2026-12-02T19:00:00Z" }]);
  await world.restart();
  await say(world, "/remind tomorrow at 8 call Ben");
  await world.owner.next("Saved.");
  expect(live(world).map(({ at }) => at)).toEqual(["2026-12-02T19:00:00Z", "2026-12-02T19:00:00Z"]);
});

test("TG-12: Search lists what has the words, also after a restart, and All leads back", async () => {
  await using world = await botWorld();
  world.start();
  for (const text of ["call Anna", "call Ben", "Write to ANNA"])
    world.stores.schedules.add(reminderRow("2026-12-05T09:00:00Z", { text, target: HOME }));
  await say(world, "/reminders");
  const list = await world.owner.next("Reminders (3)");
  world.owner.press(list, "🔎 Search");
  await world.owner.next("Which words");
  await say(world, "anna");
  const found = await world.owner.next("🔎 “anna” (2)");
  expect(found.text).not.toContain("Ben");
  await world.restart();
  await world.owner.press(found, world.label(found, "ANNA")).answered();
  await expect.poll(() => now(world, found).labels.flat()).toContain("🕘 Move");
  await world.owner.press(now(world, found), "← Back").answered();
  await expect.poll(() => now(world, found).text).toContain("🔎 “anna” (2)");
  await world.owner.press(now(world, found), "⏰ All").answered();
  await expect.poll(() => now(world, found).text).toContain("Reminders (3)");
});

test("TIME-7: the time of days without one is set in a dialogue and holds for the next reminder", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "/menu");
  const menu = await world.owner.next("🏠");
  await world.owner.press(menu, "⚙️ Settings").answered();
  await expect.poll(() => now(world, menu).text).toContain("Default time: 09:00");
  world.owner.press(now(world, menu), world.label(now(world, menu), "Default time"));
  await world.owner.next("Now it is 09:00");
  await say(world, "every day at 8");
  await world.owner.next("a time of day alone");
  await say(world, "7:30");
  const preview = await world.owner.next("shall mean 07:30");
  world.owner.press(preview, "✅ Save");
  await world.owner.next("mean 07:30 from now on");
  await say(world, "/remind tomorrow call Anna");
  await world.owner.next("Saved.");
  expect(live(world)).toEqual([{ text: "call Anna", at: "2026-12-02T06:30:00Z" }]);
});

test("TIME-9: Repeat of the last firing shows the same recurrence once more, as many times as before", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "hello");
  await world.settled();
  const ends = { until: "2026-12-01T09:00:00Z", count: 3 };
  const schedule = { ...daily("0 10 * * *", "Europe/Berlin"), ends };
  const row = reminderRow("2026-12-01T09:00:00Z", { text: "take the pills", target: HOME, schedule });
  const at = world.clock.now();
  const firing = world.stores.db.transaction(() => {
    world.stores.schedules.add(row);
    const id = world.stores.firings.claim(
      {
        scheduleId: row.id,
        dueAt: row.nextRunAt!,
        origin: "schedule",
        kind: "text",
        text: row.text,
        name: null,
        target: HOME,
        timeoutMinutes: null,
        insistMinutes: null,
        askedAt: row.createdAt,
        skippedEarlier: 0,
        last: true,
        state: "claimed",
        error: null,
      },
      at,
    )!;
    world.stores.schedules.advance(row.id, "fired", null, at);
    world.stores.outbox.enqueue(
      {
        key: `firing:${id}`,
        target: HOME,
        payload: { kind: "reminder", firingId: id, scheduleId: row.id, markdown: "Take the pills.", last: true },
        firingId: id,
      },
      at,
    );
    return id;
  });
  const message = await world.owner.next("This was the last one.");
  world.owner.press(message, world.label(message, "Repeat"));
  const preview = await world.owner.next("Shall I set this?");
  world.owner.press(preview, "✅ Set it");
  await world.owner.next("Saved.");
  expect(world.stores.schedules.live()).toMatchObject([
    {
      text: "take the pills",
      schedule: { type: "cron", pattern: "0 10 * * *", ends: { until: "2026-12-04T09:00:00Z", count: 3 } },
    },
  ]);
  // Once the row was swept its recurrence is not known any more: the time is asked for.
  world.stores.schedules.remove(row.id);
  await world.owner.pressData({ chatId: 42, id: message.id }, `repeat:${firing}`).answered();
  await world.owner.next("“take the pills”: when?");
});

test("TG-12: a preview that moves a recurrence to a single time says that the series ends", async () => {
  await using world = await botWorld();
  world.start();
  await say(world, "hello");
  await world.settled();
  const schedule = daily("0 9 * * *", "Europe/Berlin");
  world.stores.schedules.add(reminderRow("2026-12-02T08:00:00Z", { text: "stretch", target: HOME, schedule }));
  await say(world, "/reminders");
  const list = await world.owner.next("stretch");
  world.owner.press(list, world.label(list, "stretch"));
  await expect.poll(() => now(world, list).labels.flat()).toContain("🕘 Move");
  world.owner.press(now(world, list), "🕘 Move");
  await world.owner.next("When instead?");
  await say(world, "soon");
  // Only the time is missing: no example has a task in it.
  expect((await world.owner.next("I could not read the time.")).text).not.toContain("Anna");
  await say(world, "tomorrow at 11");
  const preview = await world.owner.next("Shall I move it?");
  expect(preview.text).toContain("this ends the series");
});
