import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  calls,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { type AgentFixture, agentFixture, gate, scripted, until } from "./agent-fixture.ts";

let server: ScriptedModelServer;
let fixture: AgentFixture;

beforeEach(async () => {
  server = await startScriptedModelServer();
  fixture = agentFixture({ model: scripted(server) });
});
afterEach(async () => {
  await fixture.agent.drain(fixture.clock.now());
  fixture.store[Symbol.dispose]();
  await server.close();
});

const shown = (text: string) => until(() => fixture.observer.texts.includes(text));
const sentTexts = (n: number) =>
  server.requests[n - 1]!.body.messages.filter((m) => m.role === "user").map((m) =>
    typeof m.content === "string" ? m.content : (m.content as { text: string }[]).map((p) => p.text).join("|"),
  );

describe("steering", () => {
  test("AGT-4: a message for a running turn enters before its next step, and there is one answer", async () => {
    const more = gate();
    server.script(async (answer) => {
      answer.text("Let me look.");
      await more.opened;
      answer.tool("remind", { action: "list" }).finish();
    }, says("Nothing is set."));
    fixture.agent.start();
    fixture.say("what is set?", 1);
    await shown("Let me look.");
    fixture.say("in short, please", 2);
    more.open();
    await fixture.turnsEnded(1);
    expect(sentTexts(2)).toEqual(["what is set?", "in short, please"]);
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Nothing is set." }]);
    expect(fixture.stores.messages.history(fixture.sessionId, 10).map((m) => m.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
  });

  test("AGT-4: a message during the final answer starts a new turn at once", async () => {
    const more = gate();
    server.script(async (answer) => {
      answer.text("First ");
      await more.opened;
      answer.text("answer.").finish();
    }, says("Second answer."));
    fixture.agent.start();
    fixture.say("one");
    await shown("First");
    fixture.say("two");
    more.open();
    await fixture.turnsEnded(2);
    expect(fixture.said()).toMatchObject([{ markdown: "First answer." }, { markdown: "Second answer." }]);
    expect(sentTexts(2)).toEqual(["one", "two"]);
  });

  test("TG-4: what follows before anything was shown restarts the call with both, and is answered once", async () => {
    server.script((answer) => void answer.headers().reasoning("hm"), says("Both."));
    fixture.agent.start();
    fixture.say("remind me");
    const first = await server.received(1);
    await until(() => fixture.observer.startedTurns.length === 1);
    fixture.say("tomorrow");
    await first.closed;
    await fixture.turnsEnded(1);
    expect(sentTexts(2)).toEqual(["remind me|tomorrow"]);
    expect(fixture.said()).toMatchObject([{ markdown: "Both." }]);
    expect(fixture.stores.turns.usageSince(fixture.clock.now())).toMatchObject({ turns: 1 });
  });

  test("TG-4: input whose rest may follow begins a turn when 700 ms are over, or at once when it is complete", async () => {
    server.script(says("One."), says("Two."));
    fixture.agent.start();
    const { stores, clock, sessionId } = fixture;
    const part = (text: string) => {
      const readyAt = clock.now().add({ milliseconds: 700 }).epochMilliseconds;
      stores.messages.addPending(sessionId, text, clock.now(), { readyAt });
    };
    part("a long text, ");
    await clock.advance("PT0.6S");
    part("its rest");
    await clock.advance("PT0.699S");
    expect(server.requests).toHaveLength(0);
    await clock.advance("PT0.001S");
    await fixture.turnsEnded(1);
    expect(sentTexts(1)).toEqual(["a long text, |its rest"]);
    part("forwarded");
    fixture.say("what is it?");
    await fixture.turnsEnded(2);
    expect(sentTexts(2).at(-1)).toContain("forwarded|what is it?");
  });

  test("AGT-3: another session does not wait for this one", async () => {
    server.script(() => {}, says("Here."));
    fixture.agent.start();
    fixture.say("one");
    await server.received(1);
    const other = fixture.stores.sessions.open({ chatId: 200, threadId: null }, fixture.clock.now());
    fixture.stores.messages.addPending(other.id, "two", fixture.clock.now());
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ markdown: "Here." }]);
  });

  test("ARC-12: input that another process stored is seen within a second", async () => {
    server.script(says("Seen."));
    fixture.agent.start();
    fixture.stores.db.run(
      "INSERT INTO messages (session_id, role, content, state, created_at) VALUES (?, 'user', '\"hi\"', 'pending', 0)",
      fixture.sessionId,
    );
    await fixture.advanceUntilEnded(1, "PT1S");
    expect(fixture.said()).toMatchObject([{ markdown: "Seen." }]);
  });
});

describe("stopping", () => {
  test("AGT-10, TG-4: /stop ends the stream; the next turn knows that it was stopped", async () => {
    server.script((answer) => void answer.text("Once upon "), says("Hello."));
    fixture.agent.start();
    fixture.say("tell me a story");
    await shown("Once upon");
    expect(fixture.agent.stopTurn(fixture.sessionId)).toBe(true);
    await (await server.received(1)).closed;
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "notice", code: "stopped" }]);
    fixture.say("hello");
    await fixture.turnsEnded(2);
    expect(server.requests[1]!.body.messages.map((m) => m.role)).toEqual(["system", "user", "assistant", "user"]);
    expect(fixture.stores.db.all("SELECT state FROM turns ORDER BY id")).toMatchObject([
      { state: "stopped" },
      { state: "done" },
    ]);
  });

  test("AGT-16: /stop inside a tool stores the call with a cancelled result, and the next turn works", async () => {
    // The tool is stopped at its start: the observer is told before it runs.
    const stopAt = fixture.observer.tool.bind(fixture.observer);
    fixture.observer.tool = (turn, name, state) => {
      stopAt(turn, name, state);
      if (state === "running") fixture.agent.stopTurn(turn.sessionId);
    };
    server.script(calls("remind", { action: "add", text: "stretch", when: "PT20M" }), says("Hello."));
    fixture.agent.start();
    fixture.say("remind me in 20 minutes to stretch");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "notice", code: "stopped", cards: [] }]);
    expect(fixture.stores.schedules.countLive()).toBe(0);
    fixture.say("hello");
    await fixture.turnsEnded(2);
    const messages = server.requests[1]!.body.messages;
    expect(messages.map((m) => m.role)).toEqual(["system", "user", "assistant", "tool", "assistant", "user"]);
    expect(messages[3]!.content).toBe("cancelled: stopped by the owner");
  });

  test("AGT-10: stopping an idle session says that there is nothing to stop", () => {
    expect(fixture.agent.stopTurn(fixture.sessionId)).toBe(false);
  });
});

describe("ends of a turn", () => {
  test("AGT-19: a second answer of a turn that has ended is discarded", async () => {
    const more = gate();
    server.script(async (answer) => {
      answer.text("Late ");
      await more.opened;
      answer.text("answer.").finish();
    });
    fixture.agent.start();
    fixture.say("hello");
    await shown("Late");
    const turn = fixture.stores.turns.runningIn(fixture.sessionId)!;
    fixture.stores.turns.end(turn.id, "done", fixture.clock.now());
    more.open();
    await fixture.turnsEnded(1);
    expect(fixture.said()).toEqual([]);
    expect(fixture.stores.messages.history(fixture.sessionId, 10).map((m) => m.role)).toEqual(["user"]);
  });

  test("AGT-17: thoughts reach neither the draft nor the answer", async () => {
    server.script((answer) => answer.reasoning("secret").text("<think>sec").text("ret</think>").text("Hi.").finish());
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ markdown: "Hi." }]);
    expect(fixture.observer.texts.join()).not.toContain("sec");
  });

  test("AGT-18: usage is what the provider reports; a step without a report is estimated and marked", async () => {
    server.script(calls("remind", { action: "list" }), (answer) => answer.text("None.").finish({ usage: false }));
    fixture.agent.start();
    fixture.say("list");
    await fixture.turnsEnded(1);
    const usage = fixture.stores.turns.get(fixture.observer.startedTurns[0]!.turnId)!.usage!;
    expect(usage).toMatchObject({ steps: 2, estimated: true, tools: ["remind"] });
    expect(usage.inputTokens).toBeGreaterThan(200);
    expect(fixture.observer.tools).toEqual(["remind running", "remind done"]);
  });

  test("OUT-2: a reply expires after a day and is keyed by its turn", async () => {
    server.script(says("Hi."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    const row = fixture.stores.outbox.get(1)!;
    expect(row.key).toBe(`turn:${fixture.observer.startedTurns[0]!.turnId}`);
    expect(row.expiresAt! - row.createdAt).toBe(24 * 3_600_000);
  });
});
