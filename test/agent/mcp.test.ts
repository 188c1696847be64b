// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they stand in the settings
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { McpHost } from "#agent/mcp/mcp-host.ts";
import { groupRuns, signalGroup } from "#agent/process/process-group.ts";
import { type McpServers, mcpServersSchema } from "#core/mcp/mcp-server.ts";
import type { Payload } from "#core/outbox/payload.ts";
import { McpFailures } from "#stores/jobs/mcp-failures.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import {
  calls,
  type Script,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";
import { type ApprovalChoice, decideApproval } from "#use-cases/decide-approval.ts";
import { type AgentFixture, agentFixture, HERE, letProcessesWork, scripted, until } from "./agent-fixture.ts";

const SERVER = fileURLToPath(new URL("../helpers/mcp-server.mjs", import.meta.url));
const signal = new AbortController().signal;

let store: TestStores;
let clock: ManualClock;
let servers: McpServers;
let host: McpHost;

beforeEach(() => {
  store = testStores();
  clock = new ManualClock("2026-12-01T07:00:00Z");
  servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { MCP_TEST_TOKEN: "${NOTES}" } } });
  host = newHost();
});
afterEach(async () => {
  await host.close();
  store[Symbol.dispose]();
});

const newHost = (): McpHost =>
  new McpHost({
    clock,
    log: new SilentLog(),
    servers: () => servers,
    variables: { NOTES: "s3cret-of-notes" },
    environment: () => ({ PATH: process.env.PATH ?? "", VIGIL_AGENT_TURN: "1" }),
    cwd: store.folder,
    failures: new McpFailures(store.stores.meta),
  });
const configured = (given: object): McpServers => mcpServersSchema.parse(given);
const failure = (name: string) => new McpFailures(store.stores.meta).list()[name];
const call = async (tool: string, input = {}) => (await host.call("notes", tool, input, signal)).output.head;
const pidOf = (said: string): number => Number(/pid (\d+)/.exec(said)![1]);
/** Moves the clock while processes of their own time end. */
const work = async (): Promise<void> => {
  await clock.advance("PT0.01S");
  await new Promise((resolve) => setTimeout(resolve, 1));
};

describe("a server", () => {
  test("AGT-14: it is started when it is needed, once, and tells its tools", async () => {
    expect(host.names()).toEqual(["notes"]);
    expect(host.knownTools("notes")).toBeUndefined();
    const [tools, sum] = await Promise.all([host.tools("notes"), call("add", { a: 2, b: 40 })]);
    expect(tools.map((tool) => tool.name)).toEqual(["add", "environment", "secret", "fail"]);
    expect(sum).toBe("42");
    expect(pidOf(await call("environment"))).toBe(pidOf(await call("environment")));
  });

  test("AGT-22: it gets what children get and its own variables, and nothing else of ours", async () => {
    const names = (await call("environment")).split("; ")[1]!.split(" ");
    // The last one is set by the shell of some systems for every process.
    expect(names.filter((name) => name !== "__CF_USER_TEXT_ENCODING")).toEqual([
      "MCP_TEST_TOKEN",
      "PATH",
      "VIGIL_AGENT_TURN",
    ]);
  });

  test("OUT-8: a secret from the environment does not come back in a result", async () => {
    expect(await call("secret")).toBe("the token is [redacted]");
  });

  test("AGT-14: it is ended when nobody has called it for ten minutes, and started anew by the next call", async () => {
    const pid = pidOf(await call("environment"));
    await clock.advance("PT9M59S");
    expect(signalGroup(pid, 0)).toBe(true);
    await clock.advance("PT1S");
    await until(() => !signalGroup(pid, 0), work);
    expect(pidOf(await call("environment"))).not.toBe(pid);
  });

  test("AGT-14: it is ended when its configuration changes, and when Vigil stops", async () => {
    const first = pidOf(await call("environment"));
    servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { MODE: "other" } } });
    const second = pidOf(await call("environment"));
    await until(() => !signalGroup(first, 0), work);
    await host.close();
    expect(signalGroup(second, 0)).toBe(false);
    await expect(call("environment")).rejects.toMatchObject({ code: "mcp_unknown" });
  });

  test("AGT-22: one that does not end when it is asked to is killed after five seconds with its whole group", async () => {
    servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { MCP_MODE: "stubborn" } } });
    const pid = pidOf(await call("environment"));
    const closed = host.close();
    await clock.advance("PT4.9S");
    expect(groupRuns(pid)).toBe(true);
    await clock.advance("PT0.1S");
    await closed;
    await until(() => !groupRuns(pid), work);
  });

  test("AGT-14: one that cannot be started says why, for the health check as well, until it answers", async () => {
    const good = servers;
    servers = configured({ notes: { command: "/nowhere/notes" } });
    await expect(host.tools("notes")).rejects.toMatchObject({
      code: "mcp_unreachable",
      message: "The MCP server notes cannot be used: ENOENT.",
    });
    expect(failure("notes")).toMatchObject({ at: clock.now().epochMilliseconds });
    expect(failure("notes")!.reason).toContain("ENOENT");
    servers = good;
    await host.tools("notes");
    expect(failure("notes")).toBeUndefined();
  });

  test("AGT-14: a variable that is not set is named, and nothing is started", async () => {
    servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { A_TOKEN: "${UNSET}" } } });
    await expect(host.tools("notes")).rejects.toMatchObject({
      code: "mcp_variable_missing",
      message: "The MCP server notes cannot be used: the environment does not hold UNSET.",
    });
  });

  test("AGT-14: one that never answers is given up after half a minute", async () => {
    servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { MCP_MODE: "mute" } } });
    const tools = host.tools("notes").catch((error: Error) => error);
    await clock.advance("PT30S");
    expect(await tools).toMatchObject({ message: "The MCP server notes cannot be used: no answer within 30 s." });
  });

  test("AGT-14: one that ends in the middle of a call is a fault, and the next call starts it anew", async () => {
    servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { MCP_MODE: "dies" } } });
    await expect(call("add", { a: 1, b: 1 })).rejects.toMatchObject({ code: "mcp_unreachable" });
    expect(await host.tools("notes")).toHaveLength(4);
  });

  test("AGT-14: one is reached over HTTP with its headers", async () => {
    const seen: (string | undefined)[] = [];
    const http = createServer(async (request, response) => {
      seen.push(request.headers.authorization);
      const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString() || "{}");
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: body.params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "http", version: "1" },
        },
        "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "over HTTP" }] },
      };
      const result = results[body.method];
      if (request.method !== "POST") response.writeHead(405).end();
      else if (body.id === undefined) response.writeHead(202).end();
      else
        response.writeHead(200, { "content-type": "application/json" }).end(
          JSON.stringify({
            jsonrpc: "2.0",
            id: body.id,
            ...(result ? { result } : { error: { code: -32601, message: "unknown method" } }),
          }),
        );
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const { port } = http.address() as AddressInfo;
    servers = configured({
      notes: { url: `http://127.0.0.1:${port}/mcp`, headers: { Authorization: "Bearer ${NOTES}" } },
    });
    try {
      expect(await call("add")).toBe("over HTTP");
      expect(new Set(seen)).toEqual(new Set(["Bearer s3cret-of-notes"]));
    } finally {
      await host.close();
      http.closeAllConnections();
      http.close();
    }
  });
});

describe("in a turn", () => {
  let server: ScriptedModelServer;
  let fixture: AgentFixture;
  beforeEach(async () => {
    server = await startScriptedModelServer();
    fixture = agentFixture({ model: scripted(server), store, clock, over: { mcp: host } });
  });
  afterEach(async () => {
    await fixture.agent.drain(clock.now());
    await server.close();
  });

  const add = (a: number, b: number): Script => calls("mcp_call", { server: "notes", tool: "add", input: { a, b } });
  const working = letProcessesWork(() => fixture);
  const turnsEnded = (n: number) => until(() => fixture.observer.endedTurns >= n, working);
  type ApprovalPayload = Extract<Payload, { kind: "approval" }>;
  const asked = (): ApprovalPayload[] => fixture.said().flatMap((p) => (p.kind === "approval" ? [p] : []));
  const askedFor = async (n: number): Promise<ApprovalPayload> => {
    await until(() => asked().length >= n, working);
    return asked()[n - 1]!;
  };
  const press = (id: string, choice: ApprovalChoice) =>
    decideApproval(fixture.stores, id, { choice, by: HERE.chatId }, clock.now());
  const results = (n: number): string[] =>
    server.requests[n - 1]!.body.messages.filter((m) => m.role === "tool").map((m) => String(m.content));

  test("AGT-14, AGT-6: only the names of the servers go out; the tools come on demand and stay in the conversation", async () => {
    server.script(calls("mcp_tools", { server: "notes" }), says("It can add."), says("It could."));
    fixture.agent.start();
    fixture.say("what can notes do?");
    await turnsEnded(1);
    expect(JSON.stringify(server.requests[0]!.body.tools)).toContain("Servers: notes.");
    expect(JSON.stringify(server.requests[0]!.body)).not.toContain("Adds two numbers");
    expect(results(2)[0]).toMatch(/<untrusted-.*add: Adds two numbers/);
    expect(asked()).toEqual([]);
    fixture.say("and could it?");
    await turnsEnded(2);
    expect(JSON.stringify(server.requests[2]!.body.messages)).toContain("Adds two numbers");
  });

  test("AGT-14: a tool asks once: Always holds for it with any input, for no other tool, and for this owner", async () => {
    server.script(add(1, 2), says("3"), add(3, 4), says("7"), calls("mcp_call", { server: "notes", tool: "fail" }));
    fixture.agent.start();
    fixture.say("add");
    const card = await askedFor(1);
    expect(card).toMatchObject({ tool: "mcp_call", grantable: true, sources: [] });
    expect(card.subject).toBe('notes · add\n{\n  "a": 1,\n  "b": 2\n}');
    press(card.approvalId, "always");
    await turnsEnded(1);
    expect(fixture.stores.db.all("SELECT tool, subject, owner_id FROM grants")).toEqual([
      { tool: "mcp_call", subject: "notes/add", owner_id: HERE.chatId },
    ]);
    fixture.say("add more");
    await turnsEnded(2);
    expect(asked()).toHaveLength(1);
    fixture.say("fail");
    expect((await askedFor(2)).subject).toContain("notes · fail");
  });

  test("AGT-8: a result is marked and taints what follows in the turn, and only its source is left of it", async () => {
    server.script(add(40, 2), calls("remind", { action: "add", text: "x", when: "PT20M" }), says("No."), says("Yes."));
    fixture.agent.start();
    fixture.say("add");
    press((await askedFor(1)).approvalId, "always");
    const second = await askedFor(2);
    expect(results(2)[0]).toMatch(/<untrusted-\w+>\\n42\\n/);
    expect(second).toMatchObject({ tool: "remind", sources: ["MCP notes/add"], grantable: false });
    press(second.approvalId, "deny");
    await turnsEnded(1);
    fixture.say("and now?");
    await turnsEnded(2);
    const later = JSON.stringify(server.requests.at(-1)!.body.messages);
    expect(later).toContain("Was read during that turn, and is not kept: MCP notes/add");
    expect(later).not.toContain("42");
  });

  test("AGT-8: in a tainted turn a tool asks although it was allowed for always", async () => {
    fixture.stores.grants.add({ tool: "mcp_call", subject: "notes/add", cwd: null, ownerId: HERE.chatId }, clock.now());
    server.script(add(1, 2), add(3, 4), says("Done."));
    fixture.agent.start();
    fixture.say("add twice");
    const card = await askedFor(1);
    expect(card.subject).toContain('"a": 3');
    expect(card.grantable).toBe(false);
    press(card.approvalId, "deny");
    await turnsEnded(1);
  });

  test("AGT-14: a server that cannot be reached, or is not there, is a sentence for the model and asks nobody", async () => {
    servers = configured({ notes: { command: "/nowhere/notes" } });
    server.script(
      calls("mcp_tools", { server: "notes" }),
      calls("mcp_call", { server: "mail", tool: "send", input: {} }),
      says("It is down."),
    );
    fixture.agent.start();
    fixture.say("notes?");
    await turnsEnded(1);
    expect(results(3)[0]).toContain("The MCP server notes cannot be used: ENOENT.");
    expect(results(3)[1]).toContain("There is no MCP server mail.");
    expect(asked()).toEqual([]);
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "It is down." });
  });

  test("AGT-7: a call that was allowed after a restart is carried out by a server that is started for it", async () => {
    server.script(add(20, 22), says("42 it is."));
    fixture.agent.start();
    fixture.say("add");
    const { approvalId } = await askedFor(1);
    await fixture.agent.drain(clock.now().add({ seconds: 20 }));
    const { random } = fixture;
    fixture = agentFixture({ model: scripted(server), store, clock, random, over: { mcp: newHost() } });
    fixture.agent.start();
    press(approvalId, "once");
    await turnsEnded(1);
    expect(results(2).at(-1)).toMatch(/<untrusted-\w+>\\n42\\n/);
    expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", markdown: "42 it is." });
  });

  test("AGT-10: a server that does not answer in time ends at the tool's limit", async () => {
    await fixture.agent.drain(clock.now());
    servers = configured({ notes: { command: process.execPath, args: [SERVER], env: { MCP_MODE: "mute" } } });
    const limits = { connect: 1e6, firstToken: 1e6, stall: 1e6, tool: 5, chatTurn: 1e6, reminderTurn: 1e6 };
    const over = { mcp: newHost(), limits: () => limits };
    fixture = agentFixture({ model: scripted(server), store, clock, over });
    server.script(calls("mcp_tools", { server: "notes" }), says("Too slow."));
    fixture.agent.start();
    fixture.say("notes?");
    await fixture.advanceUntilEnded(1, "PT1S");
    expect(results(2)[0]).toContain("mcp_tools did not answer within 5 s.");
  });
});
