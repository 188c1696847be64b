import { afterAll, beforeAll, expect, test } from "vitest";
import type { Firing } from "#stores/schedules/firings.ts";
import {
  calls,
  type Script,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { OWNER_ID, type TestApp, testApp } from "#test/helpers/test-app.ts";

let model: ScriptedModelServer;
beforeAll(async () => {
  model = await startScriptedModelServer();
});
afterAll(() => model.close());

const external = (): Record<string, string> => ({
  VIGIL_MODEL: "compatible/scripted",
  VIGIL_MODEL_BASE_URL: model.url,
});

const bySchedule = (app: TestApp, text: string): Firing | undefined =>
  app.stores.firings.list(50).find((f) => f.text === text);

test.each([
  ["en", "remind me in 20 seconds to stretch", "stretch"],
  ["ru", "напомни через 20 секунд размяться", "размяться"],
  ["zh", "20秒后提醒我伸展", "伸展"],
])(
  "REM-1, AGT-12: in %s, “%s” gives a card and fires on the second, with Done and Snooze",
  async (locale, words, text) => {
    await using app = await testApp({ env: { VIGIL_LOCALE: locale } });
    app.owner.send(words);
    const card = await app.until(() => app.owner.messages().find((m) => m.fromBot && m.text.includes(text)));
    expect(card.entities).toContainEqual(expect.objectContaining({ type: "date_time" }));
    const row = app.stores.schedules.live()[0];
    expect(row?.text).toBe(text);

    await app.clock.advanceTo(Temporal.Instant.fromEpochMilliseconds((row?.nextRunAt ?? 0) - 1));
    expect(app.stores.firings.list(1)).toEqual([]);
    await app.clock.advance("PT0.001S");
    const reminder = await app.until(() => app.owner.messages().find((m) => m.fromBot && m.id !== card.id));
    expect(reminder.text).toContain(text);
    expect(bySchedule(app, text)).toMatchObject({ dueAt: row?.nextRunAt });
    const [done, snooze] = reminder.labels[0] ?? [];

    await app.owner.press(reminder, snooze ?? "").answered();
    const choosing = await app.until(() => app.owner.messages().find((m) => m.id === reminder.id && m.edits > 0));
    await app.owner.press(choosing, choosing.labels.flat()[0] ?? "").answered();
    await app.until(() => app.stores.schedules.live().length === 1);
    expect(app.stores.schedules.live()[0]).toMatchObject({ text, snoozedFrom: bySchedule(app, text)?.id });

    await app.clock.advance("PT10M");
    const again = await app.until(() =>
      app.owner.messages().find((m) => m.fromBot && m.id > reminder.id && m.text.includes(text)),
    );
    await app.owner.press(again, done ?? "").answered();
    await app.until(() => app.stores.firings.list(1)[0]?.taps.some((tap) => tap.action === "done"));
  },
);

test("REM-10, REM-30: a model sets a reminder by its tool in a topic; its due turn is a fresh session whose final text is sent there", async () => {
  model.script(
    calls("remind", { action: "add", text: "Say which plants need water", when: "in 20 minutes" }),
    says("I will."),
  );
  await using app = await testApp({ env: external() });
  const before = model.requests.length;
  const forum = app.api.forum(-1001, "Home", { members: [app.owner] });
  const topic = app.owner.createTopic("Garden", forum.id);
  app.owner.send("remind me about the plants in 20 minutes", { chatId: forum.id, threadId: topic });
  const card = await app.until(() => forum.messages(topic).find((m) => m.fromBot && m.text.includes("I will.")));
  expect(card.text).toContain("Say which plants need water");

  model.script(says("The **ferns** need water."));
  await app.clock.advance("PT20M");
  const reminder = await app.until(() => forum.messages(topic).find((m) => m.fromBot && m.text.includes("ferns")));
  expect(reminder.text).toBe("The ferns need water.");
  expect(reminder.entities).toContainEqual(expect.objectContaining({ type: "bold", offset: 4, length: 5 }));
  const due = JSON.stringify(model.requests[before + 2]?.body.messages);
  expect(due).toContain("Say which plants need water");
  // A fresh session: nothing of the conversation in which it was asked.
  expect(due).not.toContain("remind me about the plants");

  // REM-15: what was sent is part of the topic's history for its next turn.
  model.script(says("Good."));
  app.owner.send("I did that", { chatId: forum.id, threadId: topic });
  await app.until(() => forum.messages(topic).find((m) => m.fromBot && m.text === "Good."));
  expect(JSON.stringify(model.requests[before + 3]?.body.messages)).toContain("The **ferns** need water.");
});

test.each([
  ["answers 500", "provider_down", (a) => a.status(500, { error: { message: "boom" } })],
  ["ends the stream early", "cut", (a) => a.text("The fer").end()],
  ["cuts the connection", "cut", (a) => void a.text("The fer").destroy()],
  ["answers nothing", "empty_answer", (a) => a.finish()],
  ["never answers", "timeout_first_token", (a) => void a.headers()],
] as [string, string, Script][])(
  "REM-11: when the model %s, the reminder's own text is sent and the firing holds %s",
  async (_, code, script) => {
    await using app = await testApp({ env: external() });
    app.owner.send("/remind in 10 minutes water the ferns");
    await app.until(() => app.owner.messages().find((m) => m.fromBot && m.text.includes("water the ferns")));
    const cards = app.owner.messages().length;
    model.script(script);
    await app.clock.advance("PT10M");
    const reminder = await app.until(() => app.owner.messages()[cards]);
    expect(reminder.text).toContain("water the ferns");
    const firing = await app.until(() => app.stores.firings.list(1).find((f) => f.delivered));
    expect(firing).toMatchObject({ state: "sent", error: code });
  },
);

test("REM-13, OPS-10: a restart in the middle keeps the reminder; what came due meanwhile is sent, and says when it was due", async () => {
  await using app = await testApp();
  app.owner.send("remind me in 20 minutes to call Ann");
  await app.until(() => app.owner.messages().find((m) => m.fromBot && m.text.includes("call Ann")));
  await app.restart(() => app.clock.jump("2026-12-01T10:30:00Z"));
  const reminder = await app.until(
    () => app.owner.messages().filter((m) => m.fromBot && m.text.includes("call Ann"))[1],
  );
  expect(reminder.text).toMatch(/11:20/);
  await app.clock.advance("PT5M");
  expect(app.owner.messages().filter((m) => m.fromBot && m.text.includes("call Ann"))).toHaveLength(2);
});

test("TG-1: a stranger's messages and presses reach nothing", async () => {
  await using app = await testApp();
  const stranger = app.api.user(666, { name: "Mallory" });
  stranger.send("remind me in 1 minute to steal");
  stranger.send("/start");
  app.owner.send("remind me in 30 minutes to lock the door");
  const card = await app.until(() => app.owner.messages().find((m) => m.fromBot));
  stranger.pressData(
    { chatId: OWNER_ID, id: card.id },
    card.buttons.flat().map((b) => ("callback_data" in b ? b.callback_data : ""))[0] ?? "",
  );
  app.owner.send("/status");
  await app.until(() => app.owner.messages().filter((m) => m.fromBot).length >= 2);
  expect(stranger.messages().filter((m) => m.fromBot)).toEqual([]);
  expect(app.stores.schedules.live().map((row) => row.text)).toEqual(["lock the door"]);
  expect(app.stores.sessions.list().map((s) => s.target?.chatId)).toEqual([OWNER_ID]);
});
