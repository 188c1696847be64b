import type { Update } from "grammy/types";
import { expect, test } from "vitest";
import { createApi } from "#bot/api/create-api.ts";
import { Inbox } from "#bot/api/inbox.ts";
import { type BotApiServer, startBotApi } from "#playground/bot-api-server.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";

interface World extends AsyncDisposable {
  api: BotApiServer;
  clock: ManualClock;
  log: SilentLog;
  store: TestStores;
  inbox(handle: (update: Update) => Promise<void>): Inbox;
}

async function inboxWorld(): Promise<World> {
  const api = await startBotApi({ token: "1:test" });
  const clock = new ManualClock("2026-12-01T10:00:00Z");
  const log = new SilentLog();
  const store = testStores();
  const running: Inbox[] = [];
  return {
    api,
    clock,
    log,
    store,
    inbox(handle) {
      const client = createApi({ token: api.token, apiRoot: api.url });
      const inbox = new Inbox({
        api: client,
        botId: 1,
        stores: store.stores,
        clock,
        random: new CountingRandom(),
        log,
        handle,
      });
      running.push(inbox);
      return inbox;
    },
    async [Symbol.asyncDispose]() {
      for (const inbox of running) await inbox.stop();
      await api.close();
      store[Symbol.dispose]();
    },
  };
}

function textOf(update: Update): string {
  return update.message?.text ?? "";
}

test("TG-15: an update is stored before its offset moves, and one left unfinished is replayed once", async () => {
  await using world = await inboxWorld();
  const { api, store, clock } = world;
  const ann = api.user(42);
  ann.send("one");
  ann.send("two");
  const never = Promise.withResolvers<void>();
  const seen: string[] = [];
  const first = world.inbox((update) => {
    seen.push(textOf(update));
    return never.promise;
  });
  void first.run();
  await expect.poll(() => seen).toEqual(["one"]);
  await expect.poll(() => api.pendingUpdates).toBe(0);
  expect(store.stores.updates.waiting(1).map(({ body, tries }) => [textOf(body as Update), tries])).toEqual([
    ["one", 1],
    ["two", 1],
  ]);

  // The process ends here; another one opens the store.
  const stopped = first.stop();
  never.reject(new Error("killed"));
  await stopped;
  store.reopen();
  const again: string[] = [];
  const second = world.inbox(async (update) => {
    again.push(textOf(update));
    store.stores.updates.handled(1, update.update_id, clock.now());
  });
  void second.run();
  await expect.poll(() => again).toEqual(["one", "two"]);
  expect(store.stores.updates.waiting(1)).toEqual([]);
});

test("TG-15: an update that Telegram sends again is not handled again", async () => {
  await using world = await inboxWorld();
  const { api, store, clock } = world;
  api.user(42).send("one");
  const [known] = await createApi({ token: api.token, apiRoot: api.url }).getUpdates();
  store.stores.updates.receive(1, [known!], clock.now());
  store.stores.updates.handled(1, known!.update_id, clock.now());
  const seen: string[] = [];
  void world
    .inbox(async (update) => {
      seen.push(textOf(update));
      store.stores.updates.handled(1, update.update_id, clock.now());
    })
    .run();
  api.user(42).send("two");
  await expect.poll(() => seen).toEqual(["two"]);
});

test("TG-15: chats keep their order and do not wait for each other; nothing holds back /stop", async () => {
  await using world = await inboxWorld();
  const { api, store, clock } = world;
  const [ann, ben] = [api.user(42), api.user(43)];
  const held = Promise.withResolvers<void>();
  const done: string[] = [];
  void world
    .inbox(async (update) => {
      if (textOf(update) === "slow") await held.promise;
      done.push(textOf(update));
      store.stores.updates.handled(1, update.update_id, clock.now());
    })
    .run();
  ann.send("slow");
  ann.send("after");
  ben.send("other");
  ann.send("/stop");
  await expect.poll(() => done.toSorted()).toEqual(["/stop", "other"]);
  held.resolve();
  await expect.poll(() => done.slice(2)).toEqual(["slow", "after"]);
});

test("TG-15: after three tries an update is set aside, the owner is told, and the next one goes on", async () => {
  await using world = await inboxWorld();
  const { api, store, clock } = world;
  store.stores.owners.put({ userId: 42, name: "Ann", languageCode: "en", privateChatId: 42 }, clock.now());
  const tries: string[] = [];
  void world
    .inbox(async (update) => {
      tries.push(textOf(update));
      if (textOf(update) === "poison") throw new Error("cannot be done");
      store.stores.updates.handled(1, update.update_id, clock.now());
    })
    .run();
  api.user(42).send("poison");
  api.user(42).send("good");
  await expect.poll(() => tries.length).toBe(1);
  await expect
    .poll(async () => {
      await clock.advance("PT6S");
      return tries;
    })
    .toEqual(["poison", "poison", "poison", "good"]);
  const [alert] = store.stores.db.all("SELECT key, chat_id, payload FROM outbox");
  expect(alert).toMatchObject({ chat_id: 42, key: expect.stringMatching(/^update-aside:1:/) });
  expect(JSON.parse(String(alert?.payload))).toMatchObject({
    kind: "alert",
    code: "update-aside",
    params: { reason: "cannot be done" },
  });
  expect(store.stores.updates.waiting(1)).toEqual([]);
});

test("TG-15: a try that a crash cut off counts, so that no update can crash Vigil for ever", async () => {
  await using world = await inboxWorld();
  const { store, clock } = world;
  const update = { update_id: 7, message: { text: "poison" } };
  store.stores.updates.receive(1, [update], clock.now());
  for (let crash = 0; crash < 3; crash++) store.stores.updates.countTry(1, 7);
  let tried = 0;
  void world.inbox(async () => void tried++).run();
  await expect.poll(() => store.stores.updates.waiting(1)).toEqual([]);
  expect(tried).toBe(0);
});

test("TG-16: another poller is waited out with at least half a minute between tries, and is written down for doctor", async () => {
  await using world = await inboxWorld();
  const { api, store, clock, log } = world;
  const seen: string[] = [];
  api.addFault({ method: "getUpdates", times: 3, error: { code: 409 } });
  api.user(42).send("hello");
  void world
    .inbox(async (update) => {
      seen.push(textOf(update));
      store.stores.updates.handled(1, update.update_id, clock.now());
    })
    .run();
  await expect
    .poll(() => store.stores.meta.get("poller_conflict_at"))
    .toBe(String(Temporal.Instant.from("2026-12-01T10:00:00Z").epochMilliseconds));
  await clock.advance("PT29S");
  expect(log.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
  await expect
    .poll(async () => {
      await clock.advance("PT40S");
      return seen;
    })
    .toEqual(["hello"]);
  expect(log.lines.filter(({ message }) => message.includes("another process polls"))).toHaveLength(1);
  expect(log.lines.filter(({ message }) => message.includes("the other poller is gone"))).toHaveLength(1);
});

test("TG-16: a network that fails is tried again after 1 s, then 2 s, up to 30 s", async () => {
  await using world = await inboxWorld();
  const { api, clock, log } = world;
  api.addFault({ method: "getUpdates", times: 8, html: 502 });
  const inbox = world.inbox(async () => undefined);
  void inbox.run();
  const warnings = () =>
    log.lines.filter(({ level }) => level === "warn").map(({ fields }) => fields as { waitMs: number; reason: string });
  await expect
    .poll(async () => {
      await clock.advance("PT30S");
      return inbox.lastContactAt !== null || warnings().length >= 8;
    })
    .toBe(true);
  expect(warnings().map(({ waitMs }) => waitMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  // One line a try: the reason, without a stack.
  for (const warning of warnings()) expect(warning).toEqual({ waitMs: expect.any(Number), reason: expect.any(String) });
});

test("a wrong token ends the start with a sentence that says what to do", async () => {
  await using world = await inboxWorld();
  world.api.addFault({ method: "getUpdates", error: { code: 401 } });
  await expect(world.inbox(async () => undefined).run()).rejects.toMatchObject({
    code: "telegram_token_wrong",
    remedy: expect.stringContaining("@BotFather"),
  });
});
