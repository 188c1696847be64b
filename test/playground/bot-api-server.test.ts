import { Api, GrammyError, HttpError, InputFile } from "grammy";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BotApiServer, type BotApiUser, startBotApi } from "#playground/bot-api-server.ts";

let server: BotApiServer;
let api: Api;
let ann: BotApiUser;
let now: number;

async function start(options: Parameters<typeof startBotApi>[0] = {}): Promise<void> {
  await server?.close();
  now = Date.UTC(2026, 10, 30, 12);
  server = await startBotApi({ token: "1:secret", now: () => now, ...options });
  api = new Api(server.token, { apiRoot: server.url, timeoutSeconds: 5 });
  ann = server.user(42, { name: "Ann", language: "ru" });
}

/** What a call is refused with: status, description, parameters. */
async function refusal(call: Promise<unknown>): Promise<{ code: number; description: string; parameters: object }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GrammyError)) throw new Error(`not refused: ${String(error)}`);
  return { code: error.error_code, description: error.description, parameters: error.parameters };
}

beforeEach(() => start());
afterEach(() => server.close());

describe("PLY-1: tokens and updates", () => {
  test("a token that nobody knows is 401, one of no shape is 404, and so is an unknown method", async () => {
    const status = async (path: string) => (await fetch(`${server.url}/bot${path}`)).status;
    expect(await status("1:other/getMe")).toBe(401);
    expect(await status("garbage/getMe")).toBe(404);
    expect(await status("1:secret/getMeNot")).toBe(404);
    expect(await status("1:secret/getMe")).toBe(200);
    expect((await api.getMe()).id).toBe(1);
  });

  test("an update stays until an offset beyond it confirms it", async () => {
    ann.send("one");
    ann.send("two");
    const [first, second] = await api.getUpdates({ timeout: 0 });
    expect((await api.getUpdates({ timeout: 0 })).map((update) => update.message?.text)).toEqual(["one", "two"]);
    expect(
      (await api.getUpdates({ timeout: 0, offset: first!.update_id + 1 })).map((update) => update.message?.text),
    ).toEqual(["two"]);
    expect(server.pendingUpdates).toBe(1);
    expect(await api.getUpdates({ timeout: 0, offset: second!.update_id + 1 })).toEqual([]);
    expect(server.pendingUpdates).toBe(0);
  });

  test("a long poll waits for the next update", async () => {
    const poll = api.getUpdates({ timeout: 30 });
    await new Promise((resolve) => setImmediate(resolve));
    ann.send("/start now");
    const [update] = await poll;
    expect(update?.message).toMatchObject({
      text: "/start now",
      from: { id: 42, first_name: "Ann", language_code: "ru" },
      chat: { id: 42, type: "private" },
      date: now / 1000,
      entities: [{ type: "bot_command", offset: 0, length: 6 }],
    });
  });

  test("a second poller ends the first with 409", async () => {
    const first = refusal(api.getUpdates({ timeout: 30 }));
    // The first must have arrived: the second call is made after a call that passed over the same server.
    await api.getMe();
    const second = api.getUpdates({ timeout: 30 });
    expect(await first).toMatchObject({ code: 409, description: /^Conflict: terminated by other getUpdates/ });
    ann.send("for the second");
    expect(await second).toHaveLength(1);
  });

  test("kinds that were not asked for are not queued, and some come only by name", async () => {
    const message = ann.send("x");
    ann.react(message, "👍");
    expect(server.pendingUpdates).toBe(1);
    await api.getUpdates({ timeout: 0, allowed_updates: ["message_reaction"] });
    ann.send("not wanted");
    ann.react(message, "🔥");
    const updates = await api.getUpdates({ timeout: 0 });
    expect(updates.map((update) => Object.keys(update)[1])).toEqual(["message", "message_reaction"]);
    expect(updates[1]?.message_reaction).toMatchObject({
      old_reaction: [{ emoji: "👍" }],
      new_reaction: [{ emoji: "🔥" }],
    });
  });
});

describe("PLY-2: calls are held to the documentation", () => {
  beforeEach(() => ann.send("hi"));

  test("unknown parameters are refused by name, at any depth", async () => {
    const send = (extra: object) => refusal(api.raw.sendMessage({ chat_id: 42, text: "x", ...extra }));
    expect((await send({ colour: "red" })).description).toBe('Bad Request: sendMessage: unknown parameter "colour"');
    expect(
      (await send({ reply_markup: { inline_keyboard: [[{ text: "a", callback_data: "a", hint: 1 }]] } })).description,
    ).toContain('unknown parameter "hint"');
    expect((await send({ text: 5 })).description).toBe("Bad Request: sendMessage.text: 5 is not String");
    expect((await refusal(api.raw.sendMessage({ chat_id: 42 } as never))).description).toContain(
      'parameter "text" is required',
    );
  });

  test("a server that is not strict ignores them, as Telegram does", async () => {
    await start({ strict: false });
    ann.send("hi");
    expect(await api.raw.sendMessage({ chat_id: 42, text: "x", colour: "red" } as never)).toMatchObject({ text: "x" });
  });

  test("JSON, forms and multipart say the same", async () => {
    const form = await fetch(`${server.url}/bot1:secret/sendMessage`, {
      method: "POST",
      body: new URLSearchParams({
        chat_id: "42",
        text: "123",
        reply_markup: '{"inline_keyboard":[[{"text":"a","callback_data":"b"}]]}',
      }),
    });
    expect(await form.json()).toMatchObject({
      ok: true,
      result: { text: "123", reply_markup: { inline_keyboard: [[{ text: "a" }]] } },
    });
    const sent = await api.sendDocument(42, new InputFile(Buffer.from("content"), "a.txt"), {
      caption: "*c*",
      parse_mode: "MarkdownV2",
    });
    expect(sent).toMatchObject({
      caption: "c",
      caption_entities: [{ type: "bold" }],
      document: { file_name: "a.txt", file_size: 7 },
    });
    const file = await api.getFile(sent.document.file_id);
    const bytes = await fetch(`${server.url}/file/bot1:secret/${file.file_path}`);
    expect(await bytes.text()).toBe("content");
  });

  test("texts are trimmed, formatted, found out and limited", async () => {
    expect(await api.sendMessage(42, "  see https://a.example and /menu \n")).toMatchObject({
      text: "see https://a.example and /menu",
      entities: [{ type: "url", offset: 4, length: 17 }, { type: "bot_command" }],
    });
    expect((await refusal(api.sendMessage(42, " \n "))).description).toBe("Bad Request: message text is empty");
    expect((await refusal(api.sendMessage(42, "x".repeat(4097)))).description).toBe("Bad Request: message is too long");
    expect((await refusal(api.sendMessage(42, "1.", { parse_mode: "MarkdownV2" }))).description).toMatch(
      /can't parse entities: Character '\.' is reserved/,
    );
    const split = refusal(api.sendMessage(42, "👍", { entities: [{ type: "bold", offset: 1, length: 1 }] }));
    expect((await split).description).toContain("splits a surrogate pair");
  });

  test("keyboards: 64 bytes of data, 256 characters to copy, one action a button", async () => {
    const send = (button: object) =>
      api.raw.sendMessage({ chat_id: 42, text: "x", reply_markup: { inline_keyboard: [[button as never]] } });
    await send({ text: "ok", callback_data: "я".repeat(32) });
    await send({ text: "ok", copy_text: { text: "x".repeat(256) } });
    expect((await refusal(send({ text: "no", callback_data: "я".repeat(33) }))).description).toBe(
      "Bad Request: BUTTON_DATA_INVALID",
    );
    expect((await refusal(send({ text: "no", copy_text: { text: "x".repeat(257) } }))).description).toBe(
      "Bad Request: BUTTON_COPY_TEXT_INVALID",
    );
    expect((await refusal(send({ text: "no" }))).code).toBe(400);
  });

  test("replies and quotes point at what is there", async () => {
    const { id } = ann.send("the quick fox");
    const reply = await api.sendMessage(42, "r", { reply_parameters: { message_id: id, quote: "quick" } });
    expect(reply).toMatchObject({ reply_to_message: { message_id: id }, quote: { text: "quick", position: 4 } });
    expect((await refusal(api.sendMessage(42, "r", { reply_parameters: { message_id: 999 } }))).description).toBe(
      "Bad Request: message to be replied not found",
    );
    expect(
      (await refusal(api.sendMessage(42, "r", { reply_parameters: { message_id: id, quote: "slow" } }))).description,
    ).toBe("Bad Request: QUOTE_TEXT_INVALID");
    await api.sendMessage(42, "r", { reply_parameters: { message_id: 999, allow_sending_without_reply: true } });
  });
});

describe("PLY-1: messages change and go", () => {
  beforeEach(() => ann.send("hi"));

  test("an edit of nothing is refused, a keyboard that is left out goes, a lost message is not found", async () => {
    const keyboard = { inline_keyboard: [[{ text: "a", callback_data: "a" }]] };
    const { message_id } = await api.sendMessage(42, "one", { reply_markup: keyboard });
    expect((await refusal(api.editMessageText(42, message_id, "one", { reply_markup: keyboard }))).description).toMatch(
      /^Bad Request: message is not modified/,
    );
    expect(await api.editMessageText(42, message_id, "two")).toMatchObject({ text: "two", edit_date: now / 1000 });
    expect(server.messages(42).at(-1)).toMatchObject({ text: "two", buttons: [], edits: 1 });
    expect((await refusal(api.editMessageText(42, 999, "x"))).description).toBe(
      "Bad Request: message to edit not found",
    );
    await api.deleteMessage(42, message_id);
    expect((await refusal(api.deleteMessage(42, message_id))).description).toBe(
      "Bad Request: message to delete not found",
    );
  });

  test("a press is answered once, within 15 minutes", async () => {
    const sent = await api.sendMessage(42, "x", {
      reply_markup: { inline_keyboard: [[{ text: "Go", callback_data: "go:1" }]] },
    });
    const press = ann.press(sent.message_id, "Go");
    const query = (await api.getUpdates({ timeout: 0 })).at(-1)?.callback_query;
    expect(query).toMatchObject({
      id: press.id,
      data: "go:1",
      from: { id: 42 },
      message: { message_id: sent.message_id },
    });
    await api.answerCallbackQuery(press.id, { text: "done", show_alert: true });
    expect(await press.answered()).toEqual({ text: "done", alert: true });
    expect((await refusal(api.answerCallbackQuery(press.id))).description).toMatch(/query is too old/);
    const late = ann.press(sent.message_id, "go:1");
    now += 15 * 60_000;
    expect((await refusal(api.answerCallbackQuery(late.id))).description).toMatch(/query is too old/);
    expect(() => ann.press(sent.message_id, "Stop")).toThrow('no button "Stop", but "Go"');
  });

  test("a draft is streamed to a private chat and can be stopped", async () => {
    await api.raw.sendMessageDraft({ chat_id: 42, draft_id: 7, text: "Let me", can_stop: true });
    expect(server.drafts).toMatchObject([{ draftId: 7, text: "Let me", canStop: true }]);
    ann.stopDraft(7);
    expect((await api.getUpdates({ timeout: 0 })).at(-1)?.stopped_message_generation).toEqual({
      chat: { id: 42, type: "private", first_name: "Ann" },
      draft_id: 7,
    });
    expect((await refusal(api.raw.sendMessageDraft({ chat_id: 42, draft_id: 0, text: "x" }))).description).toBe(
      "Bad Request: DRAFT_ID_INVALID",
    );
    const forum = server.forum(-1001, "Home", { members: [ann] });
    expect((await refusal(api.raw.sendMessageDraft({ chat_id: forum.id, draft_id: 1, text: "x" }))).code).toBe(400);
  });

  test("the past does not change with an edit: an update shows the message as it was", async () => {
    const { id } = ann.send("before");
    ann.edit(id, "after");
    const texts = (await api.getUpdates({ timeout: 0 })).map(
      (update) => update.message?.text ?? update.edited_message?.text,
    );
    expect(texts).toEqual(["hi", "before", "after"]);
  });

  test("what people send arrives as it is: voice, album, location, forwarded text", async () => {
    ann.sendVoice(Buffer.from("ogg"), { durationSeconds: 3 });
    ann.sendPhoto(Buffer.from("jpg"), { caption: "look", album: "a" });
    ann.sendLocation(52.5, 13.4);
    ann.forward("news", { id: 7, name: "Bob" });
    const [voice, photo, location, forwarded] = (await api.getUpdates({ timeout: 0 }))
      .slice(1)
      .map((update) => update.message);
    expect(voice?.voice).toMatchObject({ duration: 3, file_size: 3, mime_type: "audio/ogg" });
    expect(photo).toMatchObject({ caption: "look", media_group_id: "a", photo: [{ width: 1280 }] });
    expect(location?.location).toEqual({ latitude: 52.5, longitude: 13.4 });
    expect(forwarded).toMatchObject({
      text: "news",
      forward_origin: { type: "user", sender_user: { first_name: "Bob" } },
    });
  });
});

describe("PLY-3: chats that do not let the bot in", () => {
  test("a bot may not speak first, nor to one who blocked it; both changes are told", async () => {
    expect(await refusal(api.sendMessage(42, "x"))).toMatchObject({
      code: 403,
      description: "Forbidden: bot can't initiate conversation with a user",
    });
    expect(await refusal(api.sendMessage(43, "x"))).toMatchObject({
      code: 400,
      description: "Bad Request: chat not found",
    });
    ann.send("hi");
    ann.block();
    expect(await refusal(api.sendMessage(42, "x"))).toMatchObject({
      code: 403,
      description: "Forbidden: bot was blocked by the user",
    });
    ann.unblock();
    await api.sendMessage(42, "again");
    const members = (await api.getUpdates({ timeout: 0 })).flatMap(
      (update) => update.my_chat_member?.new_chat_member.status ?? [],
    );
    expect(members).toEqual(["kicked", "member"]);
  });

  test("topics: a message carries its thread, a deleted topic is not found, the general topic has no number", async () => {
    const forum = server.forum(-1001, "Home", { members: [ann] });
    const threadId = forum.createTopic("Shopping");
    ann.send("milk", { chatId: forum.id, threadId });
    const [created, said] = await api.getUpdates({ timeout: 0 });
    expect(created?.message).toMatchObject({ forum_topic_created: { name: "Shopping" }, message_thread_id: threadId });
    // In a forum, what replies to nothing replies to the message that opened the topic.
    expect(said?.message).toMatchObject({
      is_topic_message: true,
      message_thread_id: threadId,
      reply_to_message: { message_id: threadId },
    });
    expect(await api.sendMessage(forum.id, "ok", { message_thread_id: threadId })).toMatchObject({
      message_thread_id: threadId,
      is_topic_message: true,
    });
    expect((await refusal(api.sendMessage(forum.id, "ok", { message_thread_id: 1 + threadId }))).description).toBe(
      "Bad Request: message thread not found",
    );
    forum.deleteTopic(threadId);
    expect((await refusal(api.sendMessage(forum.id, "ok", { message_thread_id: threadId }))).description).toBe(
      "Bad Request: message thread not found",
    );
    expect(forum.messages(threadId)).toEqual([]);
  });

  test("topics in a private chat, opened by either side", async () => {
    ann.send("hi");
    const theirs = ann.createTopic("Plans");
    const { message_thread_id } = await api.createForumTopic(42, "Ideas");
    await api.sendMessage(42, "a", { message_thread_id: theirs });
    await api.sendMessage(42, "b", { message_thread_id });
    expect([
      ann.messages(theirs).at(-1)?.text,
      ann.messages(message_thread_id).at(-1)?.text,
      ann.messages(null).length,
    ]).toEqual(["a", "b", 1]);
  });

  test("in a supergroup without topics a thread is a chain of replies, and no topic", async () => {
    const group = server.supergroup(-1002, "Friends", { members: [ann] });
    const { id } = ann.send("root", { chatId: group.id });
    const reply = ann.send("re", { chatId: group.id, replyTo: id });
    expect(reply.message).toMatchObject({ message_thread_id: id });
    expect(reply.message).not.toHaveProperty("is_topic_message");
  });

  test("a group that became a supergroup refuses its old id and names the new one", async () => {
    const group = server.group(-77, "Old", { members: [ann] });
    const moved = group.migrate();
    expect(await refusal(api.sendMessage(-77, "x"))).toMatchObject({
      code: 400,
      description: "Bad Request: group chat was upgraded to a supergroup chat",
      parameters: { migrate_to_chat_id: moved.id },
    });
    const messages = (await api.getUpdates({ timeout: 0 })).map((update) => update.message);
    expect(messages[0]).toMatchObject({ chat: { id: -77 }, migrate_to_chat_id: moved.id });
    expect(messages[1]).toMatchObject({ chat: { id: moved.id }, migrate_from_chat_id: -77 });
    expect(await api.sendMessage(moved.id, "here")).toMatchObject({ chat: { type: "supergroup" } });
  });

  test("a group that put the bot out answers 403", async () => {
    const group = server.supergroup(-1002, "Friends", { members: [ann] });
    group.removeBot();
    expect(await refusal(api.sendMessage(group.id, "x"))).toMatchObject({
      code: 403,
      description: "Forbidden: bot was kicked from the supergroup chat",
    });
  });
});

describe("PLY-3: limits", () => {
  test("a private chat takes a burst of five, then one a second", async () => {
    await start({ limits: true });
    ann.send("hi");
    for (let n = 0; n < 5; n++) await api.sendMessage(42, `m${n}`);
    expect(await refusal(api.sendMessage(42, "m5"))).toEqual({
      code: 429,
      description: "Too Many Requests: retry after 1",
      parameters: { retry_after: 1 },
    });
    now += 1000;
    await api.sendMessage(42, "m5");
    expect((await refusal(api.sendMessage(42, "m6"))).code).toBe(429);
    // Drafts, edits and actions have a pace of their own.
    await api.sendChatAction(42, "typing");
    await api.raw.sendMessageDraft({ chat_id: 42, draft_id: 1, text: "x" });
  });

  test("a group takes 20 a minute, and says how long to wait", async () => {
    await start({ limits: true });
    const group = server.supergroup(-1002, "Friends", { members: [ann] });
    for (let n = 0; n < 20; n++) {
      await api.sendMessage(group.id, `m${n}`);
      now += 100;
    }
    expect((await refusal(api.sendMessage(group.id, "m20"))).parameters).toEqual({ retry_after: 58 });
    now += 58_000;
    await api.sendMessage(group.id, "m20");
  });

  test("all chats together take 30 a second", async () => {
    await start({ limits: true });
    const people = Array.from({ length: 31 }, (_, n) => server.user(100 + n));
    for (const person of people) person.send("hi");
    for (const person of people.slice(0, 30)) await api.sendMessage(person.id, "x");
    expect((await refusal(api.sendMessage(people[30]!.id, "x"))).code).toBe(429);
  });
});

describe("PLY-3: faults on request", () => {
  beforeEach(() => ann.send("hi"));

  test("a refusal with retry_after, for one chat, so many times", async () => {
    const bob = server.user(43);
    bob.send("hi");
    server.addFault({ method: "sendMessage", chatId: 42, times: 2, error: { code: 429, retry_after: 7 } });
    await api.sendMessage(43, "passes");
    for (let n = 0; n < 2; n++)
      expect(await refusal(api.sendMessage(42, "x"))).toEqual({
        code: 429,
        description: "Too Many Requests: retry after 7",
        parameters: { retry_after: 7 },
      });
    await api.sendMessage(42, "x");
    expect(server.messages(42).filter((message) => message.fromBot)).toHaveLength(1);
  });

  test("a cut before the message was taken leaves nothing, one after it leaves the message", async () => {
    server.addFault({ method: "sendMessage", drop: "before" });
    await expect(api.sendMessage(42, "lost")).rejects.toThrow(HttpError);
    server.addFault({ method: "sendMessage", drop: "after" });
    await expect(api.sendMessage(42, "taken")).rejects.toThrow(HttpError);
    expect(server.messages(42).map((message) => message.text)).toEqual(["hi", "taken"]);
    expect(server.callsOf("sendMessage").map((call) => call.status)).toEqual([0, 0]);
  });

  test("a proxy's page instead of JSON, a late answer, and faults that are taken back", async () => {
    server.addFault({ method: "*", html: 502 });
    await expect(api.sendMessage(42, "x")).rejects.toThrow(HttpError);
    server.addFault({ method: "sendMessage", delayMs: 20 });
    expect(await api.sendMessage(42, "late")).toMatchObject({ text: "late" });
    server.addFault({ method: "*", times: "always", error: { code: 500 } });
    expect((await refusal(api.sendMessage(42, "x"))).code).toBe(500);
    server.clearFaults();
    await api.sendMessage(42, "x");
  });

  test("a foreign poller: 409 on request", async () => {
    server.addFault({ method: "getUpdates", error: { code: 409 } });
    expect((await refusal(api.getUpdates({ timeout: 0 }))).code).toBe(409);
  });
});

describe("waiting in tests", () => {
  test("a wait that ends in vain shows the last calls and their refusals", async () => {
    await api.sendMessage(42, "x").catch(() => undefined);
    const vain = server.waitFor(() => null, { timeoutMs: 10, what: "a miracle" });
    await expect(vain).rejects.toThrow(
      /waited 10 ms for a miracle; 0 updates unconfirmed; last of 1 calls:\n {2}1\. sendMessage 403 .*can't initiate/,
    );
  });

  test("commands are kept by scope and language", async () => {
    await api.setMyCommands([{ command: "menu", description: "Меню" }], { language_code: "ru" });
    expect(server.commands("default", "ru")).toEqual([{ command: "menu", description: "Меню" }]);
    expect((await refusal(api.setMyCommands([{ command: "Menu", description: "x" }]))).description).toBe(
      "Bad Request: BOT_COMMAND_INVALID",
    );
  });
});
