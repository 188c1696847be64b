import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  calls,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { type AgentFixture, agentFixture, HERE, scripted } from "./agent-fixture.ts";

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

/** Lets the model call `remind` once and returns what the tool said back. */
async function remind(args: object | string): Promise<string> {
  server.script(calls("remind", args), says("Done."));
  fixture.agent.start();
  fixture.say("please", 77);
  await fixture.turnsEnded(1);
  const result = server.requests[1]!.body.messages.findLast((m) => m.role === "tool")!.content;
  return typeof result === "string" ? result : JSON.stringify(result);
}

describe("remind", () => {
  test("REM-30: add stores the row, answers with its facts, and its card rides on the reply", async () => {
    const answer = JSON.parse(await remind({ action: "add", text: "stretch", when: "PT20M", insist_minutes: 5 }));
    expect(answer).toMatchObject({ text: "stretch", next_run_at: "2026-12-01T10:20:00+03:00", dispatcher_alive: true });
    const row = fixture.stores.schedules.get(answer.id)!;
    expect(row).toMatchObject({
      text: "stretch",
      target: HERE,
      insistMinutes: 5,
      createdSession: fixture.sessionId,
      createdMessage: 77,
    });
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Done.", cards: [{ scheduleId: answer.id }] }]);
  });

  test("REM-30: a known chat is found by its title or id; an unknown one is refused with the known ones", async () => {
    fixture.stores.chats.see(-200, "supergroup", "Family");
    const refused = JSON.parse(await remind({ action: "add", text: "x", when: "PT20M", chat: "Work" }));
    expect(refused).toMatchObject({ refused: "unknown_target", known: ["Family (-200)", "Mira (100)"] });
    expect(fixture.stores.schedules.countLive()).toBe(0);
  });

  test("REM-30: a topic is found by its name in the named chat, and the card names the place", async () => {
    const { stores, clock } = fixture;
    stores.chats.see(-200, "supergroup", "Family");
    stores.sessions.rename(stores.sessions.open({ chatId: -200, threadId: 9 }, clock.now()).id, "Trips");
    const answer = JSON.parse(
      await remind({ action: "add", text: "pack", when: "PT20M", chat: "family", topic: "trips" }),
    );
    expect(stores.schedules.get(answer.id)!.target).toEqual({ chatId: -200, threadId: 9 });
    expect(fixture.said()).toMatchObject([{ cards: [{ target: { chatId: -200, threadId: 9 } }] }]);
  });

  test("REM-30: list shows what is set; remove takes it away", async () => {
    const { id } = JSON.parse(await remind({ action: "add", text: "stretch", when: "PT20M" }));
    server.script(
      (answer) => answer.tool("remind", { action: "list" }).tool("remind", { action: "remove", id }).finish(),
      says("Gone."),
    );
    fixture.say("remove it");
    await fixture.turnsEnded(2);
    const [list, removed] = server.requests[3]!.body.messages.filter((m) => m.role === "tool")
      .slice(-2)
      .map((m) => JSON.parse(String(m.content)));
    expect(list.reminders).toMatchObject([
      { id, text: "stretch", state: "pending", next_run_at: "2026-12-01T10:20:00+03:00", recurring: false },
    ]);
    expect(removed).toEqual({ removed: id, text: "stretch" });
    expect(fixture.stores.schedules.countLive()).toBe(0);
  });

  const REFUSALS: [string, object, string][] = [
    ["an unreadable time", { action: "add", text: "x", when: "when pigs fly" }, "when_unreadable"],
    ["no time", { action: "add", text: "x" }, "when_missing"],
    ["no text", { action: "add", when: "PT20M" }, "text_empty"],
    ["both times", { action: "add", text: "x", when: "PT20M", every: "0 9 * * *" }, "when_and_every"],
    ["an unknown id", { action: "remove", id: "r-zzzzzzzzzz" }, "unknown_id"],
    ["no id", { action: "remove" }, "unknown_id"],
  ];
  for (const [name, args, code] of REFUSALS)
    test(`REM-33: ${name} is refused with the fields that came and one correct call`, async () => {
      const refused = JSON.parse(await remind(args));
      expect(refused.refused).toBe(code);
      expect(refused.came).toBe(Object.keys(args).join(", "));
      expect(refused.expected).toMatch(/remind\(\{"action":/);
      expect(fixture.stores.schedules.countLive()).toBe(0);
    });

  test("REM-33, AGT-15: an unknown field goes back with the valid ones and one correct call", async () => {
    const error = await remind({ action: "add", text: "x", time: "noon" });
    expect(error).toContain("Fields that came: action, text, time.");
    expect(error).toContain("Valid fields: action, text, when, every, id, chat, topic");
    expect(error).toContain('remind({"action":"add"');
  });

  test("AGT-15: arguments that come as a JSON string are parsed once", async () => {
    const answer = JSON.parse(await remind(JSON.stringify(JSON.stringify({ action: "list" }))));
    expect(answer.reminders).toEqual([]);
  });

  test("AGT-15: empty arguments are an empty object, which names what is missing", async () => {
    expect(await remind("")).toContain("Fields that came: none.");
  });

  test("AGT-15: broken JSON is never executed", async () => {
    const error = await remind('{"action":"add","text":"call dentist,"when":"PT20M"}');
    expect(error).toContain("JSON parsing failed");
    expect(fixture.stores.schedules.countLive()).toBe(0);
  });

  test("AGT-15: an unknown tool goes back with the available ones", async () => {
    server.script(calls("set_alarm", {}), says("I cannot."));
    fixture.agent.start();
    fixture.say("please");
    await fixture.turnsEnded(1);
    expect(JSON.stringify(server.requests[1]!.body.messages)).toContain("Available tools: remind");
  });

  test("AGT-15: after two repairs a turn ends with a plain sentence", async () => {
    const bad = calls("remind", "{oops");
    server.script(bad, bad, bad, says("Never sent."));
    fixture.agent.start();
    fixture.say("please");
    await fixture.turnsEnded(1);
    expect(server.requests).toHaveLength(3);
    expect(fixture.said()).toMatchObject([{ kind: "notice", code: "fault-malformed-tool-call" }]);
  });

  test("REM-18: what the tool answers tells that the dispatcher is not alive", async () => {
    fixture.store[Symbol.dispose]();
    fixture = agentFixture({ model: scripted(server), over: { dispatcherAlive: () => false } });
    expect(JSON.parse(await remind({ action: "add", text: "x", when: "PT20M" })).dispatcher_alive).toBe(false);
  });

  test("AGT-10: the last step has no tools, so that a turn of tool calls ends with an answer", async () => {
    server.script(...Array.from({ length: 15 }, () => calls("remind", { action: "list" })), says("Enough."));
    fixture.agent.start();
    fixture.say("loop");
    await fixture.turnsEnded(1);
    expect(server.requests.at(-1)!.body.tool_choice).toBe("none");
    expect(fixture.said()).toMatchObject([{ markdown: "Enough." }]);
  });

  test("AGT-15: a model that calls tools although there are none left is told of in a plain sentence", async () => {
    server.script(...Array.from({ length: 16 }, () => calls("remind", { action: "list" })));
    fixture.agent.start();
    fixture.say("loop");
    await fixture.turnsEnded(1);
    expect(server.requests).toHaveLength(16);
    expect(fixture.said()).toMatchObject([{ kind: "notice", code: "fault-step-limit" }]);
  });
});
