import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { completeRestart, createMaintenance } from "#jobs/maintenance.ts";
import { startBotApi } from "#playground/bot-api-server.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { calls, says, startScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { tempFolder } from "#test/helpers/temp-folder.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { externalEnv, spawnVigil } from "#test/helpers/vigil-process.ts";

const HERE = { chatId: 100, threadId: 7 };

test("REM-50: a restart asked for inside a turn waits for its end, and its outcome reaches the session after it", async () => {
  using store = testStores();
  const { stores } = store;
  const clock = new ManualClock("2026-12-01T08:00:00Z");
  const session = stores.sessions.open(HERE, clock.now());
  stores.turns.start({ id: "t-1", sessionId: session.id, origin: "chat", model: "m" }, clock.now());
  const did: string[] = [];
  const maintenance = (over: typeof stores) =>
    createMaintenance({
      stores: over,
      clock,
      log: new SilentLog(),
      version: "1.2.3",
      restart: () => did.push("restart"),
      startUpdate: (id) => did.push(`update ${id}`),
    });
  const job = maintenance(stores);
  const signal = new AbortController().signal;

  const request = stores.requests.ask("restart", "t-1", clock.now());
  expect(job.nextDue(clock.now())).toBeNull();
  stores.turns.end("t-1", "done", clock.now());
  expect(job.nextDue(clock.now())).toEqual(clock.now());
  await job.run(clock.now(), signal);
  await job.run(clock.now(), signal);
  expect(did).toEqual(["restart"]);
  // The same request once more confirms the one already taken; another kind meets it.
  expect(stores.requests.ask("restart", null, clock.now()).id).toBe(request.id);
  expect(stores.requests.ask("update", null, clock.now()).id).toBe(request.id);

  const after = store.reopen();
  const next = maintenance(after);
  completeRestart(after, clock.now());
  expect(after.requests.get(request.id)).toMatchObject({ state: "done", outcome: "restarted" });
  await next.run(clock.now(), signal);
  await next.run(clock.now(), signal);
  const messages = after.db.all("SELECT id FROM outbox").map((row) => after.outbox.get(Number(row.id)));
  expect(messages).toMatchObject([
    {
      target: HERE,
      payload: { kind: "notice", code: "maintenance", params: { outcome: "restarted", version: "1.2.3" } },
    },
  ]);

  // An update is another process's work; it asks for the restart, and one that was cut off blocks no later one.
  const update = after.requests.ask("update", null, clock.now());
  await next.run(clock.now(), signal);
  expect(did).toEqual(["restart", `update ${update.id}`]);
  expect(next.nextDue(clock.now())).toBeNull();
  after.requests.wantRestart(update.id);
  await next.run(clock.now(), signal);
  await next.run(clock.now(), signal);
  expect(did.slice(2)).toEqual(["restart"]);
  completeRestart(after, clock.now());
  expect(after.requests.open()).toMatchObject({ id: update.id, state: "running" });
  await maintenance(after).run(clock.now(), signal);
  expect(did).toHaveLength(3);
  await clock.advance("PT31M");
  await next.run(clock.now(), signal);
  expect(after.requests.get(update.id)).toMatchObject({ state: "failed", outcome: "interrupted" });
});

test("REM-50: vigil restart ends the process and another takes its place", async () => {
  using home = tempFolder();
  const api = await startBotApi({ token: "1:test" });
  const env = externalEnv({ token: "1:test", apiRoot: api.url, ownerId: 1001 });
  const pid = (): number => JSON.parse(readFileSync(join(home.path, "data", "instance.json"), "utf8")).pid;
  const first = spawnVigil(home.path, env);
  try {
    await api.nextPoll();
    const before = pid();
    const command = spawnVigil(home.path, env, ["restart"]);
    const status = await new Promise((resolve) => command.child.once("exit", resolve));
    expect(command.output()).toBe("Vigil has restarted.\n");
    expect(status).toBe(0);
    expect(first.child.exitCode).toBe(75);
    expect(pid()).not.toBe(before);
  } finally {
    await first.end("SIGKILL");
    process.kill(pid(), "SIGKILL");
    await api.close();
  }
});

test("REM-50: the agent restarts Vigil from inside its turn: the answer comes first, then the restart, then its outcome", async () => {
  using home = tempFolder();
  const api = await startBotApi({ token: "1:test" });
  const model = await startScriptedModelServer();
  const owner = api.user(1001, { name: "Owner", language: "en" });
  const env = externalEnv({ token: "1:test", apiRoot: api.url, ownerId: 1001, modelUrl: model.url });
  mkdirSync(join(home.path, "data"));
  writeFileSync(join(home.path, "data", "settings.json"), JSON.stringify({ tools: { bash: "on" } }));
  const pid = (): number => JSON.parse(readFileSync(join(home.path, "data", "instance.json"), "utf8")).pid;
  const said = (text: string): boolean => api.messages(1001).some((m) => m.fromBot && m.text?.includes(text));
  const first = spawnVigil(home.path, env);
  try {
    await api.nextPoll();
    const before = pid();
    model.script(calls("bash", { command: '"$VIGIL_CLI" restart' }), says("I restart now."));
    owner.send("restart yourself");
    await api.waitFor(() => said("I have restarted."), { timeoutMs: 20_000 });
    expect(said("I restart now.")).toBe(true);
    const result = model.requests[1]!.body.messages.findLast((m) => m.role === "tool")!.content;
    expect(JSON.stringify(result)).toContain("A restart begins after this turn");
    expect(first.child.exitCode).toBe(75);
    expect(pid()).not.toBe(before);
  } finally {
    await first.end("SIGKILL");
    process.kill(pid(), "SIGKILL");
    await model.close();
    await api.close();
  }
});

test("REM-50: with nothing running there is nothing to restart", async () => {
  using home = tempFolder();
  const vigil = spawnVigil(home.path, {}, ["restart"]);
  expect(await new Promise((resolve) => vigil.child.once("exit", resolve))).toBe(2);
});
