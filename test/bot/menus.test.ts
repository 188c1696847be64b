import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
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
  expect(menu.labels).toEqual([
    ["⏰ Reminders", "📅 Today"],
    ["🛠 Jobs", "⚙️ Settings"],
  ]);
  for (const room of ["Reminders", "Today", "Jobs", "Settings"]) {
    const screen = await go(
      world,
      menu,
      room,
      { Reminders: "Nothing is set", Today: "Nothing today", Jobs: "No job", Settings: "Language: English" }[room]!,
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
    [1, 2, 3, 4, 5, 6].map((n) => `⏰ task ${n}`).concat("‹", "➕ New", "← Back"),
  );
  const second = await go(world, list, "›", "page 2 of 2");
  expect(second.text).toContain("task 8");
  await world.restart();
  const eighth = await go(world, list, "task 8", /task 8/);
  expect(eighth.labels.flat()).toEqual(["▶️ Run now", "⏸ Pause", "🕘 Move", "✏️ Edit text", "🗑 Remove", "← Back"]);
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
  const after = await go(world, list, "Yes", "🗑 Removed: task 2");
  expect(after.labels.flat()).toEqual(["↩️ Undo", "← Back"]);
  await go(world, list, "Back", "Reminders (2)");
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
  await expect
    .poll(() => now(world, list).labels.flat())
    .toEqual(["⏰ task 2", "⏰ task 3", "➕ New", "🔎 Search", "← Back"]);
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
  await go(world, list, "Yes", "Removed: task 1");
  expect(world.stores.schedules.get(first!)).toBeUndefined();
});

test("I18N-1: the language of the settings changes the menu in place, and a zone is chosen by its city", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🏠");
  await go(world, menu, "Settings", "Language: English");
  await go(world, menu, "Language", "Which language?");
  const russian = await go(world, menu, "Русский", "Язык: Русский");
  expect(russian.labels.flat()).toEqual([
    "🌐 Язык",
    "🌍 Часовой пояс",
    "🕘 Время по умолчанию",
    "♾ Разрешено всегда",
    "← Назад",
  ]);
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

test("TG-12: Pause and Resume in place, and the filter of what is paused", async () => {
  await using world = await botWorld();
  const [, second] = addReminders(world, 3);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (3)");
  expect(list.labels.flat()).not.toContain("⏸ Paused");
  await go(world, list, "task 2", "task 2");
  const paused = await go(world, list, "⏸ Pause", /⏸ Paused\.\n\n⏸ task 2/);
  expect(paused.labels.flat()).toContain("▶️ Resume");
  expect(world.stores.schedules.get(second!)?.state).toBe("paused");
  await go(world, list, "Back", "Reminders (3)");
  const filtered = await go(world, list, "⏸ Paused", "⏸ Paused (1)");
  expect(filtered.labels.flat()).toEqual(["⏸ task 2", "➕ New", "🔎 Search", "⏰ All", "← Back"]);
  await world.restart();
  await go(world, list, "task 2", "task 2");
  await go(world, list, "▶️ Resume", "▶️ It goes on.");
  expect(world.stores.schedules.get(second!)).toMatchObject({
    state: "pending",
    nextRunAt: world.clock.now().add({ hours: 2 }).epochMilliseconds,
  });
  await go(world, list, "Back", "Nothing is paused.");
});

test("TG-12: a time that passed during its pause is not resumed, and the reason is said", async () => {
  await using world = await botWorld();
  const [first] = addReminders(world, 1);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (1)");
  await go(world, list, "task 1", "task 1");
  await go(world, list, "⏸ Pause", "⏸ Paused.");
  await world.clock.advance("PT2H");
  await go(world, list, "▶️ Resume", "That time has passed.");
  expect(world.stores.schedules.get(first!)?.state).toBe("paused");
});

test("REM-6: Run now makes a firing and leaves the schedule; pressed twice it says that one waits", async () => {
  await using world = await botWorld();
  const [first] = addReminders(world, 1);
  const before = world.stores.schedules.get(first!);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (1)");
  await go(world, list, "task 1", "task 1");
  const ran = await go(world, list, "▶️ Run now", "It runs now. Its schedule stays as it is.");
  expect(ran.labels.flat()).toContain("Why?");
  expect(world.stores.firings.list(9)).toMatchObject([{ scheduleId: first, origin: "run_now", state: "claimed" }]);
  expect(world.stores.schedules.get(first!)).toEqual(before);
  await go(world, list, "▶️ Run now", /^(?!.*It runs now)/s);
  expect(world.stores.firings.list(9)).toHaveLength(1);
  world.owner.press(now(world, list), "Why?");
  await world.owner.next("Run by hand:");
});

test("TG-15: Run now that was pressed while Vigil was down runs nothing", async () => {
  await using world = await botWorld();
  addReminders(world, 1);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (1)");
  await go(world, list, "task 1", "task 1");
  const tooOld = "Bad Request: query is too old and response timeout expired or query ID is invalid";
  world.api.addFault({ method: "answerCallbackQuery", error: { code: 400, description: tooOld } });
  world.owner.press(now(world, list), "▶️ Run now");
  await expect.poll(() => now(world, list).text).toContain("That press came long ago");
  expect(world.stores.firings.list(9)).toEqual([]);
});

test("REM-6: a removal is undone within a minute, also after a restart; later it says that it is over", async () => {
  await using world = await botWorld();
  const [first, second] = addReminders(world, 2);
  const before = world.stores.schedules.get(first!);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Reminders (2)");
  await go(world, list, "task 1", "task 1");
  await go(world, list, "Remove", "Remove “task 1”?");
  await go(world, list, "Yes", "🗑 Removed: task 1");
  await world.restart();
  await world.clock.advance("PT50S");
  await go(world, list, "↩️ Undo", /↩️ Brought back\.\n\n⏰ task 1/);
  expect(world.stores.schedules.get(first!)).toEqual(before);
  await go(world, list, "Back", "Reminders (2)");
  await go(world, list, "task 2", "task 2");
  await go(world, list, "Remove", "Remove “task 2”?");
  await go(world, list, "Yes", "🗑 Removed: task 2");
  await world.clock.advance("PT61S");
  await go(world, list, "↩️ Undo", "Reminders (1)");
  expect(world.stores.schedules.get(second!)).toBeUndefined();
});

test("REM-4, TG-12: the list says since when the dispatcher is not alive", async () => {
  await using world = await botWorld();
  addReminders(world, 1);
  world.pulseAge = 3_600_000;
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("🔴 The dispatcher has not been alive since Tue 1 Dec 10:00");
  world.pulseAge = 0;
  await go(world, list, "task 1", "task 1");
  const back = await go(world, list, "Back", "Reminders (1)");
  expect(back.text).not.toContain("🔴");
});

test("TG-12: the empty list has a button that sets the first reminder", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("Nothing is set.");
  world.owner.press(list, "➕ New");
  await world.owner.next("What shall I remind you of, and when?");
});

test("TG-12: commands stand in the same list, with their name and their kind", async () => {
  await using world = await botWorld();
  const command = reminderRow("2026-12-02T02:00:00Z", {
    id: "c-backup0000",
    kind: "command",
    text: "restic backup ~",
    name: "nightly backup",
    target: { chatId: 42, threadId: null },
    schedule: daily("0 3 * * *", "Europe/Berlin"),
  });
  world.stores.schedules.add(command);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("⚙️ nightly backup");
  const one = await go(world, list, "nightly backup", "restic backup ~");
  expect(one.labels.flat()).toContain("▶️ Run now");
});

test("TG-12: what waits for the owner's tap fires nothing until Confirm", async () => {
  await using world = await botWorld();
  const row = reminderRow("2026-12-02T02:00:00Z", {
    text: "from a web page",
    target: { chatId: 42, threadId: null },
    state: "unconfirmed",
  });
  world.stores.schedules.add(row);
  world.start();
  world.owner.send("/reminders");
  const list = await world.owner.next("waits for your confirmation");
  const one = await go(world, list, "from a web page", "from a web page");
  expect(one.labels.flat()).not.toContain("▶️ Run now");
  await go(world, list, "✅ Confirm", "✓ Confirmed.");
  expect(world.stores.schedules.get(row.id)?.state).toBe("pending");
});

test("TG-19: /today shows what has come with its fact and what is still to come, each with a button to its room", async () => {
  await using world = await botWorld();
  const ids = addReminders(world, 2);
  const target = { chatId: 42, threadId: null };
  world.stores.schedules.add(reminderRow("2026-12-02T09:00:00Z", { text: "tomorrow's", target }));
  // 23:30 of yesterday in Berlin, which is the UTC day before too, and 00:30 of today, which is not.
  for (const [at, text] of [
    ["2026-11-30T22:30:00Z", "yesterday's"],
    ["2026-11-30T23:30:00Z", "after midnight"],
  ] as const)
    world.stores.firings.claim(
      {
        scheduleId: ids[0]!,
        dueAt: Temporal.Instant.from(at).epochMilliseconds,
        origin: "schedule",
        kind: "text",
        text,
        name: null,
        target,
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
  world.owner.send("/today");
  const today = await world.owner.next("📅 Today, Tuesday");
  expect(today.text).toMatch(/00:30 after midnight\n {4}✗ skipped: stale\n12:00 ⏰ task 1\n.*\n13:00 ⏰ task 2/);
  expect(today.text).not.toMatch(/yesterday's|tomorrow's/);
  expect(today.labels.flat()).toEqual(["⏰ task 1", "⏰ task 2", "↻ Refresh", "← Back"]);
  await world.restart();
  await go(world, today, "task 2", /^⏰ task 2/);
  await go(world, today, "Back", "📅 Today");
});

test("TG-19: a command that runs every minute has one line in /today, with its newest run", async () => {
  await using world = await botWorld();
  const target = { chatId: 42, threadId: null };
  const schedule = daily("* * * * *", "Europe/Berlin");
  const over = { id: "c-minutely00", kind: "command", text: "sync", target, schedule } as const;
  const row = reminderRow("2026-12-01T10:01:00Z", over);
  world.stores.schedules.add(row);
  for (const minute of ["09:58", "09:59", "10:00"])
    world.stores.firings.claim(
      {
        scheduleId: row.id,
        dueAt: Date.parse(`2026-12-01T${minute}:00Z`),
        origin: "schedule",
        kind: "command",
        text: "sync",
        name: null,
        target,
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
  world.owner.send("/today");
  const today = await world.owner.next("📅 Today");
  expect(today.text.match(/sync/g)).toHaveLength(2);
  expect(today.text).toMatch(/11:00 sync[\s\S]*11:01 ⚙️ sync/);
  expect(today.labels.flat()).toEqual(["⚙️ sync", "↻ Refresh", "← Back"]);
});

test("AGT-7: ♾ lists what Always was chosen for, one in full with its folder, and Revoke makes it ask again", async () => {
  await using world = await botWorld();
  const { grants } = world.stores;
  const backup = { tool: "bash", subject: "tar czf /backup/home.tgz ~", cwd: "/work", ownerId: 42 };
  grants.add(backup, world.clock.now());
  await world.clock.advance("PT1H");
  grants.add({ tool: "mcp_call", subject: "notes/search", cwd: null, ownerId: 42 }, world.clock.now());
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🏠");
  await go(world, menu, "Settings", "Language: English");
  const list = await go(world, menu, "Always allowed", "Always allowed (2)");
  expect(list.labels).toEqual([["🧩 notes/search"], ["⌨️ tar czf /backup/home.tgz ~"], ["← Back"]]);
  const tool = await go(world, menu, "notes/search", "with any input");
  expect(tool.text).not.toContain("In the folder");
  await go(world, menu, "Back", "Always allowed (2)");
  const command = await go(world, menu, "tar czf", "This command runs without asking");
  expect(command.text).toContain("In the folder /work");
  expect(command.text).toMatch(/since Tue.* 11:00/);
  const left = await go(world, menu, "Revoke", "From now on it asks first");
  expect(left.text).toContain("Always allowed (1)");
  expect(grants.has(backup)).toBe(false);
  expect(grants.list().map(({ subject }) => subject)).toEqual(["notes/search"]);
});

test("AGT-7: a grant that is gone says so, and an empty list says how one comes about", async () => {
  await using world = await botWorld();
  world.stores.grants.add({ tool: "bash", subject: "df -h", cwd: "/work", ownerId: 42 }, world.clock.now());
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🏠");
  await go(world, menu, "Settings", "Language: English");
  await go(world, menu, "Always allowed", "df -h");
  await go(world, menu, "df -h", "runs without asking");
  world.stores.grants.revoke(world.stores.grants.list()[0]!.id);
  const gone = await go(world, menu, "Revoke", "revoked already");
  expect(gone.labels).toEqual([["← Back"]]);
  await go(world, menu, "Back", /Nothing yet: .*“Always”/s);
});

test("TG-10: the health line names the checks in the owner's words, and Jobs says what fails", async () => {
  await using world = await botWorld();
  world.health = { level: "warn", failing: ["store", "pulse"] };
  world.stores.alerts.raise("disk", { code: "disk-low", params: { free: 100 } }, world.clock.now());
  world.start();
  world.owner.send("/language русский");
  await world.owner.next("по-русски");
  world.owner.send("/menu");
  const menu = await world.owner.next("🟡 Стоит взглянуть: база данных, диспетчер");
  await go(world, menu, "🛠 Задания", "⚠️ Мало места на диске, с вт 1 дек. 11:00");
});

test("TG-10: a refresh that finds nothing new says so", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/today");
  const today = await world.owner.next("📅");
  expect((await world.owner.press(today, "↻ Refresh").answered()).text).toBe("Up to date");
});
