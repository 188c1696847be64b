import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ScriptedModelServer, says, startScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";
import { type AgentFixture, agentFixture, HERE, scripted } from "./agent-fixture.ts";

let server: ScriptedModelServer;
let store: TestStores;
let fixture: AgentFixture;

beforeEach(async () => {
  server = await startScriptedModelServer();
  store = testStores();
  fixture = agentFixture({ model: scripted(server), store });
});
afterEach(async () => {
  await fixture.agent.drain(fixture.clock.now());
  store[Symbol.dispose]();
  await server.close();
});

/** A chat turn as a crash leaves it: one step stored, its second call without a result. */
function crashedTurn(): void {
  const { stores, sessionId, clock } = fixture;
  const now = clock.now();
  const call = (toolCallId: string) => ({
    type: "tool-call",
    toolCallId,
    toolName: "remind",
    input: { action: "list" },
  });
  stores.turns.start({ id: "t-crashed", sessionId, origin: "chat", model: "test/model" }, now);
  stores.messages.append(sessionId, "user", "look it up", now, { turnId: "t-crashed" });
  stores.messages.append(sessionId, "assistant", [call("a"), call("b")], now, { turnId: "t-crashed" });
  const output = { type: "json", value: { reminders: [] } };
  stores.messages.append(
    sessionId,
    "tool",
    [{ type: "tool-result", toolCallId: "a", toolName: "remind", output }],
    now,
    { turnId: "t-crashed" },
  );
}

describe("after a crash", () => {
  test("AGT-21: a running chat turn becomes interrupted and asks once; nothing runs by itself", async () => {
    crashedTurn();
    fixture.agent.start();
    await fixture.clock.advance("PT3S");
    expect(fixture.stores.turns.get("t-crashed")).toMatchObject({ state: "interrupted", error: "interrupted" });
    expect(fixture.said()).toMatchObject([
      {
        kind: "notice",
        code: "interrupted",
        buttons: [[{ action: "continue", args: [fixture.sessionId] }, { action: "drop" }]],
      },
    ]);
    expect(server.requests).toHaveLength(0);
    const last = fixture.stores.messages.history(fixture.sessionId, 1)[0]!;
    expect(last.content).toMatchObject([{ toolCallId: "b", output: { value: "cancelled: restarted" } }]);
  });

  test("AGT-21: Continue goes on from the finished steps, once", async () => {
    crashedTurn();
    server.script(says("Nothing is set."));
    fixture.agent.start();
    expect(fixture.agent.continueInterrupted(fixture.sessionId)).toBe(true);
    expect(fixture.agent.continueInterrupted(fixture.sessionId)).toBe(false);
    await fixture.turnsEnded(1);
    expect(fixture.agent.continueInterrupted(fixture.sessionId)).toBe(false);
    expect(server.requests[0]!.body.messages.map((m) => m.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "user",
    ]);
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "Nothing is set." });
  });

  test("AGT-21: Drop lets it go, and later turns leave it alone", async () => {
    crashedTurn();
    server.script(says("Hello."));
    fixture.agent.start();
    expect(fixture.agent.dropInterrupted(fixture.sessionId)).toBe(true);
    expect(fixture.agent.continueInterrupted(fixture.sessionId)).toBe(false);
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(server.requests[0]!.body.messages.map((m) => m.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "assistant",
      "user",
    ]);
  });

  test("AGT-2, AGT-21: input that waited at the crash starts a turn", async () => {
    fixture.say("still there?");
    fixture.stores.sessions.open(HERE, fixture.clock.now());
    server.script(says("Yes."));
    fixture.agent.start();
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Yes." }]);
  });

  test("REM-13: a reminder's running turn is left to its firing", () => {
    const session = fixture.stores.sessions.openDetached(fixture.clock.now());
    fixture.stores.turns.start(
      { id: "t-reminder", sessionId: session, origin: "reminder", model: "m" },
      fixture.clock.now(),
    );
    fixture.agent.start();
    expect(fixture.stores.turns.get("t-reminder")!.state).toBe("running");
    expect(fixture.said()).toEqual([]);
  });

  test("OUT-6: a shutdown waits for the running turn until its deadline and then leaves it to the next start", async () => {
    server.script((answer) => void answer.text("Never "));
    fixture.agent.start();
    fixture.say("hello");
    await server.received(1);
    const drained = fixture.agent.drain(fixture.clock.now().add({ seconds: 10 }));
    await fixture.clock.advance("PT11S");
    await drained;
    expect(fixture.stores.turns.runningIn(fixture.sessionId)?.state).toBe("running");
    expect(fixture.said()).toEqual([]);
  });
});
