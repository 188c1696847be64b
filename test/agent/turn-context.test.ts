import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { promisesReminder } from "#agent/turn/promised-reminder.ts";
import { costOf } from "#agent/usage/prices.ts";
import {
  calls,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { type AgentFixture, agentFixture, NO_LIMITS, scripted } from "./agent-fixture.ts";

let server: ScriptedModelServer;
let fixture: AgentFixture;
let custom: string;

beforeEach(async () => {
  server = await startScriptedModelServer();
  fixture = agentFixture({ model: scripted(server) });
  custom = join(fixture.store.folder, "custom");
  mkdirSync(join(custom, "skills"), { recursive: true });
});
afterEach(async () => {
  await fixture.agent.drain(fixture.clock.now());
  fixture.store[Symbol.dispose]();
  await server.close();
});

const sent = (n: number): string => JSON.stringify(server.requests[n - 1]!.body.messages);
const instructions = (n: number): string => String(server.requests[n - 1]!.body.messages[0]!.content);

describe("the owner's instructions", () => {
  test("AGT-20: they are added to the project's, and an edit counts at the next turn", async () => {
    writeFileSync(join(custom, "instructions.md"), "Call me Captain.\n");
    server.script(says("Aye."), says("Aye."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    writeFileSync(join(custom, "instructions.md"), "Call me Doctor.\n");
    fixture.say("hello");
    await fixture.turnsEnded(2);
    expect(instructions(1)).toMatch(/^You are Vigil[\s\S]*Call me Captain\./);
    expect(instructions(2)).toContain("Call me Doctor.");
    expect(instructions(2)).not.toContain("Captain");
  });

  test("M5, AGT-20: what is over 4,000 characters is cut at a line, said once, and the file is left alone", async () => {
    writeFileSync(join(custom, "instructions.md"), `${"A rule of thirty characters ok.\n".repeat(200)}The last rule.`);
    server.script(says("Ok."), says("Ok."));
    fixture.agent.start();
    fixture.say("one");
    await fixture.turnsEnded(1);
    fixture.say("two");
    await fixture.turnsEnded(2);
    expect(instructions(1)).not.toContain("The last rule");
    expect(instructions(1)).toContain("characters ok.\n(Cut here");
    expect(fixture.log.lines.filter((line) => line.message.includes("too long"))).toHaveLength(1);
  });
});

describe("skills", () => {
  test("AGT-6: only names go out with every turn; a skill's text comes when it is asked for, the owner's own too", async () => {
    writeFileSync(join(custom, "skills", "greeting.md"), "# How to greet\n\nBow deeply.");
    server.script(calls("skill", { name: "greeting" }), calls("skill", { name: "nonsense" }), says("Done."));
    fixture.agent.start();
    fixture.say("greet");
    await fixture.turnsEnded(1);
    expect(JSON.stringify(server.requests[0]!.body.tools)).toContain("greeting: How to greet");
    expect(JSON.stringify(server.requests[0]!.body)).not.toContain("Bow deeply");
    expect(sent(2)).toContain("Bow deeply");
    expect(sent(3)).toMatch(/unknown.*nonsense.*known.*greeting.*shell/);
  });
});

test("REM-34: the skill `scheduling` is offered by name and says how to choose, to write a task and to move a crontab over", async () => {
  server.script(calls("skill", { name: "scheduling" }), says("Done."));
  fixture.agent.start();
  fixture.say("move my crontab over");
  await fixture.turnsEnded(1);
  expect(JSON.stringify(server.requests[0]!.body.tools)).toContain("scheduling:");
  for (const word of ["Text or command", "stands alone", "crontab -l", "systemd-run", "post --chat"])
    expect(sent(2)).toContain(word);
});

describe("a long conversation", () => {
  /** A history over the budget; every third message of the owner is a forward. */
  function fillHistory(): void {
    const { stores, clock, sessionId } = fixture;
    for (let n = 0; n < 60; n++) {
      const words = `fact-${n} ${"word ".repeat(180)}`;
      if (n % 6 === 3)
        stores.messages.append(sessionId, "user", `evil-${n}`, clock.now(), { untrusted: true, source: "Mallory" });
      else stores.messages.append(sessionId, n % 2 === 0 ? "user" : "assistant", words, clock.now());
    }
  }

  test("AGT-5, AGT-8: the older part is folded once into a summary, without the words of others; nothing is deleted", async () => {
    fillHistory();
    server.script(says("Summary: they counted."), says("Hi."), says("Hi again."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(sent(1)).toContain("fact-0");
    expect(sent(1)).not.toContain("evil-");
    expect(sent(1)).toContain("words of Mallory");
    expect(JSON.stringify(server.requests[0]!.body.tools ?? [])).toBe("[]");
    expect(sent(2)).toContain("Summary: they counted.");
    expect(sent(2)).not.toContain("fact-0");
    expect(sent(2)).toContain("fact-59");
    fixture.say("more");
    await fixture.turnsEnded(2);
    expect(server.requests).toHaveLength(3);
    expect(fixture.stores.messages.history(fixture.sessionId, 500).length).toBeGreaterThan(60);
  });

  test("AGT-5, AGT-10: nor does one that takes too long", async () => {
    await fixture.agent.drain(fixture.clock.now());
    const { store, clock } = fixture;
    const over = { limits: () => ({ ...NO_LIMITS, firstToken: 45 }) };
    fixture = agentFixture({ model: scripted(server), store, clock, over });
    fillHistory();
    server.script((answer) => void answer.headers(), says("Hi."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.advanceUntilEnded(1, "PT1S");
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Hi." }]);
  });

  test("AGT-5: a fold that fails costs the beginning, not the turn; /new forgets the summary", async () => {
    fillHistory();
    server.script((answer) => answer.status(500, "no"), says("Hi."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Hi." }]);
    fixture.stores.sessions.fold(fixture.sessionId, "An old summary.", 10);
    fixture.stores.sessions.startNewContext(fixture.sessionId);
    server.script(says("Fresh."));
    fixture.say("hello");
    await fixture.turnsEnded(2);
    expect(sent(3)).not.toContain("An old summary");
  });
});

describe("a promise without a tool call", () => {
  test("L13, AGT-17: gets one more chance, and a tool call keeps it; no word of it reaches the chat", async () => {
    server.script(
      says("Sure, I'll remind you tomorrow."),
      calls("remind", { action: "add", text: "call", when: "tomorrow at 9" }),
      says("I'll remind you tomorrow at 9."),
    );
    fixture.agent.start();
    fixture.say("remind me to call");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([
      { kind: "reply", markdown: "I'll remind you tomorrow at 9.", unscheduled: false, cards: [{ text: "call" }] },
    ]);
  });

  test("L13, AGT-17: a second promise is said to be none", async () => {
    server.script(says("Я напомню завтра."), says("Обязательно напомню!"));
    fixture.agent.start();
    fixture.say("напомни позвонить");
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: "Обязательно напомню!", unscheduled: true }]);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["Sure, I'll ping you Friday.", true],
    ["I've set a reminder for 9.", true],
    ["Хорошо, напомню в пятницу.", true],
    ["Напоминание поставлено.", true],
    ["好的，我会在周五提醒你。", true],
    ["已为你设置明天的提醒。", true],
    ["Shall I remind you?", false],
    ["If you tell me when, I'll remind you.", false],
    ["Если хочешь, напомню.", false],
    ["You asked me to remind you of the lease.", false],
    ["如果需要，我会提醒你。", false],
  ])("AGT-17: %s", (text, promise) => expect(promisesReminder(text)).toBe(promise));
});

describe("prices", () => {
  test("AGT-11: the longest name that fits counts; another model's name that only begins alike does not", () => {
    const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
    expect(costOf("openai/gpt-4o", million)).toBe(12.5);
    expect(costOf("openai/gpt-4o-mini-2024-07-18", million)).toBe(0.75);
    expect(costOf("offline", million)).toBe(0);
    expect(costOf("ollama/qwen3:8b", million)).toBe(0);
    expect(costOf("compatible/qwen3", million)).toBeNull();
    expect(costOf("openai/gpt-5-codex", million)).toBeNull();
  });

  test("AGT-11: a period knows its cost, and how much of it is not known", async () => {
    server.script(says("Hi."));
    fixture.agent.start();
    fixture.say("hello");
    await fixture.turnsEnded(1);
    expect(fixture.stores.turns.usageSince(fixture.clock.now())).toMatchObject({
      turns: 1,
      costUsd: 0,
      unpricedTurns: 1,
    });
  });
});
