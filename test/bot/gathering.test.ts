import { expect, test } from "vitest";
import { botWorld } from "./bot-world.ts";

test("TG-4: an album, a forward and a text that Telegram may have cut wait 700 ms for their rest; anything else does not", async () => {
  await using world = await botWorld();
  world.start();
  const readyIn = async (): Promise<number | null> => {
    await world.settled();
    const session = world.stores.sessions.find({ chatId: 42, threadId: null })!;
    const at = world.stores.messages.pendingReadyAt(session.id);
    world.inputs();
    return at === null || at === 0 ? at : at - world.clock.now().epochMilliseconds;
  };
  world.owner.send("x".repeat(3_999));
  expect(await readyIn()).toBe(0);
  world.owner.send("x".repeat(4_000));
  expect(await readyIn()).toBe(700);
  world.owner.forward("look at this", { id: 7, name: "Mallory" });
  expect(await readyIn()).toBe(700);
  world.owner.sendPhoto(new Uint8Array([1]), { album: "a", caption: "two birds" });
  expect(await readyIn()).toBe(700);
  world.owner.forward("and this", { id: 7, name: "Mallory" });
  world.owner.send("what do you think?");
  expect(await readyIn()).toBe(0);
});
