import { afterEach, beforeEach, expect, test } from "vitest";
import { createHelper, recoverHelpers } from "#jobs/helper.ts";
import type { Job } from "#jobs/runner.ts";
import { type AgentFixture, agentFixture, scripted } from "#test/agent/agent-fixture.ts";
import {
  calls,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";

let server: ScriptedModelServer;
let fixture: AgentFixture;
let job: Job;

beforeEach(async () => {
  server = await startScriptedModelServer();
  fixture = agentFixture({ model: scripted(server) });
  job = createHelper(fixture);
});
afterEach(async () => {
  await fixture.agent.drain(fixture.clock.now());
  fixture.store[Symbol.dispose]();
  await server.close();
});

const signal = new AbortController().signal;
const step = (): Promise<boolean> => job.run(fixture.clock.now(), signal);
const delegate = (task: string, steps: number): number =>
  fixture.stores.delegations.add({ sessionId: fixture.sessionId, task, steps }, fixture.clock.now());
const state = (id: number) => fixture.stores.delegations.get(id)?.state;
/** What waits for the asking session's next turn or step. */
const reports = (): string[] =>
  fixture.stores.db
    .all("SELECT content FROM messages WHERE session_id = ? AND state = 'pending' ORDER BY id", fixture.sessionId)
    .map((row) => JSON.parse(String(row.content)));

test("REM-40: a task goes one model call forward at a time, and its report steers the session that asked", async () => {
  const id = delegate("count the reminders", 5);
  expect(job.nextDue(fixture.clock.now())).toEqual(fixture.clock.now());
  server.script(calls("remind", { action: "list" }), says("There are none."));
  await step();
  expect(server.requests).toHaveLength(1);
  expect(state(id)).toBe("waiting");
  expect(reports()).toEqual([]);
  await step();
  expect(server.requests).toHaveLength(2);
  expect(JSON.stringify(server.requests[1]!.body.messages)).toContain("dispatcher_alive");
  expect(state(id)).toBe("done");
  expect(reports()).toEqual([expect.stringMatching(/finished the task “count the reminders”[\s\S]*There are none\.$/)]);
  const turn = fixture.stores.turns.get(fixture.stores.delegations.get(id)!.turnId!);
  expect(turn).toMatchObject({ state: "done", usage: { steps: 2, tools: ["remind"] } });
  expect(job.nextDue(fixture.clock.now())).toBeNull();
});

test("REM-40: tasks go forward in the order in which they were handed over", async () => {
  const [first, second] = [delegate("first", 5), delegate("second", 5)];
  server.script(calls("remind", { action: "list" }), says("One."), says("Two."));
  await step();
  await step();
  expect([state(first), state(second)]).toEqual(["done", "waiting"]);
  await step();
  expect(reports().map((text) => text.split("\n").at(-1))).toEqual(["One.", "Two."]);
});

test("REM-40: at the end of its budget the helper has to answer", async () => {
  const id = delegate("look for ever", 2);
  server.script(calls("remind", { action: "list" }), says("This far."));
  await step();
  expect(server.requests[0]!.body.tool_choice).not.toBe("none");
  await step();
  expect(server.requests[1]!.body.tool_choice).toBe("none");
  expect(state(id)).toBe("done");
});

test("REM-40: a helper sets no reminders and hands nothing over itself", async () => {
  delegate("remind the owner", 3);
  server.script(calls("remind", { action: "add", text: "x", when: "PT20M" }), says("I may not."));
  await step();
  await step();
  expect(JSON.stringify(server.requests[1]!.body.messages)).toContain("not_in_a_reminder");
  const tools = server.requests[0]!.body.tools as { function: { name: string } }[];
  expect(tools.map((tool) => tool.function.name)).not.toContain("delegate");
  expect(fixture.stores.schedules.countLive()).toBe(0);
});

test("REM-40: a failure is told to the session, and the next task goes on", async () => {
  const [first, second] = [delegate("first", 5), delegate("second", 5)];
  server.script(says(""), says("Two."));
  await step();
  await step();
  expect([state(first), state(second)]).toEqual(["failed", "done"]);
  expect(reports()[0]).toContain("could not finish the task “first”: empty_answer");
});

test("REM-40: one that a restart cuts off in a step is not run again; one between two steps goes on", async () => {
  const { stores, clock } = fixture;
  const [cut, waits] = [delegate("cut off", 5), delegate("waits", 5)];
  const stopped = new AbortController();
  server.script((answer) => {
    stopped.abort();
    answer.tool("remind", { action: "list" }).finish();
  });
  await job.run(clock.now(), stopped.signal);
  expect(state(cut)).toBe("running");
  recoverHelpers(stores, clock.now());
  expect([state(cut), state(waits)]).toEqual(["failed", "waiting"]);
  expect(stores.turns.get(stores.delegations.get(cut)!.turnId!)?.state).toBe("interrupted");
  expect(reports()).toEqual([expect.stringContaining("“cut off”: interrupted")]);
});

test("REM-40: the tool hands a task over at once, and the report is the next turn's input, marked as not the owner's", async () => {
  server.script(calls("delegate", { task: "sum up", steps: 3 }), says("A helper is at it."));
  fixture.agent.start();
  fixture.say("sum it up");
  await fixture.turnsEnded(1);
  expect(fixture.stores.delegations.next()).toMatchObject({
    task: "sum up",
    stepsLeft: 3,
    sessionId: fixture.sessionId,
  });
  server.script(says("The sum."), says("Here it is."));
  await step();
  // The helper's own step, and the turn that its report began.
  await fixture.turnsEnded(3);
  expect(fixture.said()).toMatchObject([{ markdown: "A helper is at it." }, { markdown: "Here it is." }]);
  const input = server.requests.at(-1)!.body.messages.findLast((m) => m.role === "user")!;
  expect(JSON.stringify(input.content)).toMatch(/<untrusted-[\s\S]*The sum\./);
});
