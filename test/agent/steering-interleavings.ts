import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream } from "ai/test";
import fc from "fast-check";
import type { Stores } from "#stores/stores.ts";
import { memoryStores } from "#test/helpers/test-stores.ts";
import { decideApproval } from "#use-cases/decide-approval.ts";
import { agentFixture } from "./agent-fixture.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
/**
 * `part` is a message whose rest may still follow (TG-4); `step`, `ask`, `answer` and `fault` let one model call end, `ask` with
 * a call that the owner is asked about; `allow` and `deny` decide it; `alarm` is what code says into the session beside its
 * turns (REM-15).
 */
const EVENTS = {
  message: 5,
  part: 1,
  step: 3,
  ask: 2,
  answer: 2,
  fault: 1,
  allow: 2,
  deny: 1,
  stop: 1,
  alarm: 1,
  tick: 7,
} as const;
/** A store and an agent live this long: the tests' own queries grow with them. */
const BATCH = 500;

type Event = keyof typeof EVENTS;
type CallEnd = Extract<Event, "step" | "ask" | "answer" | "fault">;

/**
 * Plays `count` random interleavings of messages, ends of steps and turns, approvals, stops and alarms against a real agent over a
 * store in memory, each in a session of its own, and checks after each that nothing was lost or answered twice.
 */
export async function playInterleavings(count: number): Promise<void> {
  for (let left = count; left > 0; left -= BATCH) await playBatch(Math.min(left, BATCH));
}

async function playBatch(count: number): Promise<void> {
  using store = memoryStores();
  const { stores } = store;
  const { model, calls, play } = steppedModel(stores);
  // An allowed command fails at once: the folder is not there.
  const shell = {
    cwd: "/nonexistent",
    outputs: tmpdir(),
    attachments: "/attachments",
    environment: () => ({}),
    mode: () => "ask" as const,
  };
  const fixture = agentFixture({
    model: async () => ({ model, headersWithFirstToken: false }),
    store,
    over: { shell },
  });
  const { agent, clock } = fixture;
  agent.start();
  let chatId = 1_000;
  const events = fc.array(
    fc.oneof(...Object.entries(EVENTS).map(([event, weight]) => ({ weight, arbitrary: fc.constant(event as Event) }))),
    { minLength: 4, maxLength: 24, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(events, async (sequence) => {
      const sessionId = stores.sessions.open({ chatId: ++chatId, threadId: null }, clock.now()).id;
      const asked = play(sessionId);
      const saidBefore = lastOutboxId(stores);
      let sent = 0;
      let alarms = 0;
      for (const event of sequence) {
        if (event === "message" || event === "part") {
          const readyAt = clock.now().add({ milliseconds: 700 }).epochMilliseconds;
          stores.messages.addPending(sessionId, `message ${++sent}`, clock.now(), {
            telegramMessageId: sent,
            ...(event === "part" && { readyAt }),
          });
        } else if (event === "alarm") stores.messages.append(sessionId, "assistant", `alarm ${++alarms}`, clock.now());
        else if (event === "stop") agent.stopTurn(sessionId);
        else if (event === "allow" || event === "deny") decideOpen(stores, sessionId, event, clock.now());
        else if (event === "tick") for (let i = 0; i < 8; i++) await immediate();
        else calls.shift()?.(event);
      }
      for (let rounds = 0; stores.messages.hasPending(sessionId) || stores.turns.runningIn(sessionId); rounds++) {
        assert.ok(rounds < 20_000, "the session did not come to rest");
        for (const end of calls.splice(0)) end("answer");
        decideOpen(stores, sessionId, "allow", clock.now());
        if ((stores.messages.pendingReadyAt(sessionId) ?? 0) > clock.now().epochMilliseconds)
          await clock.advance("PT0.7S");
        await immediate();
      }
      checkSession(stores, { sessionId, asked, sent, alarms, saidBefore });
    }),
    { numRuns: count },
  );
  await agent.drain(clock.now());
}

/** The owner decides what waits, if anything does. */
function decideOpen(stores: Stores, sessionId: number, decision: "allow" | "deny", now: Temporal.Instant): void {
  const row = stores.db.get(
    "SELECT id FROM approvals WHERE session_id = ? AND state = 'waiting' AND taken_at IS NULL",
    sessionId,
  );
  const choice = decision === "allow" ? "once" : "deny";
  if (row) decideApproval(stores, String(row.id), { choice, by: 1 }, now);
}

/** A model whose calls end when the test says how. */
function steppedModel(stores: Stores) {
  const calls: ((end: CallEnd) => void)[] = [];
  let playing = { sessionId: 0, asked: new Map<string, Set<string>>() };
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "stepped",
    modelId: "stepped",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("only streams")),
    async doStream({ abortSignal, prompt }) {
      const turnId = stores.turns.runningIn(playing.sessionId)?.id ?? "none";
      const texts = playing.asked.get(turnId) ?? new Set<string>();
      playing.asked.set(turnId, texts);
      for (const message of prompt)
        if (message.role === "user") for (const part of message.content) if (part.type === "text") texts.add(part.text);
      const { promise, resolve, reject } = Promise.withResolvers<CallEnd>();
      calls.push(resolve);
      abortSignal?.addEventListener("abort", () => reject(abortSignal.reason), { once: true });
      try {
        return { stream: convertArrayToReadableStream(streamParts(await promise)) };
      } finally {
        if (calls.includes(resolve)) calls.splice(calls.indexOf(resolve), 1);
      }
    },
  };
  return {
    model,
    calls,
    play(sessionId: number): ReadonlyMap<string, ReadonlySet<string>> {
      playing = { sessionId, asked: new Map() };
      return playing.asked;
    },
  };
}

function checkSession(
  stores: Stores,
  played: {
    sessionId: number;
    asked: ReadonlyMap<string, ReadonlySet<string>>;
    sent: number;
    alarms: number;
    saidBefore: number;
  },
): void {
  const { sessionId, asked, sent, alarms, saidBefore } = played;
  const history = stores.messages.history(sessionId, 500);
  const users = history.filter((m) => m.role === "user");
  assert.deepEqual(
    users.map((m) => m.content),
    numbered("message", sent),
  );
  const said = history.flatMap((m) => (String(m.content).startsWith("alarm ") ? [m.content] : []));
  assert.deepEqual(said, numbered("alarm", alarms));
  const turns = stores.db.all("SELECT id, state FROM turns WHERE session_id = ?", sessionId);
  // The model of an answered turn has read every message of that turn.
  for (const { turnId, content } of users)
    if (turns.find((turn) => turn.id === turnId)?.state === "done")
      assert.ok(asked.get(turnId!)?.has(String(content)), `the model never read ${content}`);
  // Every message belongs to one turn, and every turn took some in, ended, and said one thing.
  assert.deepEqual(new Set(users.map((m) => m.turnId)), new Set(turns.map((turn) => turn.id)));
  assert.ok(turns.every((turn) => ["done", "failed", "stopped"].includes(String(turn.state))));
  const keys = stores.db.all("SELECT key FROM outbox WHERE id > ?", saidBefore).map((row) => row.key);
  // Every question was asked once, decided, and acted on once.
  const approvals = stores.db.all("SELECT id, state, taken_at FROM approvals WHERE session_id = ?", sessionId);
  assert.ok(approvals.every((row) => row.state !== "waiting" && row.taken_at !== null));
  const expected = [...turns.map((turn) => `turn:${turn.id}`), ...approvals.map((row) => `approval:${row.id}`)];
  assert.deepEqual(keys.toSorted(), expected.toSorted());
}

function lastOutboxId(stores: Stores): number {
  return Number(stores.db.get("SELECT coalesce(max(id), 0) AS id FROM outbox")?.id);
}

function numbered(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
}

function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function streamParts(end: CallEnd): LanguageModelV4StreamPart[] {
  const start: LanguageModelV4StreamPart = { type: "stream-start", warnings: [] };
  if (end === "fault") return [start, { type: "error", error: new Error("overloaded") }];
  if (end === "answer")
    return [
      start,
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Done." },
      { type: "text-end", id: "1" },
      { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: USAGE },
    ];
  const call =
    end === "ask"
      ? { toolName: "bash", input: '{"command":"true"}' }
      : { toolName: "remind", input: '{"action":"list"}' };
  return [
    start,
    { type: "tool-call", toolCallId: "1", ...call },
    { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage: USAGE },
  ];
}
