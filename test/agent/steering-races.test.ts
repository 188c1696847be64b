import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testStores } from "#test/helpers/test-stores.ts";
import { agentFixture, until } from "./agent-fixture.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** What happens next in an interleaving. `step` lets one model call end, by a tool call or with an answer. */
type Event = "message" | "tool step" | "answer" | "fault" | "stop" | "tick";

test("AGT-4, AGT-19: whatever the interleaving of messages, steps, ends and stops, none is lost or answered twice", async () => {
  const event = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Event>("message") },
    { weight: 4, arbitrary: fc.constant<Event>("tool step") },
    { weight: 2, arbitrary: fc.constant<Event>("answer") },
    { weight: 1, arbitrary: fc.constantFrom<Event>("fault", "stop") },
    { weight: 6, arbitrary: fc.constant<Event>("tick") },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 24, size: "max" }), async (events) => {
      using store = testStores();
      const { stores } = store;
      const open: { end: (kind: "tool step" | "answer" | "fault") => void }[] = [];
      const asked: { turnId: string | undefined; texts: string[] }[] = [];
      let idle = false;
      const model = new MockLanguageModelV4({
        doStream: async ({ abortSignal, prompt }) => {
          const texts = prompt.flatMap((m) =>
            m.role === "user" ? m.content.flatMap((p) => (p.type === "text" ? [p.text] : [])) : [],
          );
          asked.push({ turnId: stores.turns.runningIn(sessionId)?.id, texts });
          const { promise, resolve, reject } = Promise.withResolvers<"tool step" | "answer" | "fault">();
          const call = { end: resolve };
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason), { once: true });
          if (idle) resolve("answer");
          else open.push(call);
          try {
            return { stream: convertArrayToReadableStream(parts(await promise)) };
          } finally {
            if (open.includes(call)) open.splice(open.indexOf(call), 1);
          }
        },
      });
      const fixture = agentFixture({ model: async () => ({ model, headersWithFirstToken: false }), store });
      const { sessionId } = fixture;
      fixture.agent.start();
      let sent = 0;
      for (const next of events) {
        if (next === "message") fixture.say(`message ${++sent}`, sent);
        else if (next === "stop") fixture.agent.stopTurn(sessionId);
        else if (next === "tick") for (let i = 0; i < 8; i++) await new Promise((resolve) => setImmediate(resolve));
        else open[0]?.end(next);
      }
      idle = true;
      await until(() => {
        for (const call of [...open]) call.end("answer");
        return !stores.messages.hasPending(sessionId) && stores.turns.runningIn(sessionId) === undefined;
      });
      await fixture.agent.drain(fixture.clock.now());

      const users = stores.messages.history(sessionId, 500).filter((m) => m.role === "user");
      expect(users.map((m) => m.content)).toEqual(Array.from({ length: sent }, (_, i) => `message ${i + 1}`));
      const turns = stores.db.all("SELECT id, state FROM turns ORDER BY started_at, id");
      // The model of an answered turn has read every message of that turn.
      for (const { turnId, content } of users)
        if (turns.find((t) => t.id === turnId)?.state === "done")
          expect(asked.some((call) => call.turnId === turnId && call.texts.includes(String(content)))).toBe(true);
      // Every message belongs to one turn, and every turn took some in, ended, and said one thing.
      expect(new Set(users.map((m) => m.turnId))).toEqual(new Set(turns.map((t) => t.id)));
      expect(turns.every((t) => ["done", "failed", "stopped"].includes(String(t.state)))).toBe(true);
      const keys = stores.db.all("SELECT key FROM outbox ORDER BY id").map((row) => row.key);
      expect(new Set(keys)).toEqual(new Set(turns.map((t) => `turn:${t.id}`)));
      expect(keys).toHaveLength(turns.length);
    }),
    { numRuns: 300 },
  );
}, 120_000);

function parts(
  kind: "tool step" | "answer" | "fault",
): Parameters<typeof convertArrayToReadableStream<import("@ai-sdk/provider").LanguageModelV4StreamPart>>[0] {
  const start = { type: "stream-start" as const, warnings: [] };
  if (kind === "fault") return [start, { type: "error", error: new Error("overloaded") }];
  if (kind === "answer")
    return [
      start,
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Done." },
      { type: "text-end", id: "1" },
      { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: USAGE },
    ];
  return [
    start,
    { type: "tool-call", toolCallId: "1", toolName: "remind", input: '{"action":"list"}' },
    { type: "finish", finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage: USAGE },
  ];
}
