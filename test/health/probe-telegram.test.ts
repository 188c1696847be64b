import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";

const TOKEN = "12345:secret-token";

async function probing(status: number, body: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status, { date: "Tue, 01 Dec 2026 08:00:00 GMT" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiRoot = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const probe = createTelegramProbe({ token: TOKEN, apiRoot, clock: new ManualClock("2026-12-01T08:00:00Z") });
  return { probe, asked, [Symbol.dispose]: () => void server.close() };
}

test("the Bot API at the configured root is asked, and its clock read", async () => {
  using world = await probing(200, '{"ok":true,"result":{"username":"b"}}');
  expect(await world.probe("getMe")).toMatchObject({
    kind: "ok",
    result: { username: "b" },
    serverTime: Temporal.Instant.from("2026-12-01T08:00:00Z"),
  });
  expect(world.asked).toEqual([`/bot${TOKEN}/getMe`]);
});

test("a refusal keeps Telegram's own words", async () => {
  using world = await probing(401, '{"ok":false,"error_code":401,"description":"Unauthorized"}');
  expect(await world.probe("getMe")).toEqual({ kind: "refused", status: 401, description: "Unauthorized" });
});

test("SEC-1: neither an answer of something else nor a dead server shows the token", async () => {
  using world = await probing(200, `<html>/bot${TOKEN}/getMe</html>`);
  expect(await world.probe("getMe")).toMatchObject({ kind: "unreachable" });
  const dead = createTelegramProbe({
    token: TOKEN,
    apiRoot: "http://127.0.0.1:1",
    clock: new ManualClock("2026-12-01T08:00:00Z"),
  });
  const answer = await dead("getMe");
  expect(answer.kind).toBe("unreachable");
  expect(JSON.stringify([answer, await world.probe("getMe")])).not.toContain("secret-token");
});
