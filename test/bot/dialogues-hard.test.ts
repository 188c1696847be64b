import type { Update } from "grammy/types";
import { expect, test } from "vitest";
import type { Stores } from "#stores/stores.ts";
import { BOT, dialogueWorld } from "./dialogue-world.ts";

class Killed extends Error {}

/** Lets `count` writes through; everything after them finds the process dead. */
function killAfter({ db }: Stores, count: number): { writes: number; dead: boolean } {
  const state = { writes: 0, dead: false };
  for (const name of ["run", "exec", "get", "all"] as const) {
    const real = db[name].bind(db) as (...args: unknown[]) => unknown;
    const writes = name === "run" || name === "exec";
    Object.assign(db, {
      [name]: (...args: unknown[]) => {
        if (state.dead || (writes && state.writes >= count)) {
          state.dead = true;
          throw new Killed("the process was killed");
        }
        if (writes) state.writes++;
        return real(...args);
      },
    });
  }
  return state;
}

/** A reminder in two answers with Confirm, killed once after `count` writes; what waits is replayed, as at a start. */
async function lifeWithKill(
  count: number,
): Promise<{ said: string[]; live: string[]; dialogues: number; killed: boolean }> {
  using world = dialogueWorld();
  await world.take(world.message("hello")); // so that the session and the chat are there
  const steps = [
    () => world.message("/remind"),
    () => world.message("water the beans"),
    () => world.message("tomorrow at 9"),
    () => world.press("ok"),
  ];
  let state = killAfter(world.stores, count);
  let killed = false;
  for (const step of steps) {
    const update = step();
    try {
      world.stores.updates.receive(BOT, [update], world.clock.now());
    } catch {
      // Telegram sends again what was not stored.
      world.restart();
      killed = true;
      world.stores.updates.receive(BOT, [update], world.clock.now());
    }
    const first = world.bot.bot.handleUpdate(update).catch(() => undefined);
    await first;
    if (state.dead && !killed) {
      killed = true;
      world.restart();
      for (const waiting of world.stores.updates.waiting(BOT)) await world.bot.bot.handleUpdate(waiting.body as Update);
    }
    state = killed ? { writes: 0, dead: false } : state;
  }
  return { said: world.said(), live: world.live(), dialogues: world.dialogues(), killed };
}

test("TG-11, TG-15: killed after any write of a dialogue, it goes on where it was and says everything once", async () => {
  const wrong: string[] = [];
  let count = 0;
  for (let killed = true; killed; count++) {
    const life = await lifeWithKill(count).catch((error: Error) => error);
    if (life instanceof Error) {
      wrong.push(`after ${count} writes: ${life.message}`);
      continue;
    }
    killed = life.killed;
    const good =
      life.said.join() === "dialogue-add-ask,dialogue-add-when,dialogue-add-confirm,reminder-set" &&
      life.live.join() === "water the beans" &&
      life.dialogues === 0;
    if (!good)
      wrong.push(
        `after ${count} writes: said ${life.said.join()}; live ${life.live.join()}; dialogues ${life.dialogues}`,
      );
  }
  expect(wrong).toEqual([]);
}, 120_000);

test("TG-11, TG-15: a fault while an answer is taken leaves the dialogue where it was, and the second try takes it", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  const { countLive } = world.stores.schedules;
  let faults = 1;
  Object.assign(world.stores.schedules, {
    countLive() {
      if (faults-- > 0) throw new Error("disk I/O error");
      return countLive.call(world.stores.schedules);
    },
  });
  await world.take(world.message("tomorrow at 9 water the beans"));
  expect(world.said()).toEqual(["dialogue-add-ask", "dialogue-add-confirm"]);
  expect(world.inputs()).toEqual([]);
});

test("TG-11, TG-15: a fault in the transaction that stores an answer leaves the dialogue where it was", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  await world.take(world.message("water the beans"));
  const { handled } = world.stores.updates;
  let faults = 1;
  Object.assign(world.stores.updates, {
    handled(...args: Parameters<typeof handled>) {
      if (faults-- > 0) throw new Error("database or disk is full");
      return handled.apply(world.stores.updates, args);
    },
  });
  await world.take(world.message("tomorrow at 9"));
  expect(world.said()).toEqual(["dialogue-add-ask", "dialogue-add-when", "dialogue-add-confirm"]);
  await world.take(world.press("ok"));
  expect(world.live()).toEqual(["water the beans"]);
});

test.each(["the press first", "the message first"])(
  "TG-11, TG-15: Confirm and a new answer at the same moment come to one of the two (%s)",
  async (order) => {
    using world = dialogueWorld();
    await world.take(world.message("/remind"));
    await world.take(world.message("tomorrow at 9 water the beans"));
    const press = world.press("ok");
    const message = world.message("tomorrow at 11");
    const both = order === "the press first" ? [press, message] : [message, press];
    await Promise.all(both.map((update) => world.take(update)));
    // Saved and over, or asked anew and not saved.
    expect(world.live().length + world.dialogues()).toBe(1);
    if (world.live().length === 1) expect(world.inputs()).toHaveLength(1);
  },
);

test("TG-11, TG-15: two answers at the same moment are taken one after the other", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  await Promise.all([world.take(world.message("water the beans")), world.take(world.message("tomorrow at 9"))]);
  expect(world.said()).toEqual(["dialogue-add-ask", "dialogue-add-when", "dialogue-add-confirm"]);
});

test("TG-11, TG-15: Confirm that is pressed twice at the same moment stores once", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  await world.take(world.message("tomorrow at 9 water the beans"));
  await Promise.all([world.take(world.press("ok")), world.take(world.press("ok"))]);
  expect(world.live()).toEqual(["water the beans"]);
  expect(world.said()).toEqual(["dialogue-add-ask", "dialogue-add-confirm", "reminder-set"]);
});

test("TG-11, TG-15: an answer whose update is handled twice is taken once", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  const answer = world.message("water the beans");
  await world.take(answer);
  await world.bot.bot.handleUpdate(answer);
  expect(world.said()).toEqual(["dialogue-add-ask", "dialogue-add-when"]);
});

test("TG-11, TG-15: a dialogue goes on when its group becomes a supergroup", async () => {
  using world = dialogueWorld();
  const group = { id: -500, type: "group", title: "Home" };
  const supergroup = { id: -100500, type: "supergroup", title: "Home" };
  await world.take(world.message("/remind", group));
  await world.take(world.message("water the beans", group));
  world.stores.db.transaction(() => world.stores.chats.migrate(-500, -100500));
  await world.take(world.message("tomorrow at 9", supergroup));
  await world.take(world.press("ok", supergroup));
  expect(world.stores.schedules.live()).toMatchObject([{ target: { chatId: -100500, threadId: null } }]);
});

test("TG-11, TG-15: a menu begins a dialogue at the moment when the former one is answered", async () => {
  using world = dialogueWorld();
  await world.take(world.message("/remind"));
  await Promise.all([world.take(world.message("water the beans")), world.take(world.message("/remind"))]);
  expect(world.dialogues()).toBe(1);
  // Whichever of the two came first.
  await world.take(world.message("tomorrow at 9"));
  await world.take(world.message("call Anna"));
  await world.take(world.press("ok"));
  expect(world.live()).toEqual(["call Anna"]);
  expect(world.dialogues()).toBe(0);
});

test.each(["other", "yes"])(
  "TG-11, TG-15: a press whose choice no button of the preview has (%s) stores nothing",
  async (choice) => {
    using world = dialogueWorld();
    await world.take(world.message("/remind"));
    await world.take(world.message("in 20 minutes water the beans"));
    const press = world.press("ok");
    press.callback_query!.data = press.callback_query!.data!.replace(/ok$/, choice);
    await world.take(press);
    expect(world.live()).toEqual([]);
    await world.take(world.press("ok"));
    expect(world.live()).toEqual(["water the beans"]);
  },
);
