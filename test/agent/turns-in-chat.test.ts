import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  calls,
  type Script,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { OWNER_ID, type TestApp, testApp } from "#test/helpers/test-app.ts";
import { gate } from "./agent-fixture.ts";

let server: ScriptedModelServer;
let app: TestApp;

beforeEach(async () => {
  server = await startScriptedModelServer();
  app = await testApp({
    env: {
      VIGIL_MODEL: "compatible/scripted-vl",
      VIGIL_MODEL_BASE_URL: server.url,
      VIGIL_TRANSCRIPTION_MODEL: "compatible/whisper",
    },
  });
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await server.close();
});

const bash = (command: string): Script => calls("bash", { command });
const settings = (value: object): void => writeFileSync(join(app.home, "data", "settings.json"), JSON.stringify(value));
const texts = (chatId = OWNER_ID): string[] =>
  app.api.messages(chatId).flatMap((message) => (message.fromBot ? [message.text] : []));
const said = (text: string, chatId = OWNER_ID) => app.until(() => texts(chatId).find((t) => t.includes(text)));
const card = () => app.until(() => app.api.messages(OWNER_ID).find((m) => m.fromBot && m.text.startsWith("🔐")));
const requested = (n: number) => app.until(() => server.requests[n - 1]);
const sent = (n: number): string => JSON.stringify(server.requests[n - 1]!.body.messages);

describe("steering, through the bot", () => {
  test("AGT-4: a message while a tool runs enters before the next step; there is one answer", async () => {
    settings({ tools: { bash: "on" } });
    const go = join(app.home, "work", "go");
    server.script(bash("touch began; while [ ! -f go ]; do sleep 0.02; done; echo finished"), says("Both done."));
    app.owner.send("run it");
    await app.until(() => existsSync(join(app.home, "work", "began")));
    app.owner.send("and be brief");
    await app.until(() => app.stores.messages.hasPending(app.stores.sessions.list()[0]!.id));
    writeFileSync(go, "");
    await said("Both done.");
    expect(sent(2)).toContain("finished");
    expect(sent(2)).toContain("and be brief");
    expect(server.requests).toHaveLength(2);
  });

  test("AGT-4: a message during the final answer is answered by a turn of its own", async () => {
    const more = gate();
    server.script(async (answer) => {
      answer.text("First ");
      await more.opened;
      answer.text("answer.").finish();
    }, says("Second answer."));
    app.owner.send("one");
    await app.until(() => app.api.drafts.some((draft) => draft.text.includes("First")));
    app.owner.send("two");
    await app.until(() => app.stores.messages.hasPending(app.stores.sessions.list()[0]!.id));
    more.open();
    await said("Second answer.");
    expect(texts()).toEqual(["First answer.", "Second answer."]);
  });

  test("AGT-10, TG-4: /stop inside `sleep 600` ends the whole group at once and says so", async () => {
    settings({ tools: { bash: "on" } });
    server.script(bash("echo $$ > pid; bash -c 'sleep 600'"), says("Still here."));
    app.owner.send("sleep");
    const pidFile = join(app.home, "work", "pid");
    const pid = await app.until(() => existsSync(pidFile) && Number(readFileSync(pidFile, "utf8")));
    const asked = app.clock.now();
    app.owner.send("/stop");
    await said("Stopped.");
    expect(app.clock.now().since(asked).total("seconds")).toBeLessThanOrEqual(1);
    await app.until(() => !existsSync(`/proc/${pid}`));
    app.owner.send("are you there?");
    await said("Still here.");
    expect(sent(2)).toContain("cancelled: stopped by the owner");
  });

  test("OUT-2: a turn in a muted chat shows nothing of itself, and its answer waits", async () => {
    server.script(says("A quiet answer."));
    app.stores.chats.mute(OWNER_ID, app.clock.now().add({ hours: 1 }));
    app.owner.send("hello");
    await app.until(() => app.stores.outbox.backlog(app.clock.now()).held.length > 0);
    expect(app.api.calls.filter(({ payload }) => payload.chat_id === OWNER_ID)).toEqual([]);
    await app.clock.advance("PT1H");
    await said("A quiet answer.");
  });

  test("AGT-3: two topics are answered side by side", async () => {
    const forum = app.api.forum(-100500, "House", { members: [app.owner] });
    const [kitchen, garden] = [forum.createTopic("Kitchen"), forum.createTopic("Garden")];
    const first = gate();
    server.script(async (answer) => {
      await first.opened;
      answer.text("Kitchen.").finish();
    }, says("Garden."));
    app.owner.send("one", { chatId: forum.id, threadId: kitchen });
    await requested(1);
    app.owner.send("two", { chatId: forum.id, threadId: garden });
    await said("Garden.", forum.id);
    expect(texts(forum.id)).toEqual(["Garden."]);
    first.open();
    await said("Kitchen.", forum.id);
  });

  test("AGT-4: of a burst of five nothing is lost and nothing is answered twice", async () => {
    const echo: Script = (answer) => {
      const users = answer.request.body.messages.filter((m) => m.role === "user");
      answer.text(`Read ${JSON.stringify(users.at(-1)?.content)}`).finish();
    };
    server.script(...Array.from({ length: 10 }, () => echo));
    for (let n = 1; n <= 5; n++) app.owner.send(`part ${n}`);
    await said("part 5");
    const all = texts().join("\n");
    for (let n = 1; n <= 5; n++) expect(all.split(`part ${n}`)).toHaveLength(2);
  });

  test("TG-4: an album is one input, with both pictures; later turns keep only their places", async () => {
    server.script(says("Two birds."), says("You are welcome."));
    const picture = new Uint8Array([0xff, 0xd8, 0xff, 1]);
    app.owner.sendPhoto(picture, { album: "a1", caption: "which birds?" });
    app.owner.sendPhoto(picture, { album: "a1" });
    await said("Two birds.");
    expect(server.requests).toHaveLength(1);
    expect(sent(1).match(/image_url/g)?.length).toBeGreaterThanOrEqual(2);
    app.owner.send("thanks");
    await said("You are welcome.");
    expect(sent(2)).not.toContain("base64");
    expect(sent(2)).toContain("[Picture: 2026-12-01-");
  });

  test("TG-6: a voice message is heard, a file is kept, and what cannot be taken is said", async () => {
    server.hears("remind me of the tea");
    server.script(says("Heard."), says("Kept."));
    app.owner.sendVoice(new Uint8Array([79, 103, 103, 83, 0, 1, 2, 3]), { durationSeconds: 2 });
    await said("Heard.");
    expect(sent(1)).toContain("remind me of the tea");
    app.owner.sendDocument(new Uint8Array([37, 80, 68, 70]), { name: "../../lease.pdf", mimeType: "application/pdf" });
    await said("Kept.");
    const path = /saved as (\S+?\.pdf)/.exec(sent(2))![1]!;
    expect(path.startsWith(join(app.home, "data", "attachments"))).toBe(true);
    expect(existsSync(path)).toBe(true);
    app.owner.sendVoice(new Uint8Array([1]), { durationSeconds: 2 });
    await said("could not make out");
  });
});

describe("approvals, through the bot", () => {
  test("AGT-7: Allow once on the card runs the command, and the card says so", async () => {
    server.script(bash("echo hi"), says("It said hi."));
    app.owner.send("say hi");
    const asked = await card();
    expect(asked.text).toContain("echo hi");
    expect(asked.labels.flat()).toEqual(["✅ Allow once", "♾ Always", "⛔ Deny"]);
    await app.owner.press(asked, "✅ Allow once").answered();
    await said("It said hi.");
    const after = app.api.messages(OWNER_ID).find((m) => m.id === asked.id)!;
    expect(after.text).toContain("✅ Allowed");
    expect(after.labels).toEqual([]);
  });

  test("AGT-7: a message while the approval waits denies it and steers; the late tap says so", async () => {
    server.script(bash("touch never"), says("Tea it is."));
    app.owner.send("coffee");
    const asked = await card();
    app.owner.send("rather tea");
    await said("Tea it is.");
    expect(sent(2)).toContain("rather tea");
    const late = await app.owner.press(asked, "✅ Allow once").answered();
    expect(late.text).toContain("you wrote a new message instead");
    expect(existsSync(join(app.home, "work", "never"))).toBe(false);
  });

  test("AGT-7, AGT-21: a restart while the approval waits changes nothing for the owner", async () => {
    server.script(bash("echo kept > kept"), says("Written."));
    app.owner.send("write");
    const asked = await card();
    await app.restart();
    await app.clock.advance("PT1H");
    expect(texts().some((text) => text.includes("interrupted"))).toBe(false);
    await app.owner.press(asked, "✅ Allow once").answered();
    await said("Written.");
    expect(existsSync(join(app.home, "work", "kept"))).toBe(true);
    expect(texts().filter((text) => text === "Written.")).toHaveLength(1);
  });

  test("AGT-7: a reminder's turn sends what it has with the question; Allow goes on with the same firing", async () => {
    server.script(
      calls("remind", { action: "add", text: "Look at the disk", when: "PT20M" }),
      says("Set."),
      (answer) => answer.text("Looking at the disk.").tool("bash", { command: "echo 93%" }).finish(),
      says("The disk is 93% full."),
    );
    app.owner.send("in 20 minutes look at the disk");
    await said("Set.");
    await app.clock.advance("PT20M");
    await said("Looking at the disk.");
    const asked = await card();
    await app.owner.press(asked, "✅ Allow once").answered();
    await said("93% full");
    const message = app.api.messages(OWNER_ID).find((m) => m.text.includes("93% full"))!;
    expect(message.labels.flat().join()).toContain("Done");
    expect(app.stores.firings.list(5)).toHaveLength(1);
    expect(app.stores.firings.list(1)[0]).toMatchObject({ state: "sent", error: null });
  });
});
