import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { reminderPrompt } from "#agent/turn/reminder-prompt.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import {
  calls,
  type ScriptedModelServer,
  says,
  startScriptedModelServer,
} from "#test/helpers/scripted-model-server.ts";
import { type AgentFixture, agentFixture, NO_LIMITS, offline, scripted, until } from "./agent-fixture.ts";

let server: ScriptedModelServer;
let fixture: AgentFixture;

beforeEach(async () => {
  server = await startScriptedModelServer();
  fixture = agentFixture({ model: scripted(server) });
});
afterEach(async () => {
  fixture.store[Symbol.dispose]();
  await server.close();
});

/** A firing and its turn as the job leaves them before it calls the agent. */
function startedFiring(text: string): { turnId: string; sessionId: number; firing: Firing } {
  const { stores, clock } = fixture;
  const now = clock.now();
  const row = reminderRow("2026-12-01T07:00:00Z", { text });
  const id = stores.firings.claim(
    {
      scheduleId: row.id,
      dueAt: row.nextRunAt!,
      origin: "schedule",
      kind: "text",
      text,
      name: null,
      target: row.target,
      timeoutMinutes: null,
      insistMinutes: null,
      askedAt: row.createdAt,
      skippedEarlier: 0,
      last: false,
      state: "claimed",
      error: null,
    },
    now,
  )!;
  const firing = stores.firings.get(id)!;
  const sessionId = stores.sessions.openDetached(now);
  stores.turns.start({ id: "t-firing", sessionId, origin: "reminder", model: "test/model" }, now);
  stores.messages.append(sessionId, "user", reminderPrompt(firing, "Europe/Moscow"), now, { turnId: "t-firing" });
  return { turnId: "t-firing", sessionId, firing };
}

describe("a reminder's turn", () => {
  test("REM-10: its text comes back to the job, which ends the turn", async () => {
    server.script(says("Time to stretch!"));
    const started = startedFiring("Tell the owner to stretch");
    const result = await fixture.agent.runReminderTurn({ ...started, signal: new AbortController().signal });
    expect(result).toMatchObject({ outcome: "done", text: "Time to stretch!", cards: [] });
    expect(fixture.said()).toEqual([]);
    expect(fixture.stores.turns.get("t-firing")!.state).toBe("running");
    const prompt = JSON.stringify(server.requests[0]!.body.messages);
    expect(prompt).toContain("2026-12-01T09:00");
    expect(prompt).toContain("Tell the owner to stretch");
  });

  test("AGT-15: a text that reached the model's limit of length comes back marked", async () => {
    server.script((a) => a.text("Time to").finish({ reason: "length" }));
    const signal = new AbortController().signal;
    const result = await fixture.agent.runReminderTurn({ ...startedFiring("stretch"), signal });
    expect(result).toMatchObject({ outcome: "done", text: "Time to", cut: true });
  });

  test("REM-10: it cannot set another reminder", async () => {
    server.script(calls("remind", { action: "add", text: "again", when: "PT20M" }), says("Stretch!"));
    const result = await fixture.agent.runReminderTurn({
      ...startedFiring("stretch"),
      signal: new AbortController().signal,
    });
    expect(result.outcome).toBe("done");
    expect(fixture.stores.schedules.countLive()).toBe(0);
    expect(JSON.stringify(server.requests[1]!.body.messages)).toContain("not_in_a_reminder");
  });

  test("REM-11: the caller's limit makes it fail with timeout_turn, not stopped", async () => {
    server.script((answer) => void answer.text("Stre"));
    const limit = new AbortController();
    const running = fixture.agent.runReminderTurn({ ...startedFiring("stretch"), signal: limit.signal });
    await until(() => fixture.observer.texts.length > 0);
    limit.abort();
    expect(await running).toMatchObject({ outcome: "failed", fault: { code: "timeout_turn" } });
  });

  test("REM-11: stopped by the owner is stopped", async () => {
    server.script((answer) => void answer.text("Stre"));
    const started = startedFiring("stretch");
    const running = fixture.agent.runReminderTurn({ ...started, signal: new AbortController().signal });
    await until(() => fixture.observer.texts.length > 0);
    expect(fixture.agent.stopTurn(started.sessionId)).toBe(true);
    expect(await running).toMatchObject({ outcome: "stopped" });
    expect(fixture.agent.stopTurn(started.sessionId)).toBe(false);
  });

  test("AGT-10: its own limit holds without a caller's", async () => {
    fixture.store[Symbol.dispose]();
    fixture = agentFixture({ model: scripted(server), over: { limits: () => ({ ...NO_LIMITS, reminderTurn: 300 }) } });
    server.script((answer) => void answer.text("Stre"));
    const running = fixture.agent.runReminderTurn({
      ...startedFiring("stretch"),
      signal: new AbortController().signal,
    });
    await fixture.advanceUntilEnded(1, "PT301S");
    expect(await running).toMatchObject({ outcome: "failed", fault: { code: "timeout_turn" } });
  });

  test("AGT-12: the offline model says the text", async () => {
    fixture.store[Symbol.dispose]();
    fixture = agentFixture({ model: () => offline(fixture.clock)() });
    const result = await fixture.agent.runReminderTurn({
      ...startedFiring("Позвони маме"),
      signal: new AbortController().signal,
    });
    expect(result).toMatchObject({ outcome: "done", text: "Позвони маме" });
  });
});

describe("a reminder's turn that has to ask", () => {
  test("AGT-7: it ends as waiting, with its text so far and the question", async () => {
    server.script((answer) => answer.text("Checking the disk.").tool("bash", { command: "df -h" }).finish());
    const started = startedFiring("Check the disk");
    const result = await fixture.agent.runReminderTurn({ ...started, signal: new AbortController().signal });
    expect(result).toMatchObject({
      outcome: "waiting",
      text: "Checking the disk.",
      approval: { tool: "bash", subject: "df -h", held: false, firingId: started.firing.id },
    });
    expect(server.requests).toHaveLength(1);
    const last = fixture.stores.messages.ofTurn("t-firing").at(-1);
    expect(last?.content).toMatchObject([{ output: { value: "cancelled: waits for the owner's approval" } }]);
  });

  test("AGT-18: over the budget its own text is left to the job, and the owner hears of it once a day", async () => {
    fixture.store[Symbol.dispose]();
    const over = { modelName: "openai/gpt-4o", dailyUsd: () => 1 };
    fixture = agentFixture({ model: scripted(server), over });
    const { stores, clock } = fixture;
    stores.owners.put({ userId: 1, name: "Mira", languageCode: null, privateChatId: 100 }, clock.now());
    const session = stores.sessions.openDetached(clock.now());
    stores.turns.start({ id: "t-dear", sessionId: session, origin: "chat", model: "openai/gpt-4o" }, clock.now());
    const usage = { steps: 1, inputTokens: 500_000, outputTokens: 0, estimated: false, tools: [], costUsd: 1.25 };
    stores.turns.end("t-dear", "done", clock.now(), { usage });
    const signal = new AbortController().signal;
    const started = startedFiring("stretch");
    expect(await fixture.agent.runReminderTurn({ ...started, signal })).toMatchObject({
      outcome: "failed",
      fault: { code: "over_budget" },
    });
    await fixture.agent.runReminderTurn({ ...started, signal });
    expect(fixture.said()).toMatchObject([{ kind: "alert", code: "budget-spent", params: { limit: "1.00" } }]);
    expect(server.requests).toHaveLength(0);
  });

  test("AGT-18: a budget for a model without a price is closed", async () => {
    fixture.store[Symbol.dispose]();
    fixture = agentFixture({ model: scripted(server), over: { dailyUsd: () => 1 } });
    const result = await fixture.agent.runReminderTurn({
      ...startedFiring("stretch"),
      signal: new AbortController().signal,
    });
    expect(result).toMatchObject({ outcome: "failed", fault: { code: "over_budget" } });
  });
});
