import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Payload } from "#core/outbox/payload.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import type { Approval } from "#stores/sessions/approvals.ts";
import {
  calls,
  type Script,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";
import { type ApprovalChoice, decideApproval } from "#use-cases/decide-approval.ts";
import { type AgentFixture, agentFixture, HERE, letProcessesWork, scripted, until } from "./agent-fixture.ts";

const OWNER = HERE.chatId;
const bash = (command: string): Script => calls("bash", { command });

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

const working = letProcessesWork(() => fixture);
const turnsEnded = (n: number) => until(() => fixture.observer.endedTurns >= n, working);

type ApprovalPayload = Extract<Payload, { kind: "approval" }>;
const asked = (): ApprovalPayload[] =>
  fixture.said().flatMap((payload) => (payload.kind === "approval" ? [payload] : []));
const askedFor = async (n: number): Promise<ApprovalPayload> => {
  await until(() => asked().length >= n, working);
  return asked()[n - 1]!;
};
const press = (id: string, choice: ApprovalChoice) =>
  decideApproval(fixture.stores, id, { choice, by: OWNER }, fixture.clock.now());
const approval = (): Approval => fixture.stores.approvals.get(asked()[0]!.approvalId)!;
/** What the model was told about its calls in request `n`, from 1. */
const results = (n: number): string[] =>
  server.requests[n - 1]!.body.messages.filter((m) => m.role === "tool").map((m) => String(m.content));

describe("in a chat turn", () => {
  test("AGT-7: the tool waits with the exact command; Allow once runs it, once", async () => {
    server.script(bash("echo hi; pwd"), says("Done."), bash("echo hi; pwd"), says("Again."));
    fixture.agent.start();
    fixture.say("say hi");
    const card = await askedFor(1);
    expect(card).toMatchObject({ tool: "bash", subject: "echo hi; pwd", sources: [], grantable: true });
    expect(card.cwd).not.toBeNull();
    expect(server.requests).toHaveLength(1);
    expect(press(card.approvalId, "once").kind).toBe("decided");
    await turnsEnded(1);
    expect(results(2)[0]).toContain("hi\\n");
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "Done." });
    expect(press(card.approvalId, "deny").kind).toBe("over");
    fixture.say("once more");
    expect((await askedFor(2)).approvalId).not.toBe(card.approvalId);
  });

  test("AGT-7: Always holds for exactly this command in this folder, and for nothing else", async () => {
    server.script(bash("echo one"), says("1"), bash("echo one"), says("2"), bash("echo one "), bash("echo two"));
    fixture.agent.start();
    fixture.say("first");
    press((await askedFor(1)).approvalId, "always");
    await turnsEnded(1);
    fixture.say("second");
    await turnsEnded(2);
    expect(asked()).toHaveLength(1);
    // A trailing space is no part of a command.
    fixture.say("third");
    expect((await askedFor(2)).subject).toBe("echo two");
  });

  test("AGT-7: Deny tells the model, and nothing runs", async () => {
    server.script(bash("echo $((40 + 2))"), says("As you wish."));
    fixture.agent.start();
    fixture.say("compute");
    press((await askedFor(1)).approvalId, "deny");
    await turnsEnded(1);
    expect(results(2)[0]).toContain("The owner denied this");
    expect(results(2)[0]).not.toContain("42");
  });

  test("AGT-7, AGT-4: a new message denies the call and steers; a late tap says what became of it", async () => {
    server.script(bash("echo no"), says("Tea it is."));
    fixture.agent.start();
    fixture.say("coffee");
    const { approvalId } = await askedFor(1);
    fixture.say("rather tea");
    await turnsEnded(1);
    expect(results(2)[0]).toContain("wrote a new message");
    expect(JSON.stringify(server.requests[1]!.body.messages.at(-1))).toContain("rather tea");
    const late = press(approvalId, "once");
    expect(late).toMatchObject({ kind: "over", approval: { state: "denied", reason: "new_message" } });
    expect(fixture.stores.db.all("SELECT id FROM turns")).toHaveLength(1);
  });

  test("AGT-7: after 10 minutes the call is over; the wait is not the turn's own time", async () => {
    await fixture.agent.drain(fixture.clock.now());
    const limits = { connect: 1e6, firstToken: 1e6, stall: 1e6, tool: 120, chatTurn: 300, reminderTurn: 300 };
    fixture = agentFixture({ model: scripted(server), store, over: { limits: () => limits } });
    server.script(bash("echo no"), says("Then not."));
    fixture.agent.start();
    fixture.say("go");
    const { approvalId } = await askedFor(1);
    await fixture.clock.advance("PT9M59S");
    expect(fixture.stores.approvals.get(approvalId)!.state).toBe("waiting");
    await fixture.clock.advance("PT1S");
    await turnsEnded(1);
    expect(results(2)[0]).toContain("did not answer in time");
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "Then not." });
    expect(press(approvalId, "once")).toMatchObject({ kind: "over", approval: { state: "expired" } });
  });

  test("AGT-10: /stop ends a wait at once", async () => {
    server.script(bash("echo no"));
    fixture.agent.start();
    fixture.say("go");
    const { approvalId } = await askedFor(1);
    fixture.agent.stopTurn(fixture.sessionId);
    await turnsEnded(1);
    expect(fixture.stores.approvals.get(approvalId)).toMatchObject({ state: "denied", reason: "stopped" });
    expect(fixture.said().at(-1)).toMatchObject({ kind: "notice", code: "stopped" });
  });

  test("AGT-3: turns that wait for a person take no slot from others", async () => {
    server.script(...Array.from({ length: 5 }, (_, n) => bash(`echo ${n}`)), says("Free."));
    fixture.agent.start();
    for (let chatId = 201; chatId <= 205; chatId++) {
      const session = fixture.stores.sessions.open({ chatId, threadId: null }, fixture.clock.now());
      fixture.stores.messages.addPending(session.id, "go", fixture.clock.now());
      await askedFor(chatId - 200);
    }
    fixture.say("hello");
    await turnsEnded(1);
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "Free." });
  });

  test("AGT-7: what cannot be seen is written out; what is too long to read is refused", async () => {
    server.script(bash("echo \u202Eevil\u200B"), bash(`echo ${"x".repeat(3_001)}`), says("Hm."));
    fixture.agent.start();
    fixture.say("go");
    const card = await askedFor(1);
    expect(card.subject).toBe("echo \\u{202E}evil\\u{200B}");
    press(card.approvalId, "deny");
    await turnsEnded(1);
    expect(asked()).toHaveLength(1);
    expect(results(3).at(-1)).toContain("over 3000 characters");
  });

  test("AGT-7: `on` runs without asking, `off` takes the tool away", async () => {
    await fixture.agent.drain(fixture.clock.now());
    let mode: "on" | "off" = "on";
    const shell = {
      cwd: "/tmp",
      outputs: join(store.folder, "outputs"),
      attachments: "/attachments",
      environment: () => ({ PATH: process.env.PATH! }),
      mode: () => mode,
    };
    fixture = agentFixture({ model: scripted(server), store, over: { shell } });
    server.script(bash("echo on"), says("1"), says("2"));
    fixture.agent.start();
    fixture.say("go");
    await turnsEnded(1);
    expect(results(2)[0]).toContain("on\\n");
    mode = "off";
    fixture.say("again");
    await turnsEnded(2);
    expect(JSON.stringify(server.requests[2]!.body.tools)).not.toContain('"bash"');
  });
});

describe("over a restart", () => {
  /** Another process over the same store; the one before was stopped, or ended without a word. */
  async function restart(how: "stopped" | "killed"): Promise<void> {
    const { clock, random, agent } = fixture;
    if (how === "stopped") await agent.drain(clock.now().add({ seconds: 20 }));
    else store.reopen();
    fixture = agentFixture({ model: scripted(server), store, clock, random });
    fixture.agent.start();
  }

  test.each(["stopped", "killed"] as const)(
    "AGT-7, AGT-21: %s, the turn ends as waiting; Allow begins one turn that carries the very call out",
    async (how) => {
      server.script(bash("echo kept"), says("It printed kept."));
      fixture.agent.start();
      fixture.say("go");
      const { approvalId } = await askedFor(1);
      const turnId = approval().turnId;
      await restart(how);
      expect(fixture.stores.turns.get(turnId)!.state).toBe("waiting");
      expect(fixture.said().filter((p) => p.kind === "notice")).toEqual([]);
      await fixture.clock.advance("PT2H");
      expect(server.requests).toHaveLength(1);
      press(approvalId, "once");
      await turnsEnded(1);
      const roles = server.requests[1]!.body.messages.map((m) => m.role);
      expect(roles).toEqual(["system", "user", "assistant", "tool", "user", "assistant", "tool"]);
      expect(results(2)).toEqual([expect.stringContaining("waits for the owner"), expect.stringContaining("kept\\n")]);
      expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "It printed kept." });
      press(approvalId, "once");
      await fixture.clock.advance("PT5S");
      expect(fixture.stores.db.all("SELECT id FROM turns")).toHaveLength(2);
    },
  );

  test("AGT-7: Deny and expiry write the reason and say nothing", async () => {
    server.script(bash("echo no"), says("Hello."));
    fixture.agent.start();
    fixture.say("go");
    await askedFor(1);
    const { approvalId } = asked()[0]!;
    await restart("killed");
    const before = fixture.said().length;
    press(approvalId, "deny");
    await fixture.clock.advance("PT3S");
    expect(fixture.said()).toHaveLength(before);
    expect(fixture.stores.messages.history(fixture.sessionId, 1)[0]!.content).toContain("The owner denied this");
    expect(fixture.stores.db.all("SELECT id FROM turns")).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test("AGT-7: nobody decides for a day: the history says so, and a late tap does", async () => {
    server.script(bash("echo no"));
    fixture.agent.start();
    fixture.say("go");
    const { approvalId } = await askedFor(1);
    await restart("stopped");
    await fixture.clock.advance("PT23H59M");
    expect(fixture.stores.approvals.get(approvalId)!.state).toBe("waiting");
    await fixture.clock.advance("PT2M");
    expect(fixture.stores.messages.history(fixture.sessionId, 1)[0]!.content).toContain("did not answer in time");
    expect(press(approvalId, "once")).toMatchObject({ kind: "over", approval: { state: "expired" } });
    await fixture.clock.advance("PT2S");
    expect(server.requests).toHaveLength(1);
  });

  test("AGT-7: a decision that was made and not acted on before a crash is acted on after it", async () => {
    server.script(bash("echo late"), says("Late."));
    fixture.agent.start();
    fixture.say("go");
    const { approvalId } = await askedFor(1);
    store.reopen();
    store.stores.db.run("UPDATE approvals SET state = 'allowed' WHERE id = ?", approvalId);
    await restart("killed");
    await turnsEnded(1);
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "Late." });
  });
});

describe("secrets", () => {
  test("OUT-8: neither `env`, a file, nor the parent's environment brings a configured secret out", async () => {
    await fixture.agent.drain(fixture.clock.now());
    const secret = "sk-test-0123456789abcdefSECRET";
    const folder = join(store.folder, "work");
    mkdirSync(folder);
    process.env.VIGIL_TEST_CANARY = secret;
    const shell = {
      cwd: folder,
      outputs: join(store.folder, "outputs"),
      attachments: "/attachments",
      environment: () => ({ PATH: process.env.PATH!, CANARY: secret }),
      mode: () => "on" as const,
    };
    const redactor = createRedactor({ secrets: [secret] });
    fixture = agentFixture({ model: scripted(server), store, over: { shell, redactor } });
    server.script(
      bash(`echo "KEY=$CANARY" > .env; env; cat .env; tr '\\0' '\\n' < /proc/$PPID/environ`),
      bash(`seq 1 9000; cat .env; seq 1 9000`),
      says(`The key is ${secret}.`),
    );
    fixture.agent.start();
    fixture.say("look");
    await turnsEnded(1);
    delete process.env.VIGIL_TEST_CANARY;
    expect(results(2)[0]).toContain("[redacted]");
    const requests = server.requests.slice(0, 3).map((request) => JSON.stringify(request.body));
    expect(requests.join("\n")).not.toContain(secret);
    for (const table of ["outbox", "messages", "turns", "approvals"])
      expect(JSON.stringify(fixture.stores.db.all(`SELECT * FROM ${table}`)), table).not.toContain(secret);
    expect(JSON.stringify(fixture.log.lines)).not.toContain(secret);
    const kept = readdirSync(shell.outputs);
    expect(kept).toHaveLength(1);
  });
});
