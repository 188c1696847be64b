import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const HOME = { chatId: 42, threadId: null };

/** A reminder that fired and whose message arrived. */
async function firedReminder(
  world: BotWorld,
  over: Partial<Parameters<typeof reminderRow>[1]> = {},
): Promise<{ message: SeenMessage; firing: number; schedule: string }> {
  const row = reminderRow(world.clock.now().toString(), { text: "take the pills", target: HOME, ...over });
  const at = world.clock.now();
  const firing = world.stores.db.transaction(() => {
    world.stores.schedules.add(row);
    const id = world.stores.firings.claim(
      {
        scheduleId: row.id,
        dueAt: at.epochMilliseconds,
        origin: "schedule",
        kind: "text",
        text: row.text,
        name: null,
        target: HOME,
        timeoutMinutes: null,
        insistMinutes: null,
        askedAt: row.createdAt,
        skippedEarlier: 0,
        last: false,
        state: "claimed",
        error: null,
      },
      at,
    )!;
    if (row.schedule.type !== "cron") world.stores.schedules.advance(row.id, "fired", null, at);
    const recurring = row.schedule.type === "cron";
    const outboxId = world.stores.outbox.enqueue(
      {
        key: `firing:${id}`,
        target: HOME,
        payload: { kind: "reminder", firingId: id, scheduleId: row.id, markdown: "Take the **pills**.", recurring },
        firingId: id,
      },
      at,
    );
    world.stores.firings.finish(id, { state: "queued", outboxId, error: null }, at);
    return id;
  });
  const message = await world.owner.next("Take the pills.");
  return { message, firing, schedule: row.id };
}

function now(world: BotWorld, message: SeenMessage): SeenMessage {
  return world.owner.messages().find(({ id }) => id === message.id)!;
}

test("REM-14: Done is recorded once, shown in the message, and works after a restart", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, firing } = await firedReminder(world);
  await world.restart();
  const press = world.owner.press(message, "✅ Done");
  expect((await press.answered()).text).toBe("✅ Done");
  await expect.poll(() => now(world, message).labels).toEqual([["Why?"]]);
  expect(now(world, message).text).toBe("Take the pills.\n\n✅ Done.");
  expect(now(world, message).entities).toContainEqual({ type: "bold", offset: 9, length: 5 });
  // The same press once more, from a client that had not seen the change.
  await world.owner.pressData({ chatId: 42, id: message.id }, `done:${firing}`).answered();
  await world.settled();
  expect(world.stores.firings.get(firing)?.taps).toEqual([
    { action: "done", at: world.clock.now().epochMilliseconds, by: 42 },
  ]);
});

test("REM-14: Snooze sets a new reminder with the same text and target, and the last choice holds", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, firing } = await firedReminder(world);
  world.owner.press(message, world.label(message, "Snooze"));
  await expect.poll(() => now(world, message).labels.flat()).toContain("10 min");
  const data = (choice: string) =>
    world.owner.pressData({ chatId: 42, id: message.id }, `snooze:${firing}:${choice}`).answered();
  await data("10m");
  await data("tonight");
  const [row, ...others] = world.stores.schedules.live();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ text: "take the pills", target: HOME, snoozedFrom: firing });
  // 20:00 in Berlin.
  expect(Temporal.Instant.fromEpochMilliseconds(row!.nextRunAt!).toString()).toBe("2026-12-01T19:00:00Z");
  await expect.poll(() => JSON.stringify(now(world, message).buttons)).toContain(`unsnooze:${firing}:${row!.id}`);
  world.owner.press(now(world, message), "↩️ Undo");
  await expect.poll(() => world.stores.schedules.live()).toEqual([]);
  await expect.poll(() => now(world, message).labels.flat()).toEqual(["✅ Done", "😴 Snooze", "Why?"]);
  expect(now(world, message).text).toBe(message.text);
});

test("TIME-20: removing one of two cards leaves the buttons of the other", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  await world.settled();
  const rows = ["call Anna", "call Ben"].map((text) => reminderRow("2026-12-05T09:00:00Z", { text, target: HOME }));
  for (const row of rows) world.stores.schedules.add(row);
  const cards = rows.map(({ id, text, schedule, nextRunAt }) => ({
    scheduleId: id,
    text,
    schedule,
    next: [nextRunAt!],
    notes: [],
  }));
  world.stores.outbox.enqueue(
    { key: "turn:1", target: HOME, payload: { kind: "reply", markdown: "Both are set.", cards } },
    world.clock.now(),
  );
  const message = await world.owner.next("Both are set.");
  world.owner.press(message, world.label(message, "call Anna"));
  await expect.poll(() => now(world, message).labels.flat()).toEqual([expect.stringContaining("call Ben"), "↩️ Undo"]);
  expect(now(world, message).text).toMatch(/^Both are set\.\n\n⏰ call Ben\n.*\n\n🗑 Removed: call Anna$/);
  expect(world.stores.schedules.live().map(({ text }) => text)).toEqual(["call Ben"]);
});

test("REM-14: more times to snooze stand behind Choose, with a way back", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, firing } = await firedReminder(world);
  await world.owner.pressData({ chatId: 42, id: message.id }, `snooze:${firing}:choose`).answered();
  await expect
    .poll(() => now(world, message).labels)
    .toEqual([["In 3 hours", "Tomorrow morning"], ["Monday morning", "In a week"], ["✍️ In your words"], ["← Back"]]);
  world.owner.press(now(world, message), "Monday morning");
  await expect
    .poll(() =>
      world.stores.schedules
        .live()
        .map(({ nextRunAt }) => Temporal.Instant.fromEpochMilliseconds(nextRunAt!).toString()),
    )
    .toEqual(["2026-12-07T08:00:00Z"]);
});

test("REM-14: Snooze in the owner's own words asks when, shows it, and puts the reminder off", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, firing } = await firedReminder(world);
  const data = (choice: string) =>
    world.owner.pressData({ chatId: 42, id: message.id }, `snooze:${firing}:${choice}`).answered();
  await data("10m");
  await data("words");
  await world.owner.next("Until when shall I snooze “take the pills”");
  world.owner.send("friday at 18:00");
  const preview = await world.owner.next("Shall I snooze it?");
  world.owner.press(preview, "✅ Snooze it");
  await world.owner.next("Snoozed.");
  expect(world.stores.schedules.live()).toMatchObject([
    { text: "take the pills", snoozedFrom: firing, nextRunAt: Date.parse("2026-12-04T17:00:00Z") },
  ]);
  expect(world.stores.firings.get(firing)?.taps.at(-1)?.action).toBe("snooze-words");
});

test("OUT-3: a reminder whose topic is gone asks where it goes from now on, and goes there", async () => {
  await using world = await botWorld();
  const forum = world.api.forum(-1001, "Home", { members: [world.owner] });
  const [garden, kitchen] = [forum.createTopic("Garden"), forum.createTopic("Kitchen")];
  world.start();
  world.owner.send("beans", { chatId: forum.id, threadId: garden });
  world.owner.send("soup", { chatId: forum.id, threadId: kitchen });
  await world.settled();
  const target = { chatId: forum.id, threadId: garden };
  const row = reminderRow("2026-12-02T08:00:00Z", { schedule: daily("0 9 * * *", "Europe/Berlin"), target });
  world.stores.schedules.add(row);
  const payload = { kind: "reminder", firingId: 1, scheduleId: row.id, markdown: "Water!", recurring: true } as const;
  forum.deleteTopic(garden);
  world.stores.outbox.enqueue({ key: "firing:1", target, payload }, world.clock.now());
  const message = await world.owner.next("Water!", { chatId: forum.id });
  expect(message.threadId).toBeNull();
  expect(message.labels).toContainEqual(["📌 Here from now on", "Another topic…"]);
  await world.restart();
  const shown = () => world.api.messages(forum.id).find(({ id }) => id === message.id)!;
  await world.owner.press(message, "Another topic…").answered();
  await expect.poll(() => shown().labels.flat()).toContain("Kitchen");
  expect(shown().labels.flat()).not.toContain("Garden");
  expect(shown().labels.flat()).toContain("✅ Done");
  world.owner.press(shown(), "Kitchen");
  await expect.poll(() => shown().text).toContain("From now on in “Kitchen”.");
  expect(world.stores.schedules.get(row.id)?.target).toEqual({ chatId: forum.id, threadId: kitchen });
  expect(shown().labels.flat()).toContain("✅ Done");
  // A topic that is none of the chat's is nothing to go to.
  const bad = world.owner.pressData({ chatId: forum.id, id: message.id }, `retarget:${row.id}:999`);
  expect((await bad.answered()).text).toBe("This is gone.");
});

test("REM-6: what was removed from its card comes back by Undo", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/remind tomorrow at 9 call Anna");
  const card = await world.owner.next("Saved.");
  const [row] = world.stores.schedules.live();
  world.owner.press(card, world.label(card, "Remove"));
  await expect.poll(() => now(world, card).labels.flat()).toEqual(["↩️ Undo"]);
  // What is gone does not stand above the news of it.
  expect(now(world, card).text).toBe("🗑 Removed: call Anna");
  expect(world.stores.schedules.live()).toEqual([]);
  world.owner.press(now(world, card), "↩️ Undo");
  await expect.poll(() => now(world, card).text).toBe(card.text);
  expect(now(world, card).labels).toEqual(card.labels);
  expect(world.stores.schedules.live()).toEqual([row]);
});

test("REM-17: Why? shows the receipt and claims no more than is known", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, firing } = await firedReminder(world);
  await expect.poll(() => world.stores.firings.get(firing)?.state).toBe("sent");
  world.owner.press(message, "Why?");
  const receipt = await world.owner.next("🧾 take the pills");
  expect(receipt.text).toContain(`no. ${message.id}`);
  expect(receipt.text).toContain("Turn: none");
  expect(receipt.text).toContain("Nothing was pressed.");
  world.stores.firings.settle(firing, "unknown", null, world.clock.now());
  world.owner.press(message, "Why?");
  await world.owner.next("nobody knows whether it arrived");
});

test("TG-13: Open leads from a recurring reminder to its row; a row that is gone says so", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, schedule } = await firedReminder(world, { schedule: daily("0 9 * * *", "Europe/Berlin") });
  world.owner.press(message, world.label(message, "Open"));
  const room = await world.owner.next("take the pills");
  expect(room.labels.flat()).toEqual(["▶️ Run now", "⏸ Pause", "🕘 Move", "✏️ Edit text", "Why?", "🗑 Remove", "← Back"]);
  world.stores.schedules.remove(schedule);
  const press = world.owner.press(message, world.label(message, "Open"));
  expect((await press.answered()).text).toBe("This is gone.");
});

test.each([
  "done:999",
  "snooze:999:10m",
  "snooze:x:y",
  "why:0",
  "unset:r-nothing",
  "continue:999",
  "drop:abc",
  "show-reply:5",
  "lang:xx",
  "zone:Nowhere",
  "no-such-thing:1",
  "garbage",
  "done:9999999999999999999",
])("TG-14: the press %s has no record: it is answered and its buttons go", async (data) => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/language");
  const message = await world.owner.next("Which language?");
  const press = world.owner.pressData({ chatId: 42, id: message.id }, data);
  expect((await press.answered()).text).toBe("This is gone.");
  await expect.poll(() => now(world, message).labels).toEqual([]);
  await world.settled();
});

test("TG-15: an old Done is carried out although Telegram takes no answer; an old removal is asked again", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  const { message, firing } = await firedReminder(world);
  const tooOld = {
    code: 400,
    description: "Bad Request: query is too old and response timeout expired or query ID is invalid",
  };
  world.api.addFault({ method: "answerCallbackQuery", times: 2, error: tooOld });
  world.owner.press(message, "✅ Done");
  await expect.poll(() => world.stores.firings.get(firing)?.taps.length).toBe(1);

  const row = reminderRow("2026-12-05T09:00:00Z", { text: "call Anna", target: HOME });
  world.stores.schedules.add(row);
  world.owner.pressData({ chatId: 42, id: message.id }, `unset:${row.id}`);
  const question = await world.owner.next("Shall “call Anna” still be removed?");
  expect(world.stores.schedules.get(row.id)).toBeDefined();
  world.owner.press(question, world.label(question, "Remove"));
  await expect.poll(() => world.stores.schedules.get(row.id)).toBeUndefined();
  expect(world.log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("TIME-6: a press takes the reading that the card offers, and no other", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  await world.settled();
  const row = reminderRow("2026-12-01T16:00:00Z", {
    schedule: { type: "once", local: "2026-12-01T17:00", zone: "Europe/Berlin" },
    target: HOME,
  });
  const next = Temporal.Instant.from("2026-12-02T04:00:00Z").epochMilliseconds;
  const other = { schedule: { type: "once", local: "2026-12-02T05:00", zone: "Europe/Berlin" }, next } as const;
  world.stores.db.transaction(() => {
    world.stores.schedules.add(row);
    const card = { scheduleId: row.id, text: row.text, schedule: row.schedule, next: [row.nextRunAt ?? 0], notes: [] };
    const cards = [{ ...card, otherReading: other }];
    const payload = { kind: "notice", code: "reminder-set", cards } as const;
    world.stores.outbox.enqueue({ key: "card", target: HOME, payload }, world.clock.now());
  });
  const message = await world.owner.next();
  await world.owner.pressData(message, `reading:${row.id}:${next / 1000 + 60}`).answered();
  expect(world.stores.schedules.get(row.id)?.nextRunAt).toBe(row.nextRunAt);
  await world.owner.pressData(message, `reading:${row.id}:${next / 1000}`).answered();
  await expect
    .poll(() => world.stores.schedules.get(row.id))
    .toMatchObject({ nextRunAt: next, schedule: other.schedule, state: "pending" });
});

test("TIME-6: a chosen reading is what the card says then, with what it taught and the way back", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/remind tomorrow at 8 call Anna");
  const card = await world.owner.next("Wed 2 Dec 08:00");
  world.owner.press(card, "Rather Wed 2 Dec 20:00");
  await expect.poll(() => now(world, card).text).toContain("⏰ call Anna\nWed 2 Dec 20:00 (Europe/Berlin)");
  expect(now(world, card).text).toContain("From now on “8” means 20:00.");
  expect(now(world, card).text).not.toContain("08:00");
  expect(world.stores.conventions.all()).toEqual({ hour_8: "pm" });
  await world.restart();
  world.owner.press(now(world, card), "Rather Wed 2 Dec 08:00");
  await expect.poll(() => now(world, card).text).toContain("Wed 2 Dec 08:00 (Europe/Berlin)");
  expect(world.stores.conventions.all()).toEqual({ hour_8: "am" });
  expect(world.stores.schedules.live()[0]?.nextRunAt).toBe(Date.parse("2026-12-02T07:00:00Z"));
});

test("AGT-21: Continue and Drop settle an interrupted turn, once; afterwards they are gone", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/language");
  const message = await world.owner.next();
  const session = world.stores.sessions.find(HOME)!;
  const press = async (action: string): Promise<string | undefined> =>
    (await world.owner.pressData({ chatId: 42, id: message.id }, `${action}:${session.id}`).answered()).text;
  world.agent.interrupted.add(session.id);
  expect(await press("continue")).toBe("I go on");
  expect(world.agent.interrupted.size).toBe(0);
  expect(await press("continue")).toBe("This is gone.");
  world.agent.interrupted.add(session.id);
  await press("drop");
  await expect.poll(() => now(world, message).text).toContain("✓ Dropped.");
});

test("OUT-2: an answer that may be lost is shown again by its button, once per press", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/language");
  const message = await world.owner.next();
  const reply = world.stores.outbox.enqueue(
    { key: "turn:1", target: HOME, payload: { kind: "reply", markdown: "It is **42**." } },
    world.clock.now(),
  );
  await world.owner.next("It is 42.");
  await world.owner.pressData({ chatId: 42, id: message.id }, `show-reply:${reply}`).answered();
  await world.owner.next("It is 42.");
});

test("REM-14: Done leaves the question where a reminder goes from now on", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("hello");
  await world.settled();
  const { message, firing, schedule } = await firedReminder(world, { schedule: daily("0 9 * * *", "Europe/Berlin") });
  const payload = {
    kind: "reminder",
    firingId: firing,
    scheduleId: schedule,
    markdown: "Again",
    recurring: true,
  } as const;
  world.stores.outbox.enqueue(
    { key: "moved", target: HOME, payload: { ...payload, movedFromThread: 5 } },
    world.clock.now(),
  );
  const moved = await world.owner.next("Again");
  world.owner.press(moved, "✅ Done");
  await expect.poll(() => now(world, moved).labels.flat()).not.toContain("✅ Done");
  expect(now(world, moved).labels.flat()).toContain("📌 Here from now on");
  expect(message.labels.flat()).not.toContain("📌 Here from now on");
});

test("REM-14: tonight is offered only while it is to come", async () => {
  await using world = await botWorld({ now: "2026-12-01T20:00:00Z" });
  world.start();
  world.owner.send("hello");
  const { message } = await firedReminder(world);
  world.owner.press(message, world.label(message, "Snooze"));
  await expect.poll(() => now(world, message).labels.slice(0, 2)).toEqual([["10 min", "1 hour"], ["Tomorrow"]]);
});
