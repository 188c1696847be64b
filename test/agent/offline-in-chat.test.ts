import { expect, test } from "vitest";
import { type TestApp, testApp } from "#test/helpers/test-app.ts";

const answerTo = (app: TestApp, asked: { id: number }) =>
  app.until(() => app.owner.messages().find((m) => m.fromBot && m.id > asked.id));

const REPLIES: [string, string, string, string][] = [
  ["en", "in 20 minutes check the oven", "remove it", "Removed: check the oven"],
  ["ru", "через полчаса выключить духовку", "удали это", "Удалил: выключить духовку"],
  ["zh", "半小时后关烤箱", "删除这个", "已删除：关烤箱"],
];
for (const [locale, set, remove, removed] of REPLIES)
  test(`AGT-12: “${set}” is set, and “${remove}” in reply to its card removes it (${locale})`, async () => {
    await using app = await testApp({ env: { VIGIL_LOCALE: locale } });
    const card = await answerTo(app, app.owner.send(set));
    await answerTo(app, app.owner.send(`${set} 2`));
    expect(app.stores.schedules.countLive()).toBe(2);
    const answer = await answerTo(app, app.owner.send(remove, { replyTo: card.id }));
    expect(answer.text).toBe(removed);
    expect(app.stores.schedules.countLive()).toBe(1);
  });

test("AGT-12: a question, its answer, a move in words and undo go through a chat", async () => {
  await using app = await testApp({ now: "2026-12-01T08:00:00Z" });
  expect((await answerTo(app, app.owner.send("remind me to call mom"))).text).toContain("When");
  await answerTo(app, app.owner.send("tomorrow at 9"));
  const due = () =>
    app.stores.schedules.live().map((row) => [row.text, new Date(row.nextRunAt ?? 0).toISOString().slice(0, 16)]);
  expect(due()).toEqual([["call mom", "2026-12-02T08:00"]]);
  const moved = await answerTo(app, app.owner.send("snooze call mom for an hour"));
  expect(moved.text).toContain("Moved: call mom");
  expect(due()).toEqual([["call mom", "2026-12-02T09:00"]]);
  await answerTo(app, app.owner.send("in 20 minutes stretch"));
  expect((await answerTo(app, app.owner.send("undo"))).text).toBe("Removed: stretch");
  expect((await answerTo(app, app.owner.send("list"))).text).toContain("1. call mom (Wed 2 Dec 10:00)");
});

test("AGT-12, TG-6: the caption of a file is what is asked for", async () => {
  await using app = await testApp({ now: "2026-12-01T08:00:00Z" });
  const file = app.owner.sendDocument(new Uint8Array([1]), {
    name: "plan.txt",
    caption: "remind me tomorrow at 9 to read",
  });
  const answer = await answerTo(app, file);
  expect(answer.text).toContain("Done, I will remind you.");
  expect(app.stores.schedules.live().map((row) => row.text)).toEqual(["read"]);
});
