import { expect, test } from "vitest";
import type { SeenMessage } from "#playground/bot-api-server.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

const HOME = { chatId: 42, threadId: null };

/** A reminder that comes due now and whose message is queued. */
function fire(world: BotWorld, text: string, target: { chatId: number; threadId: number | null } = HOME): number {
  const at = world.clock.now();
  return world.stores.db.transaction(() => {
    const id = world.stores.firings.claim(
      {
        scheduleId: `r-${text.replaceAll(" ", "").padEnd(10, "0").slice(0, 10)}`,
        dueAt: at.epochMilliseconds,
        origin: "schedule",
        kind: "text",
        text,
        name: null,
        target,
        timeoutMinutes: null,
        insistMinutes: null,
        askedAt: at.epochMilliseconds,
        skippedEarlier: 0,
        last: false,
        state: "claimed",
        error: null,
      },
      at,
    )!;
    const payload = { kind: "reminder", firingId: id, scheduleId: "r-0000000000", markdown: text } as const;
    const row = { key: `firing:${id}`, target, payload, firingId: id, dueAt: at.epochMilliseconds };
    const outboxId = world.stores.outbox.enqueue(row, at);
    world.stores.firings.finish(id, { state: "queued", outboxId, error: null }, at);
    return id;
  });
}

async function pass(world: BotWorld, minutes: number): Promise<void> {
  await world.clock.advance(`PT${minutes}M`);
  await world.clock.advance("PT2S");
}

test("TG-19: /pause holds reminders and alerts but no answers; at its end what came due is one list", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/pause 2 hours");
  const pause = await world.owner.next("⏸ I am quiet until");
  expect(pause.text).toContain("13:00");
  expect(pause.labels).toEqual([["🔔 End the pause"]]);
  const first = fire(world, "take the pills");
  await pass(world, 30);
  const second = fire(world, "water the beans");
  const alert = { kind: "alert", code: "update-aside", params: { update: "1", reason: "x" } } as const;
  world.stores.outbox.enqueue({ key: "alert:1", target: HOME, payload: alert }, world.clock.now());
  world.owner.send("/status");
  const status = await world.owner.next("Paused until");
  expect(status.text).toContain("13:00");
  await pass(world, 60);
  expect(world.texts(42)).toHaveLength(2);
  expect(world.stores.firings.get(first)?.state).toBe("queued");

  await pass(world, 30);
  const list = await world.owner.next("2 reminders came due during the pause");
  expect(list.text).toMatch(/take the pills.+11:00.*\n.+water the beans.+11:30/);
  await expect.poll(() => [first, second].map((id) => world.stores.firings.get(id)?.state)).toEqual(["sent", "sent"]);
  await expect.poll(() => world.texts(42).some((text) => text.includes("update 1"))).toBe(true);
  expect(world.texts(42).filter((text) => text.includes("take the pills"))).toHaveLength(1);
});

test("TG-19: a pause holds over a restart, and its button ends it; a single reminder comes as itself", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/pause until tomorrow at 9");
  const pause = await world.owner.next("⏸ I am quiet until");
  fire(world, "take the pills");
  await world.restart();
  await pass(world, 10);
  expect(world.texts(42)).toHaveLength(1);
  world.owner.press(pause, "🔔 End the pause");
  const reminder = await world.owner.next("take the pills");
  await world.owner.next("🔔 The pause is over");
  expect(reminder.labels.flat()).toContain("✅ Done");
  expect(reminder.text).toContain("Late: this was due");
});

test("REM-14, TG-19: a reminder that insisted during the pause is told once", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/pause 1 hour");
  await world.owner.next("⏸");
  const id = fire(world, "take the pills");
  for (const insisted of [1, 2]) {
    const payload = {
      kind: "reminder",
      firingId: id,
      scheduleId: "r-0000000000",
      markdown: "take the pills",
      insisted,
    } as const;
    world.stores.outbox.enqueue({ key: `firing:${id}:insist:${insisted}`, target: HOME, payload }, world.clock.now());
  }
  await pass(world, 61);
  const reminder = await world.owner.next("take the pills");
  expect(reminder.labels.flat()).toContain("✅ Done");
  await pass(world, 1);
  expect(world.texts(42).filter((text) => text.includes("take the pills"))).toHaveLength(1);
});

test("TG-19: each topic gets its own list", async () => {
  await using world = await botWorld();
  const forum = world.api.forum(-1001, "Home", { members: [world.owner] });
  const garden = forum.createTopic("Garden");
  world.start();
  world.owner.send("/pause 1 hour");
  await world.owner.next("⏸");
  for (const text of ["one", "two"]) fire(world, text);
  for (const text of ["three", "four"]) fire(world, text, { chatId: forum.id, threadId: garden });
  await pass(world, 61);
  expect((await world.owner.next("2 reminders came due")).text).toContain("one");
  const there = await world.owner.next("2 reminders came due", { chatId: forum.id });
  expect(there.threadId).toBe(garden);
});

test("TG-19: /pause alone offers lengths, and says what holds; the menu's health line says it too", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/pause");
  const offer = await world.owner.next("Until when shall I be quiet?");
  expect(offer.labels).toEqual([
    ["1 hour", "3 hours"],
    ["Until the evening", "Until tomorrow"],
  ]);
  world.owner.press(offer, "Until the evening");
  const held = await world.owner.next("⏸ I am quiet until");
  expect(held.text).toContain("20:00");
  world.owner.send("/pause");
  await world.owner.next("⏸ I am quiet until");
  world.owner.send("/menu");
  const menu: SeenMessage = await world.owner.next("🏠");
  expect(menu.text).toMatch(/🟢 All is well\.\n⏸ Paused until .*20:00/);
  await world.clock.advance("PT10S");
  world.owner.send("/pause off");
  await world.owner.next("The pause is over");
  world.owner.send("/pause off");
  await world.owner.next("Nothing is paused.");
});

test.each([
  ["русский", "/pause до завтра в 9", "⏸ Молчу", "/pause стоп", "Пауза окончена"],
  ["中文", "/pause 到明天早上9点", "⏸ 我安静到", "/pause 结束", "暂停结束"],
])("TG-19: /pause is understood in %s", async (language, begin, begun, end, ended) => {
  await using world = await botWorld();
  world.start();
  world.owner.send(`/language ${language}`);
  await world.settled();
  world.owner.send(begin);
  await world.owner.next(begun);
  world.owner.send(end);
  await world.owner.next(ended);
});

test("TG-19: words that are no end of a pause pause nothing and are answered with examples", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/pause every day at 9");
  const refusal = await world.owner.next("I could not read until when");
  expect(refusal.text).toContain("/pause until tomorrow at 9");
  fire(world, "take the pills");
  await world.owner.next("take the pills");
});
