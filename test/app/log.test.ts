import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLog } from "#app/log.ts";
import { createRedactor } from "#core/redact/redactor.ts";

const redactor = createRedactor({ secrets: ["12345:very-secret-token"] });

async function logInto(lines: string[], level: "info" | "debug" = "info") {
  return createLog({ level, redactor, terminal: false, output: { write: (line) => lines.push(line) } });
}

test("OPS-11: a line is a JSON object that carries the ids of its turn and firing", async () => {
  const lines: string[] = [];
  const log = await logInto(lines);
  log.child({ turn: "t-1" }).child({ firing: 7 }).warn({ chat: 5 }, "late");
  expect(JSON.parse(lines[0]!)).toEqual({
    level: "warn",
    time: expect.any(String),
    turn: "t-1",
    firing: 7,
    chat: 5,
    msg: "late",
  });
});

test("OPS-11: no line holds a secret, neither in its message, its fields, its ids nor an error", async () => {
  const lines: string[] = [];
  const log = await logInto(lines);
  const url = "https://api.telegram.org/bot12345:very-secret-token/getMe";
  log.child({ url }).error({ err: new Error(`fetch ${url}`, { cause: { url } }), deep: [{ url }] }, `failed: ${url}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("very-secret");
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { type: "Error", message: expect.stringContaining("[redacted]") },
  });
});

test("OPS-11: what is below the level is not written", async () => {
  const lines: string[] = [];
  const log = await logInto(lines);
  log.debug({}, "quiet");
  log.info({}, "loud");
  expect(lines).toHaveLength(1);
});

test("OPS-11: on a terminal a line is made for a reader, and redacted as well", async () => {
  let text = "";
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const log = await createLog({ level: "info", redactor, terminal: true, output });
  log.info({ turn: "t-1" }, "hello 12345:very-secret-token");
  await new Promise(setImmediate);
  expect(text).toMatch(/INFO.*hello \[redacted\]/);
});
