import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BotApiServer, startBotApi } from "#playground/bot-api-server.ts";
import { externalEnv, spawnVigil, type VigilProcess } from "#test/helpers/vigil-process.ts";

const OWNER = 1001;
const TOKEN = "700700700:process-test";

let home: string;
let api: BotApiServer;
const running: VigilProcess[] = [];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "vigil-process-"));
  api = await startBotApi({ token: TOKEN });
});

afterEach(async () => {
  for (const vigil of running.splice(0)) await vigil.end("SIGKILL");
  await api.close();
  rmSync(home, { recursive: true });
});

async function start(): Promise<VigilProcess> {
  const polled = api.nextPoll();
  const vigil = spawnVigil(home, externalEnv({ token: TOKEN, apiRoot: api.url, ownerId: OWNER }));
  running.push(vigil);
  await polled;
  return vigil;
}

test("REM-13, S9: killed right after “saved”, and again while a reminder is due, the process loses nothing and says nothing twice", async () => {
  const owner = api.user(OWNER);
  const first = await start();
  for (let n = 1; n <= 3; n++) owner.send(`/remind in 1 second task ${n}`);
  await api.waitFor(() => owner.messages().filter((m) => m.fromBot).length === 3);
  await first.end("SIGKILL");

  const second = await start();
  await owner.next("task 1");
  await second.end("SIGKILL");

  await start();
  const reminders = () => owner.messages().filter((m) => m.fromBot && m.labels.flat().includes("✅ Done"));
  await api.waitFor(() => new Set(reminders().map((m) => m.text.match(/task \d/)?.[0])).size === 3, {
    timeoutMs: 15_000,
  });
  // A repeat is allowed only where the server had accepted the message in the instant of the kill, and then it says so.
  for (const n of [1, 2, 3])
    expect(reminders().filter((m) => m.text.includes(`task ${n}`)).length).toBeLessThanOrEqual(2);
});

test("OPS-1, OPS-10: a second process refuses to start and names the first; SIGTERM ends with 0 and frees the home", async () => {
  const first = await start();
  const second = spawnVigil(home, externalEnv({ token: TOKEN, apiRoot: api.url, ownerId: OWNER }));
  running.push(second);
  const code = await new Promise((resolve) => second.child.once("exit", resolve));
  expect(code).toBe(1);
  expect(second.output()).toContain(String(first.child.pid));
  expect(await first.end("SIGTERM")).toBe(0);
  const third = await start();
  expect(await third.end("SIGINT")).toBe(0);
});

test("a model without its key and a misspelt variable are told of at the start, a line each", async () => {
  const polled = api.nextPoll();
  const env = { ...externalEnv({ token: TOKEN, apiRoot: api.url, ownerId: OWNER }), VIGIL_MODEL: "openai/gpt-5" };
  const vigil = spawnVigil(home, { ...env, VIGIL_TIMZONE: "Europe/Berlin" });
  running.push(vigil);
  await polled;
  const lines = vigil.output().split("\n");
  expect(lines.filter((line) => line.includes("openai/gpt-5 has no key"))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("did you mean VIGIL_TIMEZONE?"))).toHaveLength(1);
});

test("an invalid environment stops the start with every fault at once, and no secret among them", async () => {
  const vigil = spawnVigil(home, {
    TELEGRAM_BOT_TOKEN: "not-a-token-but-secret",
    VIGIL_OWNER_IDS: "1,two",
    VIGIL_MODEL: "gpt",
    VIGIL_TIMEZONE: "Mars/Olympus",
    VIGIL_PLAYGROUND_PORT: "99999",
  });
  running.push(vigil);
  const code = await new Promise((resolve) => vigil.child.once("exit", resolve));
  expect(code).toBe(2);
  for (const name of [
    "TELEGRAM_BOT_TOKEN",
    "VIGIL_OWNER_IDS",
    "VIGIL_MODEL",
    "VIGIL_TIMEZONE",
    "VIGIL_PLAYGROUND_PORT",
  ])
    expect(vigil.output()).toContain(name);
  expect(vigil.output()).toContain("Mars/Olympus");
  expect(vigil.output()).not.toContain("not-a-token-but-secret");
});
