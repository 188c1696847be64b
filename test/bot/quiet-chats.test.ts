import { expect, test } from "vitest";
import { createApi } from "#bot/api/create-api.ts";
import { quietChats } from "#bot/api/quiet-chats.ts";
import { TelegramTurnObserver } from "#bot/sender/turn-observer.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { TurnRef } from "#core/ports.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type BotWorld, botWorld } from "./bot-world.ts";

/** Every call that names the chat, by its method. */
const callsTo = (world: BotWorld, chatId: number): string[] =>
  world.api.calls.flatMap(({ method, payload }) => (payload.chat_id === chatId ? [method] : []));

test("OUT-2: while a chat is muted no typing, draft or reaction goes to it; other chats and later drafts are shown", async () => {
  await using world = await botWorld();
  const { api, clock, stores } = world;
  const group = api.supergroup(-500, "Home", { members: [world.owner] });
  const asked = world.owner.send("what is up?", { chatId: group.id });
  world.owner.send("hello");
  const client = createApi({ token: api.token, apiRoot: api.url });
  client.config.use(quietChats(stores.chats, clock));
  const observer = new TelegramTurnObserver({
    api: client,
    clock,
    random: new CountingRandom(),
    log: new SilentLog(),
    words: createWords(),
    preferences: { locale: () => "en" },
    redact: (text) => text,
  });
  for (const chatId of [42, -500]) stores.chats.mute(chatId, clock.now().add({ seconds: 60 }));
  const turn: TurnRef = { turnId: "t1", sessionId: 1, origin: "chat", target: { chatId: 42, threadId: null } };
  const inGroup: TurnRef = { ...turn, turnId: "t2", target: { chatId: -500, threadId: null }, messageId: asked.id };
  observer.started(turn);
  observer.started(inGroup);
  observer.text(turn, "The answer");
  await clock.advance("PT59S");
  observer.ended(inGroup);
  expect([...callsTo(world, 42), ...callsTo(world, -500)]).toEqual([]);
  await clock.advance("PT6S");
  await expect.poll(() => api.drafts.at(-1)?.text).toBe("The answer");
  expect(callsTo(world, 42)).toContain("sendChatAction");
  observer.ended(turn);
});

test("OUT-2: a press in a muted chat is answered with a sentence, and its message is left alone until the silence is over", async () => {
  await using world = await botWorld();
  world.start();
  world.owner.send("/menu");
  const menu = await world.owner.next("🏠");
  world.api.addFault({ method: "sendMessage", chatId: 42, error: { code: 429, retry_after: 600 } });
  world.owner.send("/help");
  await expect.poll(() => world.stores.chats.get(42)?.mutedUntil).toBe(world.clock.now().epochMilliseconds + 600_000);
  const before = callsTo(world, 42);
  const press = world.owner.press(menu, "⚙️ Settings");
  expect((await press.answered()).text).toBe("I could not redraw this message just now. Press again in a moment.");
  await world.settled();
  expect(callsTo(world, 42)).toEqual(before);
  await world.clock.advance("PT601S");
  await world.owner.press(menu, "⚙️ Settings").answered();
  await expect.poll(() => world.api.messages(42).find(({ id }) => id === menu.id)?.text).toMatch(/^⚙️/);
});
