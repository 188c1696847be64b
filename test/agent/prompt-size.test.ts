import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { McpHost } from "#agent/mcp/mcp-host.ts";
import { mcpServersSchema } from "#core/mcp/mcp-server.ts";
import { McpFailures } from "#stores/jobs/mcp-failures.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { type ScriptedModelServer, says, startScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { agentFixture, scripted } from "./agent-fixture.ts";

test.each([
  ["", {}],
  [", with MCP servers of which none is loaded (AGT-14)", { notes: {}, calendar: {}, github: {}, home: {} }],
])(
  "the instructions and schemas of every turn stay within 3,000 tokens, and repeat no rule that code enforces (REM-32)%s",
  async (_, names) => {
    const server: ScriptedModelServer = await startScriptedModelServer();
    const store = testStores();
    const clock = new ManualClock("2026-12-01T07:00:00Z");
    const servers = mcpServersSchema.parse(
      Object.fromEntries(Object.keys(names).map((name) => [name, { command: "/nowhere" }])),
    );
    const mcp = new McpHost({
      clock,
      log: new SilentLog(),
      servers: () => servers,
      variables: {},
      environment: () => ({}),
      cwd: store.folder,
      failures: new McpFailures(store.stores.meta),
    });
    const fixture = agentFixture({ model: scripted(server), store, clock, over: { mcp } });
    server.script(says("Hi."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    const { messages, tools } = server.requests[0]!.body;
    const system = messages.filter((m) => m.role === "system");
    const tokens = countTokens(JSON.stringify(system)) + countTokens(JSON.stringify(tools));
    expect(tokens).toBeGreaterThan(300);
    expect(tokens).toBeLessThanOrEqual(3_000);
    expect(JSON.stringify(tools)).not.toMatch(/10 minutes|4,?000|500/);
    expect(JSON.stringify(tools).includes("mcp_tools")).toBe(mcp.names().length > 0);
    await fixture.agent.drain(fixture.clock.now());
    fixture.store[Symbol.dispose]();
    await server.close();
  },
);
