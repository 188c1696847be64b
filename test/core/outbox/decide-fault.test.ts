import { expect, test } from "vitest";
import { decideAfterFault, retryDelay, type SendFacts } from "#core/outbox/decide-fault.ts";
import { payloadSchema } from "#core/outbox/payload.ts";

const reminder = payloadSchema.parse({ kind: "reminder", firingId: 1, scheduleId: "r-0000000001", markdown: "x" });
const reply = payloadSchema.parse({ kind: "reply", markdown: "x" });

function facts(over: Partial<SendFacts> = {}): SendFacts {
  return {
    payload: reminder,
    attempts: 1,
    repeated: false,
    inTopic: false,
    formatted: true,
    buttons: true,
    answers: true,
    plain: false,
    othersPassed: false,
    jitter: 0.5,
    ...over,
  };
}
const detail = "x";

test("OUT-2: 429 keeps the chat mute for the whole time, however long", () => {
  expect(decideAfterFault(facts(), { kind: "rate_limited", retryAfterSeconds: 6775, detail })).toEqual({
    kind: "mute_chat",
    ms: 6_775_000,
  });
});

test("OUT-2: retries wait a second, then twice as long, up to a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 30].map((n) => retryDelay(n, 0.5))).toEqual(
    [1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1_000),
  );
});

test("OUT-2: the fifth fault in a row sets a row aside only while others pass", () => {
  expect(decideAfterFault(facts({ attempts: 5 }), { kind: "server", detail })).toEqual({ kind: "retry", ms: 16_000 });
  expect(decideAfterFault(facts({ attempts: 4, othersPassed: true }), { kind: "server", detail }).kind).toBe("retry");
  expect(decideAfterFault(facts({ attempts: 5, othersPassed: true }), { kind: "unreachable", detail })).toEqual({
    kind: "set_aside",
  });
});

test("OUT-2: after an unknown outcome a reminder goes once more, a reply never", () => {
  const fault = { kind: "outcome_unknown", detail } as const;
  expect(decideAfterFault(facts(), fault).kind).toBe("repeat");
  expect(decideAfterFault(facts({ repeated: true }), fault).kind).toBe("lost");
  expect(decideAfterFault(facts({ payload: reply }), fault).kind).toBe("lost");
});

test("OUT-3, OUT-5: a refused form is left out once, then the row ends with its reason", () => {
  expect(decideAfterFault(facts(), { kind: "formatting", detail })).toEqual({ kind: "send_bare", without: "entities" });
  expect(decideAfterFault(facts(), { kind: "keyboard", detail })).toEqual({ kind: "send_bare", without: "buttons" });
  expect(decideAfterFault(facts({ inTopic: true }), { kind: "topic_gone", detail })).toEqual({ kind: "leave_topic" });
  expect(decideAfterFault(facts(), { kind: "topic_gone", detail })).toEqual({ kind: "refuse" });
});

test.each([
  ["formatting", { formatted: false }],
  ["keyboard", { buttons: false }],
  ["reply_gone", { answers: false }],
  ["refused", {}],
] as const)("OUT-5: %s about what was not sent: once as nothing but the words, then the row ends", (kind, over) => {
  expect(decideAfterFault(facts(over), { kind, detail })).toEqual({ kind: "send_bare", without: "everything" });
  const bare = { formatted: false, buttons: false, answers: false, plain: true };
  expect(decideAfterFault(facts(bare), { kind, detail })).toEqual({ kind: "refuse" });
});

test("OUT-3: a chat that takes no message gets no second one", () => {
  expect(decideAfterFault(facts(), { kind: "chat_gone", detail })).toEqual({ kind: "give_up_chat" });
});
