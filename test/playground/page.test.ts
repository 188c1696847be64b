import chromium from "@sparticuz/chromium";
import { Bot } from "grammy";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Playground, startPlayground } from "#playground/playground.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";

/** Nothing of this browser may look for a network: it opens one loopback page. */
const QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"];
/** The packaged switches are for a cloud function: one process for all pages, and no web security. */
const UNWANTED = ["--single-process", "--disable-web-security", "--allow-running-insecure-content", "--no-zygote"];

let browser: Browser;
let playground: Playground;
let bot: Bot;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((arg) => !UNWANTED.includes(arg)), ...QUIET],
  });
}, 60_000);

afterAll(() => browser?.close());

beforeEach(async () => {
  const clock = new ManualClock("2026-11-30T12:00:00Z");
  playground = await startPlayground({ port: 0, clock, random: new CountingRandom(), limits: false });
  bot = scriptedBot();
  void bot.start({
    allowed_updates: ["message", "edited_message", "callback_query", "stopped_message_generation", "message_reaction"],
  });
  page = await browser.newPage({ locale: "en-US", viewport: { width: 1100, height: 760 } });
  page.setDefaultTimeout(8000);
  faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(playground.apiRoot).host)
      faults.push(`left the machine: ${request.url()}`);
  });
  await page.goto(playground.pageUrl);
  await page.locator("body:not([inert])").waitFor();
});

afterEach(async () => {
  await page.close();
  await bot.stop();
  await playground.close();
  expect(faults).toEqual([]);
});

/** A bot that does a little of everything that the page must show. */
function scriptedBot(): Bot {
  const it = new Bot(playground.botToken, { client: { apiRoot: playground.apiRoot } });
  it.catch(() => undefined);
  it.command("start", (context) =>
    context.reply("Hello, shall we begin?", {
      reply_markup: {
        inline_keyboard: [
          [
            { text: "Begin", callback_data: "begin" },
            { text: "Why?", callback_data: "why" },
          ],
        ],
      },
    }),
  );
  it.callbackQuery("begin", async (context) => {
    await context.editMessageText("We have begun", {
      reply_markup: { inline_keyboard: [[{ text: "Back", callback_data: "back" }]] },
    });
    await context.answerCallbackQuery("Saved");
  });
  it.callbackQuery("why", (context) => context.answerCallbackQuery({ text: "Because you asked", show_alert: true }));
  it.hears("draft", (context) =>
    context.api.raw.sendMessageDraft({ chat_id: context.chat.id, draft_id: 7, text: "Let me think", can_stop: true }),
  );
  it.on("stopped_message_generation" as "message", (context) =>
    context.api.sendMessage(playground.ownerId, "Stopped, as you wish"),
  );
  it.hears("formatted", (context) =>
    context.reply("bold <i>x</i> javascript", {
      entities: [
        { type: "bold", offset: 0, length: 4 },
        { type: "text_link", offset: 14, length: 10, url: "javascript:alert(1)" },
      ],
      disable_notification: true,
    }),
  );
  it.on("message:text", (context) => {
    const thread = context.message.is_topic_message ? { message_thread_id: context.message.message_thread_id! } : {};
    return context.reply(`You said ${context.message.text}`, thread);
  });
  return it;
}

const messages = () => page.locator("#messages");

async function say(text: string): Promise<void> {
  await page.locator("#text").fill(text);
  await page.keyboard.press("Enter");
}

test("PLY-1: start, a keyboard, a press with its progress, an edit, an alert", async () => {
  expect(await page.locator("#banner").textContent()).toContain("not Telegram");
  expect(page.url()).toBe(`${playground.apiRoot}/`);
  await messages().getByRole("button", { name: "Start" }).click();
  await messages().getByText("Hello, shall we begin?").waitFor();
  await messages().getByRole("button", { name: "Why?" }).click();
  await page.locator("dialog").getByText("Because you asked").waitFor();
  await page.locator("dialog button").click();
  await messages().getByRole("button", { name: "Begin" }).click();
  await page.locator("#toast").getByText("Saved").waitFor();
  await messages().getByText("We have begun").waitFor();
  expect(await page.locator(".key").allTextContents()).toEqual(["Back"]);
});

test("PLY-1: a streamed draft is shown and stopped, then the message takes its place", async () => {
  await say("draft");
  await page.locator("#draft").getByText("Let me think").waitFor();
  await messages().getByRole("button", { name: "Stop" }).click();
  await messages().getByText("Stopped, as you wish").waitFor();
  await page.locator("#draft").waitFor({ state: "detached" });
});

test("PLY-1: entities are drawn, markup of a text stays text, and no link runs a script", async () => {
  await say("formatted");
  const bubble = page.locator(".other .bubble").last();
  await bubble.locator("b", { hasText: "bold" }).waitFor();
  expect(await bubble.locator(".text").textContent()).toBe("bold <i>x</i> javascript");
  expect(await bubble.locator("i, a").count()).toBe(0);
  expect(await bubble.locator(".icon-silent").count()).toBe(1);
});

test("PLY-1: a forum's topic, a new topic in the private chat, a reaction and a reply", async () => {
  await page.locator(".chat-row", { hasText: "Home" }).click();
  await page.getByRole("button", { name: "# Shopping" }).click();
  await say("milk");
  await messages().getByText("You said milk").waitFor();
  await page.getByRole("button", { name: "# Travel" }).click();
  expect(await messages().getByText("You said milk").count()).toBe(0);

  await page.locator(".chat-row", { hasText: "Vigil" }).click();
  await page.locator("#chat-menu").click();
  await page.locator("#menu").getByText("New topic").click();
  await page.locator("dialog input").fill("Plans");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "# Plans" }).waitFor();
  await say("a plan");
  const answer = page.locator(".other", { hasText: "You said a plan" });
  await answer.hover();
  await answer.locator(".more").click();
  await page.locator("#menu").getByText("👍").click();
  await answer.locator(".reactions .own").waitFor();
  await answer.hover();
  await answer.locator(".more").click();
  await page.locator("#menu").getByText("Reply").click();
  await say("to that");
  await page.locator(".own .reply", { hasText: "You said a plan" }).waitFor();
});

test("PLY-1: the page speaks the user's language, and a phone shows the list or the chat", async () => {
  await page.locator("#language").selectOption("ru");
  await page.locator("#banner").getByText("Песочница").waitFor();
  await page.setViewportSize({ width: 390, height: 760 });
  expect(await page.locator("#sidebar").isVisible()).toBe(false);
  await page.locator("#back").click();
  expect(await page.locator("#chat").isVisible()).toBe(false);
  await page.locator("#language").selectOption("zh");
  await page.locator("#banner").getByText("演练场").waitFor();
  await page.locator(".chat-row").first().click();
  await page.getByPlaceholder("输入消息").waitFor();
});

test("PLY-1: what was begun stays in its chat, and a text beyond 4096 characters becomes several messages", async () => {
  const field = page.locator("#text");
  await field.fill("half a thought");
  await page.locator(".chat-row", { hasText: "Home" }).click();
  expect(await field.inputValue()).toBe("");
  await page.locator(".chat-row", { hasText: "Vigil" }).click();
  expect(await field.inputValue()).toBe("half a thought");
  await say(`${"a".repeat(4_000)} ${"b".repeat(200)}`);
  await messages()
    .getByText(`You said ${"b".repeat(200)}`)
    .waitFor();
  expect(await page.locator(".own .text").count()).toBe(2);
});

test("PLY-1: the language that is chosen names the first people and topics too", async () => {
  await page.locator("#language").selectOption("ru");
  await page.locator(".chat-row", { hasText: "Дом" }).click();
  await page.getByRole("button", { name: "# Покупки" }).waitFor();
});

test("PLY-1: a file goes to the bot and is shown", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/5ncEAAAAAElFTkSuQmCC",
    "base64",
  );
  await page.locator("#attach").click();
  const chooser = page.waitForEvent("filechooser");
  await page.locator("#menu").getByText("Photo").click();
  await (await chooser).setFiles({ name: "dot.png", mimeType: "image/png", buffer: png });
  const photo = page.locator(".own img.photo");
  await photo.waitFor();
  await expect
    .poll(() => photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
});
