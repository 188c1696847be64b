import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api } from "grammy";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Playground, startPlayground } from "#playground/playground.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";

let folder: string;
let random: CountingRandom;
let clock: ManualClock;
let playground: Playground;
let key: string;
let base: URL;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "playground-"));
  random = new CountingRandom();
  clock = new ManualClock("2026-11-30T12:00:00Z");
  await start();
});

afterEach(async () => {
  await playground.close();
  rmSync(folder, { recursive: true, force: true });
});

const stateFile = () => join(folder, "data/playground.json");

async function start(): Promise<void> {
  playground = await startPlayground({ port: 0, clock, random, stateFile: stateFile() });
  base = new URL(playground.apiRoot);
  key = new URL(playground.pageUrl).searchParams.get("key") ?? "";
}

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Plain HTTP: `fetch` would not let a test choose Host and Origin. */
function ask(
  path: string,
  { method = "GET", headers = {}, body }: Ask = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: base.hostname, port: base.port, path, method, headers: { host: base.host, ...headers } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

async function control(path: string, body?: object, method = body ? "POST" : "GET"): Promise<Record<string, unknown>> {
  const answer = await ask(`/control/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

const cookie = () => `vigil_playground_${base.port}=${key}`;

describe("PLY-4: the playground is safe on loopback", () => {
  test("the printed link gives the key as a strict cookie and leaves the address bar", async () => {
    expect(playground.pageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?key=[0-9a-z]{32}$/);
    const opened = await ask(`/?key=${key}`);
    expect(opened).toMatchObject({ status: 303, headers: { location: "/" } });
    expect(opened.headers["set-cookie"]).toEqual([`${cookie()}; Path=/; HttpOnly; SameSite=Strict`]);
    const page = await ask("/", { headers: { cookie: cookie() } });
    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test("without the key there is no page, no state and no act; a wrong key is no key", async () => {
    for (const path of ["/", "/page.js", "/page/state", "/page/events"]) {
      expect((await ask(path)).status, path).toBe(401);
      expect((await ask(path, { headers: { cookie: `${cookie()}x` } })).status, path).toBe(401);
    }
    expect((await ask("/?key=wrong")).status).toBe(403);
    for (const authorization of ["", "Bearer wrong", `Basic ${key}`])
      expect((await ask("/control/requests", { headers: { authorization } })).status).toBe(401);
    // The page's cookie is not the control API's key: another page could send it along.
    expect((await ask("/control/requests", { headers: { cookie: cookie() } })).status).toBe(401);
  });

  test("a foreign Host is refused everywhere, as a rebound name would send it", async () => {
    const paths = ["/", `/?key=${key}`, "/page/state", "/control/requests", `/bot${playground.botToken}/getMe`];
    for (const path of paths)
      for (const host of ["evil.example", `evil.example:${base.port}`, "127.0.0.1", `0.0.0.0:${base.port}`])
        expect(
          (await ask(path, { headers: { host, cookie: cookie(), authorization: `Bearer ${key}` } })).status,
          `${host}${path}`,
        ).toBe(421);
    expect((await ask("/page/state", { headers: { host: `localhost:${base.port}`, cookie: cookie() } })).status).toBe(
      200,
    );
  });

  test("a foreign Origin is refused, ours is taken", async () => {
    const act = (origin: string) =>
      ask("/page/acts", {
        method: "POST",
        headers: { origin, cookie: cookie(), "content-type": "application/json" },
        body: '{"act":"send","text":"hi"}',
      });
    for (const origin of ["http://evil.example", "null", `https://${base.host}`, `http://localhost:${base.port}`])
      expect((await act(origin)).status, origin).toBe(403);
    expect((await act(`http://${base.host}`)).status).toBe(200);
    const bot = await ask(`/bot${playground.botToken}/getMe`, { headers: { origin: `http://${base.host}` } });
    expect(bot.status).toBe(403);
  });

  test("a form is refused, and so is another method", async () => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/jsonp",
    ]) {
      const headers = { cookie: cookie(), authorization: `Bearer ${key}`, "content-type": type };
      for (const path of ["/page/acts", "/control/messages", "/control/faults"])
        expect(
          (await ask(path, { method: "POST", headers, body: '{"act":"send","text":"hi"}' })).status,
          `${type} ${path}`,
        ).toBe(415);
    }
    for (const [path, method] of [
      ["/page/acts", "GET"],
      ["/page/state", "POST"],
      ["/", "POST"],
      ["/control/messages", "PUT"],
    ] as const) {
      const answer = await ask(path, { method, headers: { cookie: cookie(), authorization: `Bearer ${key}` } });
      expect(answer.status, `${method} ${path}`).toBe(405);
      expect(answer.headers.allow).toBeTruthy();
    }
  });

  test("no path leads out of the page's own files", async () => {
    for (const path of ["/../playground.ts", "/%2e%2e/playground.ts", "/page/files/..%2f..%2fx", "/index.html/x"])
      expect((await ask(path, { headers: { cookie: cookie() } })).status, path).toBe(404);
  });

  test("a file that a user sent can neither run nor be taken for a page", async () => {
    const html = Buffer.from("<script>alert(1)</script>").toString("base64");
    const sent = (await control("messages", {
      act: "file",
      kind: "document",
      name: "x.html",
      mimeType: "text/html",
      base64: html,
    })) as unknown as {
      message: { message: { document: { file_id: string } } };
    };
    const file = await ask(`/page/files/${sent.message.message.document.file_id}`, { headers: { cookie: cookie() } });
    expect(file.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename*=UTF-8''x.html",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });

  test("every start draws another token and another key, and the bot stays the same", async () => {
    const before = { token: playground.botToken, key };
    await playground.close();
    await start();
    expect(playground.botToken).not.toBe(before.token);
    expect(key).not.toBe(before.key);
    expect(playground.botToken.split(":")[0]).toBe(before.token.split(":")[0]);
  });

  test("a port that is taken is said, with the variable that moves it; the chats are not touched", async () => {
    const before = readFileSync(stateFile(), "utf8");
    const second = startPlayground({ port: Number(base.port), clock, random, stateFile: stateFile() });
    await expect(second).rejects.toMatchObject({
      code: "port_taken",
      remedy: expect.stringContaining("VIGIL_PLAYGROUND_PORT"),
    });
    expect(readFileSync(stateFile(), "utf8")).toBe(before);
  });
});

describe("PLY-1: the chats survive a restart", () => {
  const bot = () => new Api(playground.botToken, { apiRoot: playground.apiRoot });
  const texts = async () => ((await control("messages")).messages as { text: string }[]).map(({ text }) => text);

  test("messages, topics and updates that were not confirmed are there again, and numbers go on", async () => {
    await control("messages", { act: "send", text: "remind me" });
    const { threadId } = await control("messages", { act: "topic", name: "Plans" });
    const [first] = await bot().getUpdates({ timeout: 0 });
    await bot().sendMessage(playground.ownerId, "I will", {
      reply_markup: { inline_keyboard: [[{ text: "Ok", callback_data: "ok" }]] },
    });
    await playground.close();
    await start();

    expect((await bot().getUpdates({ timeout: 0 }))[0]).toEqual(first);
    expect(await texts()).toEqual(["remind me", "", "I will"]);
    const later = await bot().sendMessage(playground.ownerId, "it is time", { message_thread_id: Number(threadId) });
    expect(later.message_id).toBe(4);
    expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
  });

  test("after an unclean end numbers skip what may have been handed out", async () => {
    await control("messages", { act: "send", text: "hi" });
    await playground.close();
    const saved = JSON.parse(readFileSync(stateFile(), "utf8")) as {
      clean: boolean;
      updates: { nextUpdateId: number };
    };
    writeFileSync(stateFile(), JSON.stringify({ ...saved, clean: false }));
    await start();
    await control("messages", { act: "send", text: "hi again" });
    const updates = await bot().getUpdates({ timeout: 0 });
    expect(updates.at(-1)!.update_id).toBeGreaterThan(saved.updates.nextUpdateId + 500);
    // While it runs, the file says that its end is not known.
    expect((JSON.parse(readFileSync(stateFile(), "utf8")) as { clean: boolean }).clean).toBe(false);
  });

  test("files are there again, and a press can still be answered", async () => {
    await control("messages", { act: "file", kind: "voice", base64: Buffer.from("ogg").toString("base64") });
    const sent = await bot().sendMessage(playground.ownerId, "x", {
      reply_markup: { inline_keyboard: [[{ text: "Ok", callback_data: "ok" }]] },
    });
    const { press } = (await control("messages", { act: "press", messageId: sent.message_id, button: "Ok" })) as {
      press: { id: string };
    };
    await playground.close();
    await start();
    expect(await bot().answerCallbackQuery(press.id)).toBe(true);
    const [update] = await bot().getUpdates({ timeout: 0 });
    const { file_path } = await bot().getFile(update!.message!.voice!.file_id);
    expect((await ask(`/file/bot${playground.botToken}/${file_path}`)).text).toBe("ogg");
  });

  test("an unreadable file is set aside, not lost, and the playground starts anew", async () => {
    await playground.close();
    writeFileSync(stateFile(), "{ not json");
    await start();
    expect(await texts()).toEqual([]);
    expect(readFileSync(`${stateFile()}.unreadable`, "utf8")).toBe("{ not json");
  });
});

describe("PLY-5: the control API", () => {
  const bot = () => new Api(playground.botToken, { apiRoot: playground.apiRoot });

  test("requests of the bot, messages and faults, as docs/playground.md has them", async () => {
    const said = await control("messages", { act: "send", text: "hello" });
    expect(said).toMatchObject({ message: { text: "hello", fromBot: false, chatId: playground.ownerId } });
    await control("faults", { method: "sendMessage", error: { code: 429, retry_after: 3 } });
    expect(await control("faults")).toMatchObject({ faults: [{ fault: { method: "sendMessage" }, left: 1 }] });
    await expect(bot().sendMessage(playground.ownerId, "x")).rejects.toThrow("retry after 3");
    await bot().sendMessage(playground.ownerId, "x");
    const { requests } = (await control("requests?method=sendMessage")) as {
      requests: { n: number; status: number; at: number }[];
    };
    expect(requests.map(({ status }) => status)).toEqual([429, 200]);
    expect(await control(`requests?after=${requests[1]!.n}`)).toMatchObject({ requests: [] });
    expect(await control("messages?from=bot")).toMatchObject({ messages: [{ text: "x" }] });
    await control("requests", undefined, "DELETE");
    expect(await control("requests")).toMatchObject({ requests: [], pendingUpdates: 1 });
  });

  test("a location arrives as Telegram has it, with nothing of the act in it", async () => {
    await control("messages", { act: "location", latitude: 52.5, longitude: 13.4 });
    const [update] = await bot().getUpdates({ timeout: 0 });
    expect(update?.message?.location).toEqual({ latitude: 52.5, longitude: 13.4 });
  });

  test("a question may wait for its answer", async () => {
    await control("messages", { act: "send", text: "hello" });
    const waiting = control("messages?from=bot&waitMs=20000");
    await bot().sendMessage(playground.ownerId, "here");
    expect(await waiting).toMatchObject({ messages: [{ text: "here" }] });
  });

  test("what makes no sense is refused with a sentence", async () => {
    await expect(control("messages", { act: "send" })).rejects.toThrow("400");
    await expect(control("messages", { act: "dance" })).rejects.toThrow("400");
    await expect(control("messages", { act: "press", messageId: 1, button: "x" })).rejects.toThrow(
      /409: .*has no message 1/,
    );
    await expect(control("messages", { act: "send", text: "x", chatId: 5 })).rejects.toThrow("404");
    await expect(control("faults", { method: "sendMessage", times: 0 })).rejects.toThrow("400");
    await expect(control("requests?waitMs=soon")).rejects.toThrow("400");
  });
});
