import { createServer } from "node:net";
import { Api, GrammyError, HttpError } from "grammy";
import { expect, test } from "vitest";
import { classifyFault } from "#bot/api/refusals.ts";
import { startBotApi } from "#playground/bot-api-server.ts";

function refusal(error_code: number, description: string, parameters = {}): GrammyError {
  return new GrammyError("failed", { ok: false, error_code, description, parameters }, "sendMessage", {});
}

test.each([
  [
    429,
    "Too Many Requests: retry after 6775",
    { retry_after: 6775 },
    { kind: "rate_limited", retryAfterSeconds: 6775 },
  ],
  [
    400,
    "Bad Request: group chat was upgraded to a supergroup chat",
    { migrate_to_chat_id: -1001 },
    { kind: "migrated", to: -1001 },
  ],
  [500, "Internal Server Error", {}, { kind: "server" }],
  [401, "Unauthorized", {}, { kind: "server" }],
  [403, "Forbidden: bot was blocked by the user", {}, { kind: "blocked" }],
  [403, "Forbidden: bot was kicked from the supergroup chat", {}, { kind: "blocked" }],
  [403, "Forbidden: user is deactivated", {}, { kind: "blocked" }],
  [403, "Forbidden: bot can't initiate conversation with a user", {}, { kind: "blocked" }],
  [400, "Bad Request: message thread not found", {}, { kind: "topic_gone" }],
  [400, "Bad Request: TOPIC_CLOSED", {}, { kind: "topic_gone" }],
  [400, "Bad Request: can't parse entities: Unclosed start tag", {}, { kind: "formatting" }],
  [400, "Bad Request: RICH_MESSAGE_EMAIL_INVALID", {}, { kind: "formatting" }],
  [400, "Bad Request: BUTTON_DATA_INVALID", {}, { kind: "keyboard" }],
  [400, "Bad Request: can't parse inline keyboard button", {}, { kind: "keyboard" }],
  [400, "Bad Request: message to be replied not found", {}, { kind: "reply_gone" }],
  [400, "Bad Request: message is not modified: specified new message content", {}, { kind: "not_modified" }],
  [400, "Bad Request: message to edit not found", {}, { kind: "edit_gone" }],
  [
    400,
    "Bad Request: query is too old and response timeout expired or query ID is invalid",
    {},
    { kind: "query_too_old" },
  ],
  [400, "Bad Request: chat not found", {}, { kind: "chat_gone" }],
  [400, "Bad Request: not enough rights to send text messages to the chat", {}, { kind: "chat_gone" }],
  [400, "Bad Request: message is too long", {}, { kind: "refused" }],
] as const)("OUT-2, OUT-3: %i %s", (code, description, parameters, fault) => {
  expect(classifyFault(refusal(code, description, parameters))).toMatchObject(fault);
});

/** What a call against `apiRoot` means. */
async function callFault(apiRoot: string, timeoutSeconds = 5) {
  try {
    await new Api("1:secret", { apiRoot, timeoutSeconds }).sendMessage(1, "x");
    throw new Error("the call did not fail");
  } catch (error) {
    expect(error).toBeInstanceOf(HttpError);
    return classifyFault(error);
  }
}

test("OUT-2: nobody listens: the connection never stood, and the fault does not tell the token", async () => {
  const fault = await callFault("http://127.0.0.1:1");
  expect(fault.kind).toBe("unreachable");
  expect(fault.detail).not.toContain("secret");
});

test("OUT-2: no such host: the connection never stood", async () => {
  expect((await callFault("http://no-such-host.invalid")).kind).toBe("unreachable");
});

test("OUT-2: a handshake that is cut off: the connection never stood", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  expect((await callFault(`https://127.0.0.1:${port}`)).kind).toBe("unreachable");
  server.close();
});

test.each([
  ["silence", ""],
  ["half of an answer", 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"ok":true,'],
  ["a JSON answer that is cut off", 'HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"ok":true,'],
])("OUT-2: the request was sent and %s came back: the outcome is unknown", async (_name, answer) => {
  const server = createServer((socket) =>
    socket.once("data", () => {
      if (answer === "") socket.destroy();
      else socket.end(answer);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  expect((await callFault(`http://127.0.0.1:${port}`)).kind).toBe("outcome_unknown");
  server.close();
});

test("OUT-2: no answer within the time limit: the outcome is unknown", async () => {
  await using api = await startBotApi({ token: "1:secret" });
  api.user(1).send("/start");
  api.addFault({ method: "sendMessage", delayMs: 300 });
  expect((await callFault(api.url, 0.05)).kind).toBe("outcome_unknown");
});

test("OUT-2: a proxy's page counts as a 5xx", async () => {
  await using api = await startBotApi({ token: "1:secret" });
  api.addFault({ method: "sendMessage", html: 502 });
  expect((await callFault(api.url)).kind).toBe("server");
});
