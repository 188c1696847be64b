import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { type ScriptedModelServer, says, startScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { agentFixture, scripted } from "./agent-fixture.ts";

test("the instructions and schemas of every turn stay within 3,000 tokens, and repeat no rule that code enforces (REM-32)", async () => {
  const server: ScriptedModelServer = await startScriptedModelServer();
  const fixture = agentFixture({ model: scripted(server) });
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
  await fixture.agent.drain(fixture.clock.now());
  fixture.store[Symbol.dispose]();
  await server.close();
});
