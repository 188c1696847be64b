import { join } from "node:path";
import { expect, test } from "vitest";
import { Pulse } from "#stores/home/pulse.ts";
import { type Script, startScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { type TestApp, testApp } from "#test/helpers/test-app.ts";

const saying = (app: TestApp, part: string, after = 0) =>
  app.until(() => app.owner.messages().find((m) => m.fromBot && m.id > after && m.text.includes(part)));

/** How a provider can fail, with a part of what the owner is told; `null` is a server that is not there. */
const OUTAGES: [string, Script | null, string][] = [
  ["that is not there", null, "cannot be reached"],
  ["that fails", (answer) => answer.status(500, "oops"), "cannot be reached"],
  ["that refuses the key", (answer) => answer.status(401, { error: { message: "no" } }), "key"],
  ["that never answers", () => {}, "No connection"],
  ["that falls silent", (answer) => void answer.text("Hel"), "fell silent"],
];

for (const [name, script, told] of OUTAGES)
  test(`AGT-13, REM-11: with a model ${name} commands, menus, reminders and the pulse work`, async () => {
    const server = await startScriptedModelServer();
    if (script) server.script(...Array.from({ length: 9 }, () => script));
    else await server.close();
    await using app = await testApp({
      env: { VIGIL_MODEL: "compatible/scripted", VIGIL_MODEL_BASE_URL: server.url, VIGIL_MODEL_API_KEY: "test" },
    });
    await using _ = { [Symbol.asyncDispose]: () => (script ? server.close() : Promise.resolve()) };
    app.owner.send("hello");

    const set = app.owner.send("/remind in 2 minutes stretch");
    await saying(app, "stretch", set.id);
    const menu = app.owner.send("/menu");
    const screen = await app.until(() =>
      app.owner.messages().find((m) => m.id > menu.id && m.labels.flat().length > 3),
    );

    await app.clock.advance("PT2M");
    await saying(app, told);
    await app.until(() => app.stores.firings.list(1)[0]?.state === "sent");
    const arrived = app.owner.messages().filter((m) => m.fromBot && m.id > screen.id && m.text.includes("stretch"));
    expect(arrived).toHaveLength(1);

    const status = app.owner.send("/status");
    await saying(app, "compatible/scripted", status.id);
    expect(new Pulse(join(app.home, "data", "reminders.tick")).alive(app.clock.now())).toBe(true);
  });
