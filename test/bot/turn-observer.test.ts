import { expect, test } from "vitest";
import { createApi } from "#bot/api/create-api.ts";
import { TelegramTurnObserver } from "#bot/sender/turn-observer.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { TurnRef } from "#core/ports.ts";
import { type BotApiServer, startBotApi } from "#playground/bot-api-server.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";

interface World extends AsyncDisposable {
  api: BotApiServer;
  clock: ManualClock;
  observer: TelegramTurnObserver;
  turn: TurnRef;
}

async function observerWorld(): Promise<World> {
  const api = await startBotApi({ token: "1:test" });
  api.user(42).send("hello");
  const clock = new ManualClock("2026-12-01T10:00:00Z");
  const client = createApi({ token: api.token, apiRoot: api.url });
  const observer = new TelegramTurnObserver({
    api: client,
    clock,
    random: new CountingRandom(),
    log: new SilentLog(),
    words: createWords(),
    preferences: { locale: () => "en" },
    redact: (text) => text.replaceAll("s3cret", "[redacted]"),
  });
  const turn: TurnRef = { turnId: "t1", sessionId: 1, origin: "chat", target: { chatId: 42, threadId: null } };
  return {
    api,
    clock,
    observer,
    turn,
    async [Symbol.asyncDispose]() {
      observer.ended(turn);
      await api.close();
    },
  };
}

/** The first draft waits so long: an answer that is complete by then needs none. */
const FIRST_DRAFT = "PT0.1S";

const drafts = (api: BotApiServer): string[] => api.drafts.map(({ text }) => text);

test("TG-5: typing is shown every 4.5 seconds while a turn runs, and never after it", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  observer.started(turn);
  await api.waitForCall("sendChatAction");
  await clock.advance("PT4.5S");
  await expect.poll(() => api.callsOf("sendChatAction").length).toBe(2);
  observer.ended(turn);
  await clock.advance("PT30S");
  expect(api.callsOf("sendChatAction")).toHaveLength(2);
});

test("TG-5, AGT-7: nobody types while the owner is asked", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  observer.started(turn);
  await api.waitForCall("sendChatAction");
  observer.tool(turn, "bash", "waiting");
  await clock.advance("PT1M");
  expect(api.callsOf("sendChatAction")).toHaveLength(1);
  expect(drafts(api)).toEqual([]);
  observer.tool(turn, "bash", "running");
  await clock.advance("PT4.5S");
  await expect.poll(() => api.callsOf("sendChatAction").length).toBe(2);
});

test("OUT-9: drafts go out at most once in 700 ms, with the newest text, and can be stopped", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  observer.started(turn);
  observer.text(turn, "It");
  await clock.advance(FIRST_DRAFT);
  await expect.poll(() => drafts(api)).toEqual(["It"]);
  observer.text(turn, "It is");
  observer.text(turn, "It is **42**");
  await clock.advance("PT0.699S");
  expect(drafts(api)).toEqual(["It"]);
  await clock.advance("PT0.001S");
  await expect.poll(() => drafts(api)).toEqual(["It", "It is 42"]);
  expect(api.drafts.at(-1)?.canStop).toBe(true);
  await clock.advance("PT5S");
  expect(drafts(api)).toHaveLength(2);
});

test("TG-5: an answer that is complete at once shows no draft", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  observer.started(turn);
  observer.text(turn, "Done.");
  await clock.advance("PT0.099S");
  observer.ended(turn);
  await clock.advance("PT5S");
  expect(drafts(api)).toEqual([]);
});

test("OUT-9: after a 429 drafts rest as long as Telegram asks, and the ones in between are dropped", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  api.addFault({ method: "sendMessageDraft", error: { code: 429, retry_after: 3 } });
  observer.started(turn);
  observer.text(turn, "one");
  await clock.advance(FIRST_DRAFT);
  await api.waitForCall("sendMessageDraft");
  await clock.advance("PT2S");
  observer.text(turn, "one two");
  expect(drafts(api)).toEqual([]);
  await clock.advance("PT1S");
  await expect.poll(() => drafts(api)).toEqual(["one two"]);
});

test("TG-5: any other refusal ends the drafts of this turn, and no draft follows its end", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  api.addFault({ method: "sendMessageDraft", error: { code: 400, description: "Bad Request: DRAFTS_FORBIDDEN" } });
  observer.started(turn);
  observer.text(turn, "one");
  await clock.advance(FIRST_DRAFT);
  await api.waitForCall("sendMessageDraft");
  await clock.advance("PT1S");
  observer.text(turn, "one two");
  await clock.advance("PT1S");
  expect(drafts(api)).toEqual([]);

  const next = { ...turn, turnId: "t2" };
  observer.started(next);
  observer.ended(next);
  observer.text(next, "late");
  await clock.advance("PT5S");
  expect(drafts(api)).toEqual([]);
});

test("TG-5: a reminder's turn and a turn without a chat are not shown; a group sees typing only", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  const group = api.supergroup(-500, "Friends", { members: [api.user(42)] });
  observer.started({ ...turn, origin: "reminder", turnId: "r" });
  observer.started({ ...turn, target: null, turnId: "n" });
  const inGroup = { ...turn, target: { chatId: group.id, threadId: null }, turnId: "g" };
  observer.started(inGroup);
  observer.text(inGroup, "hello");
  await clock.advance("PT1S");
  observer.ended(inGroup);
  expect(api.calls.map(({ method, payload }) => [method, payload.chat_id])).toEqual([["sendChatAction", group.id]]);
});

test("TG-5: the tool that runs is one short line under the text, and goes when there is something new to see", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  observer.started(turn);
  observer.text(turn, "Let me look.");
  await clock.advance(FIRST_DRAFT);
  await expect.poll(() => drafts(api)).toEqual(["Let me look."]);
  observer.tool(turn, "bash", "running");
  await clock.advance("PT0.7S");
  await expect.poll(() => drafts(api).at(-1)).toBe("Let me look.\n\n⚙️ Running a command…");
  observer.tool(turn, "bash", "done");
  observer.text(turn, "It is full.");
  await clock.advance("PT0.7S");
  await expect.poll(() => drafts(api).at(-1)).toBe("It is full.");
});

test("TG-5: in a group the message gets a 👀 while its turn runs", async () => {
  await using world = await observerWorld();
  const { api, observer, turn } = world;
  const member = api.user(42);
  const group = api.supergroup(-500, "Friends", { members: [member] });
  const asked = member.send("hello", { chatId: group.id });
  const inGroup = { ...turn, target: { chatId: group.id, threadId: null }, messageId: asked.id };
  const reactions = () => api.callsOf("setMessageReaction").map((call) => JSON.stringify(call.payload.reaction));
  observer.started(inGroup);
  await expect.poll(reactions).toEqual([expect.stringContaining("👀")]);
  observer.ended(inGroup);
  await expect.poll(reactions).toEqual([expect.stringContaining("👀"), "[]"]);
});

test("OUT-8: a configured secret is in no draft", async () => {
  await using world = await observerWorld();
  const { api, clock, observer, turn } = world;
  observer.started(turn);
  observer.text(turn, "It is s3cret.");
  await clock.advance(FIRST_DRAFT);
  await expect.poll(() => drafts(api)).toEqual(["It is [redacted]."]);
});
