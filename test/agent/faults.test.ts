import { modelMessageSchema } from "ai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultCode } from "#agent/turn/faults.ts";
import {
  type Script,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { type AgentFixture, agentFixture, NO_LIMITS, scripted } from "./agent-fixture.ts";

let server: ScriptedModelServer;
let fixture: AgentFixture;

beforeEach(async () => {
  server = await startScriptedModelServer();
});
afterEach(async () => {
  await fixture.agent.drain(fixture.clock.now());
  fixture.store[Symbol.dispose]();
  await server.close();
});

const error = (code: string, message = "no") => ({ error: { message, code } });

const FAILURES: { name: string; script: Script; code: FaultCode; notice?: string }[] = [
  { name: "401", script: (a) => a.status(401, error("invalid_api_key")), code: "wrong_key" },
  { name: "402", script: (a) => a.status(402, error("payment_required")), code: "no_credit" },
  { name: "403", script: (a) => a.status(403, error("forbidden")), code: "wrong_key" },
  { name: "413", script: (a) => a.status(413, "<html>too large</html>"), code: "context_too_long" },
  {
    name: "429 with a wait",
    script: (a) => a.status(429, error("rate_limit_exceeded"), { "retry-after": "20" }),
    code: "rate_limited",
    notice: "fault-rate-limited-wait",
  },
  { name: "429 without a wait", script: (a) => a.status(429, error("rate_limit_exceeded")), code: "rate_limited" },
  { name: "429 for an empty account", script: (a) => a.status(429, error("insufficient_quota")), code: "no_credit" },
  {
    name: "400 for an empty account",
    script: (a) =>
      a.status(400, {
        error: { type: "invalid_request_error", message: "Your credit balance is too low to use this API" },
      }),
    code: "no_credit",
  },
  { name: "404", script: (a) => a.status(404, error("model_not_found")), code: "unknown" },
  { name: "500", script: (a) => a.status(500, error("server_error")), code: "provider_down" },
  { name: "502 with HTML", script: (a) => a.status(502, "<html>bad gateway</html>"), code: "provider_down" },
  { name: "529", script: (a) => a.status(529, error("overloaded")), code: "provider_down" },
  { name: "a connection destroyed before the headers", script: (a) => a.destroy(), code: "provider_down" },
  {
    name: "an error in the stream",
    script: (a) => a.text("Hel").error({ message: "overloaded", code: "server_error" }),
    code: "provider_down",
  },
  {
    name: "an empty account told in the stream",
    script: (a) => a.headers().error({ message: "no", code: "insufficient_quota" }),
    code: "no_credit",
  },
  { name: "a body that ends without an end", script: (a) => a.text("Hel").text("lo").end(), code: "cut" },
  { name: "a stream that is not JSON", script: (a) => a.raw('data: {"id": oops\n\n').end(), code: "cut" },
  { name: "an answer without text", script: (a) => a.headers().finish(), code: "empty_answer" },
  { name: "an answer of thoughts alone", script: (a) => a.text("<think>what now").finish(), code: "empty_answer" },
];

describe("a failed model call", () => {
  for (const { name, script, code, notice } of FAILURES)
    test(`AGT-9, AGT-13: ${name} is ${code}, its cause is in the log alone, and the next turn works`, async () => {
      fixture = agentFixture({ model: scripted(server) });
      // A context that is too long is folded and tried once more before it is a fault.
      server.script(script, ...(code === "context_too_long" ? [script] : []), says("All good."));
      fixture.agent.start();
      fixture.say("hello");
      await fixture.turnsEnded(1);
      fixture.say("again");
      await fixture.turnsEnded(2);

      expect(fixture.said()).toMatchObject([
        { kind: "notice", code: notice ?? `fault-${code.replaceAll("_", "-")}` },
        { kind: "reply", markdown: "All good." },
      ]);
      const turns = fixture.stores.db.all("SELECT state, error FROM turns ORDER BY started_at, id");
      expect(turns).toMatchObject([
        { state: "failed", error: code },
        { state: "done", error: null },
      ]);
      expect(fixture.log.lines.some((line) => "fault" in line.fields && line.fields.fault === code)).toBe(true);
      expect(JSON.stringify(fixture.said())).not.toContain("statusCode");
    });

  test("AGT-15: an answer that reached the model's limit of length is marked as cut, and only that one", async () => {
    fixture = agentFixture({ model: scripted(server) });
    server.script((a) => a.text("It begins and").finish({ reason: "length" }), says("It is whole."));
    fixture.agent.start();
    fixture.say("tell me all");
    await fixture.turnsEnded(1);
    fixture.say("shorter");
    await fixture.turnsEnded(2);
    expect(fixture.said()).toMatchObject([
      { kind: "reply", markdown: "It begins and", cut: true },
      { kind: "reply", markdown: "It is whole.", cut: false },
    ]);
  });

  test("AGT-9: a connection destroyed in the middle of the answer is cut", async () => {
    fixture = agentFixture({ model: scripted(server) });
    server.script(async (answer) => {
      answer.text("Hello ");
      // Destroyed only after the beginning has arrived: otherwise the socket could go before it.
      await new Promise<void>((resolve) => {
        const look = () => (fixture.observer.texts.length > 0 ? resolve() : setImmediate(look));
        look();
      });
      answer.destroy();
    });
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "notice", code: "fault-cut" }]);
  });

  test("AGT-19: a call that fails after a tool ran is a failure, though an earlier step had text; the card is shown", async () => {
    fixture = agentFixture({ model: scripted(server) });
    server.script(
      (answer) =>
        answer.text("I will set it.").tool("remind", { action: "add", text: "stretch", when: "PT20M" }).finish(),
      (answer) => answer.status(500, error("server_error")),
      says("It is set."),
    );
    fixture.agent.start();
    fixture.say("remind me in 20 minutes to stretch");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([
      { kind: "notice", code: "fault-provider-down", cards: [{ text: "stretch" }] },
    ]);
    expect(fixture.stores.schedules.countLive()).toBe(1);

    fixture.say("and?");
    await fixture.turnsEnded(2);
    const sent = server.requests[2]!.body.messages.map((m) => m.role);
    expect(sent).toEqual(["system", "user", "assistant", "tool", "user"]);
    expect(fixture.said()[1]).toMatchObject({ kind: "reply", markdown: "It is set." });
  });

  test("AGT-9: without a key nothing is asked", async () => {
    const { resolveModel } = await import("#agent/models/resolve-model.ts");
    fixture = agentFixture({
      model: () =>
        resolveModel({ spec: "openai/gpt", env: { OPENAI_API_KEY: " " } }, () =>
          Promise.reject(new Error("not offline")),
        ),
    });
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "notice", code: "fault-no-key" }]);
  });

  test("AGT-9: a context that is too long is folded and tried once more", async () => {
    fixture = agentFixture({ model: scripted(server) });
    for (let i = 0; i < 60; i++) {
      const role = i % 2 === 0 ? "user" : "assistant";
      fixture.stores.messages.append(fixture.sessionId, role, `${i} ${"word ".repeat(80)}`, fixture.clock.now());
    }
    server.script((a) => a.status(400, error("context_length_exceeded")), says("They counted."), says("Shorter."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Shorter." }]);
    const [first, , second] = server.requests.map((r) => r.body.messages.length);
    expect(second).toBeLessThan(first!);
    expect(JSON.stringify(server.requests[2]!.body.messages)).toContain("They counted.");
  });
});

describe("time limits", () => {
  const LIMITS: { name: string; code: FaultCode; limits: object; script: Script }[] = [
    { name: "no headers", code: "timeout_connect", limits: { connect: 10 }, script: () => {} },
    {
      name: "silence after the headers",
      code: "timeout_first_token",
      limits: { firstToken: 45 },
      script: (a) => void a.headers(),
    },
    {
      name: "keep-alives and nothing else",
      code: "timeout_first_token",
      limits: { firstToken: 45 },
      script: (a) => void a.keepAlive().keepAlive(),
    },
    {
      name: "silence in the middle",
      code: "timeout_stall",
      limits: { stall: 45 },
      script: (a) => void a.text("Hel").keepAlive(),
    },
    {
      name: "reasoning that stops",
      code: "timeout_stall",
      limits: { stall: 45 },
      script: (a) => void a.reasoning("hm"),
    },
    {
      name: "a turn without an end",
      code: "timeout_turn",
      limits: { chatTurn: 600 },
      script: (a) => void a.text("Hel"),
    },
  ];
  for (const { name, code, limits, script } of LIMITS)
    test(`AGT-10: ${name} is ${code}, and what waited is answered`, async () => {
      fixture = agentFixture({ model: scripted(server), over: { limits: () => ({ ...NO_LIMITS, ...limits }) } });
      server.script(script, says("Now."));
      fixture.agent.start();
      fixture.say("hello");
      const request = await server.received(1);
      await fixture.advanceUntilEnded(1, "PT50S");
      await request.closed;
      fixture.say("again");
      await fixture.turnsEnded(2);
      expect(fixture.said()).toMatchObject([
        { kind: "notice", code: `fault-${code.replaceAll("_", "-")}` },
        { kind: "reply", markdown: "Now." },
      ]);
    });
});

test("AGT-16: the history after every kind of failure is one that the SDK accepts", async () => {
  fixture = agentFixture({ model: scripted(server) });
  server.script(...FAILURES.filter((f) => f.code !== "context_too_long").map((f) => f.script), says("Done."));
  fixture.agent.start();
  const turns = FAILURES.filter((f) => f.code !== "context_too_long").length + 1;
  for (let n = 1; n <= turns; n++) {
    fixture.say(`message ${n}`);
    await fixture.turnsEnded(n);
  }
  expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "Done." });
  const history = fixture.stores.messages.history(fixture.sessionId, 500);
  expect(history.filter((m) => m.role === "user")).toHaveLength(turns);
  for (const { role, content } of history) expect(modelMessageSchema.safeParse({ role, content }).success).toBe(true);
});
