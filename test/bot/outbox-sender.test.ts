import { expect, test } from "vitest";
import type { NoticeCode } from "#core/message-codes.ts";
import { type SenderWorld, senderWorld } from "#test/helpers/sender-world.ts";

const ANN = 42;
const BOB = 43;

/** A world in which Ann, an owner, and Bob have written to the bot. */
async function twoPeople(now?: string): Promise<SenderWorld> {
  const world = await senderWorld(now);
  for (const [id, name] of [
    [ANN, "Ann"],
    [BOB, "Bob"],
  ] as const) {
    world.api.user(id, { name }).send("/start");
    world.stores.chats.see(id, "private", name);
  }
  world.stores.owners.put({ userId: ANN, name: "Ann", languageCode: "en", privateChatId: ANN }, world.clock.now());
  return world;
}

const text = (markdown: string) => ({ kind: "text", markdown }) as const;
const reply = (markdown: string) => ({ kind: "reply", markdown }) as const;
const sends = (world: SenderWorld, chatId: number) =>
  world.api.callsOf("sendMessage").filter((call) => call.payload.chat_id === chatId);

test("OUT-1, REM-12, REM-15: a reminder is sent once, with its buttons, and its receipt holds what Telegram returned", async () => {
  await using world = await twoPeople();
  world.start();
  const { id, firingId } = world.remind(ANN, "call **Bob**");
  await world.until(id, "sent");
  const [message] = world.api.messages(ANN).filter((m) => m.fromBot);
  expect(message?.text).toBe("call Bob");
  expect(message?.entities).toEqual([{ type: "bold", offset: 5, length: 3 }]);
  expect(message?.labels).toEqual([["✅ Done", "😴 Snooze"], ["Why?"]]);
  expect(world.stores.outbox.parts(id)).toMatchObject([{ messageId: message?.id }]);
  expect(world.stores.firings.get(firingId)).toMatchObject({ state: "sent", delivered: true });
  expect(sends(world, ANN)[0]?.payload).toMatchObject({ link_preview_options: { is_disabled: true } });
  expect(sends(world, ANN)[0]?.payload).not.toHaveProperty("message_thread_id");
});

test("OUT-1: a chat's messages arrive in the order of their rows, also over the burst", async () => {
  await using world = await twoPeople();
  world.start();
  const ids = Array.from({ length: 7 }, (_, i) => world.say(ANN, text(`message ${i}`)));
  await world.until(ids[4]!, "sent");
  expect(world.stores.outbox.get(ids[5]!)?.state).toBe("queued");
  await world.clock.advance("PT1.1S");
  await world.until(ids[5]!, "sent");
  await world.clock.advance("PT1.1S");
  await world.until(ids[6]!, "sent");
  expect(world.texts(ANN)).toEqual(ids.map((_, i) => `message ${i}`));
});

test("OUT-2: 429 keeps the chat quiet for the whole time and in order, while others go on", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", chatId: ANN, error: { code: 429, retry_after: 6775 } });
  world.start();
  const [first, second] = [world.remind(ANN, "first"), world.say(ANN, text("second"))] as const;
  await world.untilTried(first.id, /Too Many Requests/);
  const other = world.say(BOB, text("hi"));
  await world.until(other, "sent");
  await world.clock.advance("PT6774S");
  expect(sends(world, ANN)).toHaveLength(1);
  await world.clock.advance("PT2S");
  await world.until(second, "sent");
  expect(world.texts(ANN)).toEqual([
    expect.stringMatching(/^Late: this was due .*\n\nfirst$/s),
    expect.stringMatching(/^Late: .*second$/s),
  ]);
  expect(world.stores.outbox.get(first.id)?.attempts).toBe(1);
});

test.each([
  ["a 500", { error: { code: 500 } }],
  ["a proxy's 502 in HTML", { html: 502 }],
])("OUT-2: after %s it is tried again with a growing wait", async (_name, fault) => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", times: 2, ...fault });
  world.start();
  const { id } = world.remind(ANN, "x");
  await world.untilTried(id, /./);
  expect(world.stores.outbox.get(id)?.nextAttemptAt).toBe(world.clock.now().epochMilliseconds + 1_000);
  await world.clock.advance("PT1S");
  await expect.poll(() => world.stores.outbox.get(id)?.attempts).toBe(2);
  await world.untilTried(id, /./);
  await world.clock.advance("PT2S");
  expect(await world.until(id, "sent")).toMatchObject({ repeated: false });
  expect(world.texts(ANN)).toEqual(["x"]);
});

test("OUT-2: five faults in a row while others pass set the row aside, and the chat goes on", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", chatId: BOB, times: 5, error: { code: 500 } });
  world.start();
  const { id, firingId } = world.remind(BOB, "x");
  const next = world.say(BOB, text("next"));
  await world.untilTried(id, /500/);
  await world.until(world.say(ANN, text("others pass")), "sent");
  for (const seconds of [1, 2, 4, 8]) {
    await world.untilTried(id, /500/);
    await world.clock.advance(`PT${seconds}S`);
    await expect.poll(() => sends(world, BOB).length).toBeGreaterThanOrEqual(Math.log2(seconds) + 2);
  }
  expect(await world.until(id, "failed")).toMatchObject({ error: "500: Internal Server Error" });
  expect(world.stores.firings.get(firingId)).toMatchObject({ state: "failed", delivered: false });
  await world.until(next, "sent");
  await expect.poll(() => world.texts(ANN).at(-1)).toMatch(/A message for “Bob” failed five times/);
});

test("OUT-2: a reminder whose connection broke off after the request goes out once more, marked", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", drop: "after" });
  world.start();
  const { id, firingId } = world.remind(ANN, "x");
  await world.untilTried(id, /./);
  await world.clock.advance("PT1S");
  expect(await world.until(id, "sent")).toMatchObject({ repeated: true });
  expect(world.texts(ANN)).toEqual(["x", expect.stringMatching(/may reach you twice\.\n\nx$/)]);
  expect(world.stores.firings.get(firingId)).toMatchObject({ state: "sent", delivered: true });
});

test("OUT-2: a second unknown outcome ends the reminder as unknown, never as delivered", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", drop: "before", times: 2 });
  world.start();
  const { id, firingId } = world.remind(ANN, "x");
  await world.untilTried(id, /./);
  await world.clock.advance("PT1S");
  await world.until(id, "unknown");
  expect(world.stores.firings.get(firingId)).toMatchObject({ state: "unknown", delivered: null });
  expect(sends(world, ANN)).toHaveLength(2);
});

test("OUT-2: a reply whose outcome is unknown is not sent again: one line with a button says so", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", drop: "after" });
  world.start();
  const id = world.say(ANN, reply("the answer"));
  await world.until(id, "unknown");
  await expect.poll(() => world.texts(ANN)).toEqual(["the answer", expect.stringContaining("may not have arrived")]);
  const line = world.api.messages(ANN).at(-1)!;
  expect(line.buttons.flat()).toMatchObject([{ text: "Show it", callback_data: `show-reply:${id}` }]);
});

test("OUT-2: after a crash a reply is unknown and a reminder goes out once more", async () => {
  await using world = await twoPeople();
  const answer = world.say(ANN, reply("the answer"));
  const { id } = world.remind(BOB, "x");
  await world.restart((stores) => {
    // As a killed process leaves them: marked as being sent, and nothing after it.
    for (const row of [answer, id]) stores.outbox.sending(row, [{ text: "x", entities: [] }]);
  });
  await world.until(answer, "unknown");
  expect(await world.until(id, "sent")).toMatchObject({ repeated: true });
  await expect.poll(() => world.texts(ANN)).toEqual([expect.stringContaining("may not have arrived")]);
  expect(world.texts(BOB)).toEqual([expect.stringMatching(/twice\.\n\nx$/)]);
});

test("OUT-2: a reply older than a day is not sent, a reminder is", async () => {
  await using world = await twoPeople();
  const answer = world.say(ANN, reply("old"));
  const { id } = world.remind(ANN, "old too");
  await world.clock.advance("PT25H");
  world.start();
  expect(await world.until(answer, "expired")).toMatchObject({ error: "expired" });
  await world.until(id, "sent");
  expect(world.texts(ANN)).toEqual([
    "Late: this was due Tue 1 Dec 11:00 (Europe/Berlin) · 1 day 1 hour ago\n\nold too",
  ]);
});

test("OUT-3: a chat that blocked the bot is left alone, the owner hears of it once, and what was missed is listed", async () => {
  await using world = await twoPeople();
  const bob = world.api.user(BOB, { name: "Bob" });
  bob.block();
  world.start();
  const missed = [world.remind(BOB, "one"), world.remind(BOB, "two")];
  await expect.poll(() => world.texts(ANN)).toEqual([expect.stringContaining("I may not write to “Bob” any more")]);
  await world.clock.advance("PT1H");
  expect(sends(world, BOB)).toHaveLength(1);
  expect(world.stores.outbox.get(missed[0]!.id)).toMatchObject({ state: "queued", attempts: 0 });
  bob.unblock();
  world.stores.db.transaction(() => {
    world.stores.chats.unblock(BOB);
    world.stores.outbox.releaseBlocked(BOB, world.clock.now());
  });
  await expect
    .poll(() => missed.map(({ firingId }) => world.stores.firings.get(firingId)?.delivered))
    .toEqual([true, true]);
  expect(world.texts(BOB)).toEqual([expect.stringMatching(/^2 reminders came due.*\n• one — .*\n• two — /s)]);
  expect(world.texts(ANN)).toHaveLength(1);
});

test("OUT-3: a chat that blocked the bot before a reminder was due: the owner hears of it, and nothing is sent there", async () => {
  await using world = await twoPeople();
  world.stores.chats.block(BOB, world.clock.now());
  world.start();
  const first = world.remind(BOB, "one");
  await expect.poll(() => world.texts(ANN)).toEqual([expect.stringContaining("“Bob”")]);
  world.remind(BOB, "two");
  await world.clock.advance("PT5S");
  expect(world.texts(ANN)).toHaveLength(1);
  expect(sends(world, BOB)).toEqual([]);
  expect(world.stores.outbox.get(first.id)?.state).toBe("queued");
});

test("OUT-3: a deleted topic: the reminder goes to the chat's general topic, once, and says so", async () => {
  await using world = await twoPeople();
  const ann = world.api.user(ANN);
  const forum = world.api.forum(-1009, "Home", { members: [ann] });
  const threadId = forum.createTopic("Kitchen");
  world.stores.chats.see(-1009, "supergroup", "Home");
  world.start();
  const target = { chatId: -1009, threadId };
  const first = world.remind(-1009, "in the topic", { target });
  await world.until(first.id, "sent");
  expect(
    world.api
      .messages(-1009, threadId)
      .filter((m) => m.fromBot)
      .map((m) => m.text),
  ).toEqual(["in the topic"]);
  forum.deleteTopic(threadId);
  const second = world.remind(-1009, "after", { target });
  await world.until(second.id, "sent");
  expect(
    world.api
      .messages(-1009, null)
      .filter((m) => m.fromBot)
      .map((m) => m.text),
  ).toEqual([expect.stringMatching(/^The topic .* is gone.*\n\nafter$/)]);
});

test("OUT-3: an alert whose topic is gone goes to the owner's private chat", async () => {
  await using world = await twoPeople();
  world.api.addFault({
    method: "sendMessage",
    chatId: -1009,
    error: { code: 400, description: "Bad Request: message thread not found" },
  });
  world.api.forum(-1009, "Home", { members: [world.api.user(ANN)] });
  world.start();
  const params = { chat: "Bob", reason: "x" };
  const id = world.say(
    -1009,
    { kind: "alert", code: "message-refused", params },
    { target: { chatId: -1009, threadId: 5 } },
  );
  await world.until(id, "sent");
  expect(world.texts(ANN)).toHaveLength(1);
  expect(world.api.messages(-1009).filter((m) => m.fromBot)).toEqual([]);
});

test("OUT-3: a group that became a supergroup: everything moves, then it is sent", async () => {
  await using world = await twoPeople();
  const ann = world.api.user(ANN);
  const group = world.api.group(-500, "Family", { members: [ann] });
  world.stores.chats.see(-500, "group", "Family");
  const moved = group.migrate();
  world.start();
  const ids = [world.say(-500, text("one")), world.say(-500, text("two"))];
  await world.until(ids[1]!, "sent");
  expect(world.texts(moved.id)).toEqual(["one", "two"]);
  expect(world.stores.outbox.get(ids[0]!)?.target.chatId).toBe(moved.id);
});

test("OUT-5: refused entities are answered by the same words as plain text", async () => {
  await using world = await twoPeople();
  world.api.addFault({
    method: "sendMessage",
    error: { code: 400, description: "Bad Request: can't parse entities: x" },
  });
  world.start();
  await world.until(world.say(ANN, text("**bold**")), "sent");
  expect(world.api.messages(ANN).filter((m) => m.fromBot)).toMatchObject([{ text: "bold", entities: [] }]);
});

test.each([
  ["message to be replied not found", {}],
  ["can't parse entities: x", {}],
  ["MESSAGE_WEIRD_INVALID", { replyTo: 1 }],
])("OUT-5: a refusal (%s) is answered by the bare words once more, never by silence", async (description, over) => {
  await using world = await twoPeople();
  const refused = { code: 400, description: `Bad Request: ${description}` };
  world.api.addFault({ method: "sendMessage", error: refused });
  world.start();
  await world.until(world.say(ANN, reply("the answer"), over), "sent");
  expect(world.texts(ANN)).toEqual(["the answer"]);
  expect(sends(world, ANN)).toHaveLength(2);
  expect(sends(world, ANN)[1]?.payload).not.toHaveProperty("reply_parameters");
});

test("OUT-3: a reminder that is refused for good is told in the same chat where the owner has no other", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", times: 2, error: { code: 400, description: "Bad Request: WEIRD" } });
  world.start();
  const { id, firingId } = world.remind(ANN, "x");
  expect(await world.until(id, "failed")).toMatchObject({ error: expect.stringContaining("WEIRD") });
  expect(world.stores.firings.get(firingId)).toMatchObject({ state: "failed", delivered: false });
  await expect.poll(() => world.texts(ANN)).toEqual([expect.stringContaining("Telegram refused a message for “Ann”")]);
  await world.clock.advance("PT1M");
  expect(sends(world, ANN)).toHaveLength(3);
});

test("OUT-3: a reminder that was set aside is told in the same chat where the owner has no other", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", chatId: ANN, times: 5, error: { code: 500 } });
  world.start();
  const { id } = world.remind(ANN, "x");
  await world.untilTried(id, /500/);
  await world.until(world.say(BOB, text("others pass")), "sent");
  for (const seconds of [1, 2, 4, 8]) {
    await world.untilTried(id, /500/);
    await world.clock.advance(`PT${seconds}S`);
    await expect.poll(() => sends(world, ANN).length).toBeGreaterThanOrEqual(Math.log2(seconds) + 2);
  }
  await world.until(id, "failed");
  await expect.poll(() => world.texts(ANN)).toEqual([expect.stringMatching(/A message for “Ann” failed five times/)]);
});

test("OUT-3: nothing more is said in a chat that takes no message", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", error: { code: 400, description: "Bad Request: chat not found" } });
  world.start();
  await world.until(world.remind(ANN, "x").id, "failed");
  await world.clock.advance("PT1M");
  expect(sends(world, ANN)).toHaveLength(1);
});

test("OUT-3: any other refusal ends the row with its reason, and the owner hears of it", async () => {
  await using world = await twoPeople();
  world.start();
  const { id, firingId } = world.remind(9_999, "x");
  expect(await world.until(id, "failed")).toMatchObject({ error: expect.stringContaining("chat not found") });
  expect(world.stores.firings.get(firingId)).toMatchObject({ state: "failed", delivered: false });
  await expect.poll(() => world.texts(ANN)).toEqual([expect.stringContaining("Telegram refused a message")]);
});

test("OUT-4: a long text comes in parts and in order, answers on the first, buttons on the last", async () => {
  await using world = await twoPeople();
  world.start();
  const { id } = world.remind(ANN, `${"a".repeat(4_000)}\n\n${"b".repeat(4_000)}`, { replyTo: 1 });
  await world.until(id, "sent");
  const parts = world.api.messages(ANN).filter((m) => m.fromBot);
  expect(parts.map((m) => [m.text[0], m.text.length, m.buttons.length])).toEqual([
    ["a", 4_000, 0],
    ["b", 4_000, 2],
  ]);
  expect(sends(world, ANN).map((call) => call.payload.reply_parameters)).toEqual([
    { message_id: 1, allow_sending_without_reply: true },
    undefined,
  ]);
});

test("OUT-4, OUT-2: a break between two parts goes on at the first part not accepted, marked", async () => {
  await using world = await twoPeople();
  world.start();
  // The first part passes, the second is accepted and its answer is lost.
  world.api.addFault({ method: "sendMessage", delayMs: 1 });
  world.api.addFault({ method: "sendMessage", drop: "after" });
  const { id } = world.remind(ANN, [..."abc"].map((c) => c.repeat(4_000)).join("\n\n"));
  await world.untilTried(id, /./);
  await world.clock.advance("PT1S");
  await world.until(id, "sent");
  expect(world.texts(ANN).map((t) => t.slice(-1))).toEqual(["a", "b", "b", "c"]);
  expect(world.texts(ANN)[2]).toMatch(/may reach you twice\.\n\nb/);
  expect(world.api.messages(ANN).at(-1)?.buttons).toHaveLength(2);
});

const FAULTS = {
  "a 429": { error: { code: 429, retry_after: 3 } },
  "a 500": { error: { code: 500 } },
  "a page of HTML": { html: 503 },
  "a cut before acceptance": { drop: "before" },
  "a cut after acceptance": { drop: "after" },
  "refused entities": { error: { code: 400, description: "Bad Request: can't parse entities" } },
  "refused buttons": { error: { code: 400, description: "Bad Request: BUTTON_DATA_INVALID" } },
} as const;
const MATRIX = Object.keys(FAULTS)
  .flatMap((fault) => [10, 4_096, 4_097, 9_000].map((length) => ({ fault, length })))
  // Buttons ride on the last part: a fault of the first cannot be theirs.
  .filter(({ fault, length }) => fault !== "refused buttons" || length <= 4_096);

test.each(MATRIX)(
  "OUT-2, OUT-4: $fault, $length characters: a reminder arrives whole and in order",
  async ({ fault, length }) => {
    await using world = await twoPeople();
    world.api.addFault({ method: "sendMessage", ...FAULTS[fault as keyof typeof FAULTS] });
    world.start();
    const said = Array.from({ length }, (_, i) => "abcdefgh "[i % 9])
      .join("")
      .trim();
    const { id, firingId } = world.remind(ANN, `**${said.slice(0, 4)}**${said.slice(4)}`);
    await expect.poll(() => sends(world, ANN)[0]?.status).not.toBeNull();
    await expect
      .poll(async () => {
        await world.clock.advance("PT1S");
        return world.stores.outbox.get(id)?.state;
      })
      .toBe("sent");
    expect(world.stores.firings.get(firingId)?.delivered).toBe(true);
    const parts = world.stores.outbox.parts(id);
    expect(parts.every((part) => part.messageId !== null && part.body.text.length <= 4_096)).toBe(true);
    const delivered = parts.map((part) => world.api.messages(ANN).find((m) => m.id === part.messageId)?.text).join(" ");
    expect(delivered.replace(/^The connection .* twice\.\s+/, "").replace(/\s/g, "")).toBe(said.replace(/\s/g, ""));
  },
);

test("OUT-4: accepted parts are never sent again after a crash between parts", async () => {
  await using world = await twoPeople();
  const { id } = world.remind(ANN, "unused");
  await world.restart((stores) => {
    stores.outbox.sending(
      id,
      ["one", "two", "three"].map((part) => ({ text: part, entities: [] })),
    );
    stores.outbox.accepted(id, 0, 7, world.clock.now());
  });
  await world.until(id, "sent");
  expect(world.texts(ANN)).toEqual([expect.stringMatching(/twice\.\n\ntwo$/), "three"]);
});

test("OUT-6: stopping finishes the message in flight and leaves the rest for the next start", async () => {
  await using world = await twoPeople();
  world.api.addFault({ method: "sendMessage", delayMs: 50 });
  world.start();
  const [first, second] = [world.say(ANN, text("first")), world.say(ANN, text("second"))];
  await world.api.waitFor(() => sends(world, ANN).length === 1);
  await world.restart((stores) => {
    expect([first, second].map((id) => stores.outbox.get(id)?.state)).toEqual(["sent", "queued"]);
  });
  await world.until(second, "sent");
  expect(world.texts(ANN)).toEqual(["first", "second"]);
});

test("OUT-10: in the quiet hours an alert is silent and a reminder is not", async () => {
  await using world = await twoPeople("2026-12-01T02:00:00Z");
  world.preferences.quietHours = "23:00-08:00";
  world.start();
  const ids = [
    world.say(ANN, { kind: "alert", code: "chat-blocked", params: { chat: "x" } }),
    world.remind(ANN, "wake up").id,
  ];
  for (const id of ids) await world.until(id, "sent");
  expect(
    world.api
      .messages(ANN)
      .filter((m) => m.fromBot)
      .map((m) => m.silent),
  ).toEqual([true, false]);
});

test("ARC-7: the words are those of the language at the first attempt", async () => {
  await using world = await twoPeople();
  world.preferences.language = "ru";
  world.start();
  await world.until(world.say(ANN, { kind: "notice", code: "stopped" }), "sent");
  expect(world.texts(ANN)).toEqual(["Остановлено."]);
});

test("a payload that cannot be drawn ends with its reason and does not hold its chat", async () => {
  await using world = await twoPeople();
  world.start();
  const broken = world.say(ANN, { kind: "notice", code: "of-no-language" as NoticeCode });
  const good = world.say(ANN, text("good"));
  expect(await world.until(broken, "failed")).toMatchObject({ error: expect.stringContaining("not drawn") });
  await world.until(good, "sent");
});
