import { afterEach, describe, expect, test } from "vitest";
import { languageOf, readIntent } from "#agent/models/offline-intent.ts";
import { createWords } from "#bot/i18n.ts";
import { LOCALES, type Locale } from "#core/ports.ts";
import { isOnce } from "#core/time/schedule.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { type AgentFixture, agentFixture, offline, preferences } from "./agent-fixture.ts";

const NOW = "2026-12-01T07:00:00Z";
const words = createWords();

const intent = (text: string, fallback: Locale = "en") => {
  const locale = languageOf(text, fallback);
  const { zone, hints } = preferences(locale);
  return readIntent(
    text,
    { now: Temporal.Instant.from(NOW), zone: zone(), locale, hints: hints() },
    words.t(locale, "offline-wake-text"),
  );
};

describe("phrases", () => {
  const KINDS: Record<string, string[]> = {
    list: [
      "list",
      "List reminders",
      "what's coming up?",
      "my reminders",
      "список",
      "мои напоминания",
      "что у меня впереди?",
      "покажи напоминания",
      "列表",
      "我的提醒",
      "有什么安排？",
    ],
    help: ["help", "/help", "what can you do?", "помощь", "что ты умеешь?", "帮助", "你能做什么？"],
    greeting: ["hi", "Hello!", "good morning", "привет", "Добрый день!", "你好", "早上好"],
    thanks: ["thanks", "Thank you!", "спасибо", "谢谢", "好的"],
    other: ["what is the capital of France?", "сколько будет два плюс два?", "法国的首都是哪里？", "42"],
  };
  for (const [kind, texts] of Object.entries(KINDS))
    for (const text of texts)
      test(`AGT-12: ${text} is ${kind}`, () => {
        expect(intent(text).kind).toBe(kind);
      });

  const REMOVED: [string, object][] = [
    ["remove 1", { number: 1 }],
    ["delete reminder 12", { number: 12 }],
    ["cancel r-0123456789", { id: "r-0123456789" }],
    ["remove the milk", { text: "milk" }],
    ["удали 2", { number: 2 }],
    ["удали напоминание номер 3", { number: 3 }],
    ["отмени про молоко", { text: "молоко" }],
    ["删除第1个", { number: 1 }],
    ["删除 2", { number: 2 }],
    ["取消牛奶的提醒", { text: "牛奶" }],
  ];
  for (const [text, by] of REMOVED)
    test(`AGT-12: ${text} removes by ${JSON.stringify(by)}`, () => {
      expect(intent(text)).toEqual({ kind: "remove", by });
    });

  const UNAVAILABLE: [string, string][] = [
    ["move the dentist to Friday", "move"],
    ["перенеси встречу на завтра", "move"],
    ["推迟到明天", "move"],
    ["set an alarm for 7", "alarm"],
    ["поставь будильник на 7", "alarm"],
    ["设一个早上7点的闹钟", "alarm"],
    ["remember that Ann likes tea", "remember"],
    ["запомни, что Аня любит чай", "remember"],
    ["记住安娜喜欢茶", "remember"],
    ["what do you know about Ann?", "recall"],
    ["что ты знаешь об Ане?", "recall"],
    ["你知道安娜什么？", "recall"],
    ["I promised Ann the report by Friday", "commitment"],
    ["я обещала Ане отчёт", "commitment"],
    ["我答应周五给安娜报告", "commitment"],
  ];
  for (const [text, what] of UNAVAILABLE)
    test(`AGT-12: ${text} is understood as ${what}, which is not there yet`, () => {
      expect(intent(text)).toEqual({ kind: "unavailable", what });
    });

  const ADDED: [string, { text: string; when?: string; every?: string }][] = [
    ["remind me in 20 seconds to stretch", { text: "stretch", when: "in 20 seconds" }],
    ["Remind me to stretch in 20 minutes.", { text: "stretch", when: "in 20 minutes" }],
    ["напомни через 20 секунд размяться", { text: "размяться", when: "через 20 секунд" }],
    ["20秒后提醒我伸展", { text: "伸展", when: "20秒后" }],
    ["remind me every day at 9 to take the pills", { text: "take the pills", every: "every day at 9" }],
    ["wake me up in 20 minutes", { text: "Time to get up!", when: "in 20 minutes" }],
    ["разбуди меня через 20 минут", { text: "Пора вставать!", when: "через 20 минут" }],
  ];
  for (const [text, input] of ADDED)
    test(`AGT-12: ${text} sets ${input.text}`, () => {
      expect(intent(text)).toEqual({ kind: "add", input });
    });

  test("AGT-12: a request whose time cannot be read goes to the tool, which says why", () => {
    expect(intent("remind me to stretch")).toMatchObject({ kind: "add", input: { text: "stretch", when: "stretch" } });
  });
});

describe("conversations", () => {
  let fixture: AgentFixture;
  afterEach(async () => {
    await fixture.agent.drain(fixture.clock.now());
    fixture.store[Symbol.dispose]();
  });

  const start = (locale: Locale = "en") => {
    const clock = new ManualClock(NOW);
    fixture = agentFixture({ model: offline(clock, locale), clock, locale });
    fixture.agent.start();
  };
  let turns = 0;
  const ask = async (text: string): Promise<string> => {
    turns = fixture.observer.endedTurns + 1;
    fixture.say(text);
    await fixture.turnsEnded(turns);
    const last = fixture.said().at(-1);
    if (last?.kind !== "reply") throw new Error(`no reply: ${JSON.stringify(last)}`);
    return last.markdown;
  };

  const SETS: [Locale, string, string, string][] = [
    ["en", "remind me in 20 seconds to stretch", "stretch", "Done, I will remind you."],
    ["ru", "напомни через 20 секунд размяться", "размяться", "Готово, напомню."],
    ["zh", "20秒后提醒我伸展", "伸展", "好的，到时提醒你。"],
  ];
  for (const [locale, text, task, answer] of SETS)
    test(`AGT-12, REM-30: "${text}" stores "${task}", due in 20 seconds, and answers in its language with the card`, async () => {
      start(locale === "en" ? "ru" : "en");
      expect(await ask(text)).toBe(answer);
      const [row] = fixture.stores.schedules.live("text");
      expect(row).toMatchObject({
        text: task,
        nextRunAt: Temporal.Instant.from(NOW).add({ seconds: 20 }).epochMilliseconds,
      });
      expect(fixture.said()).toMatchObject([{ kind: "reply", cards: [{ scheduleId: row!.id }] }]);
    });

  test("AGT-12: a recurring request is stored as a recurrence", async () => {
    start();
    await ask("remind me every day at 9 to take the pills");
    const [row] = fixture.stores.schedules.live("text");
    expect(row!.text).toBe("take the pills");
    expect(isOnce(row!.schedule)).toBe(false);
  });

  test("AGT-12: what was set is listed with numbers and removed by one", async () => {
    start();
    await ask("remind me in 20 minutes to stretch");
    await ask("remind me in 10 minutes to breathe");
    const list = await ask("list");
    expect(list).toMatch(/1\. breathe \(.*10:10.*\)\n2\. stretch \(.*10:20.*\)/);
    expect(await ask("remove 1")).toBe("Removed: breathe");
    expect(await ask("remove stretch")).toBe("Removed: stretch");
    expect(await ask("remove 1")).toContain("no such reminder");
    expect(fixture.stores.schedules.countLive()).toBe(0);
  });

  test("AGT-12: if several fit, it asks which one and removes none", async () => {
    start();
    await ask("remind me in 20 minutes to buy milk");
    await ask("remind me in 30 minutes to heat milk");
    expect(await ask("remove milk")).toMatch(/Which one\?[\s\S]*1\. buy milk[\s\S]*2\. heat milk/);
    expect(fixture.stores.schedules.countLive()).toBe(2);
  });

  test("AGT-12: messages that arrive together are all answered, in one turn", async () => {
    const clock = new ManualClock(NOW);
    fixture = agentFixture({ model: offline(clock), clock });
    fixture.say("remind me in 20 minutes to stretch");
    fixture.say("напомни через 10 минут размяться");
    fixture.agent.start();
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([
      { markdown: "Done, I will remind you.\n\nГотово, напомню.", cards: [{}, {}] },
    ]);
  });

  test("AGT-12: a refusal is told in the owner's language, and nothing is stored", async () => {
    start();
    expect(await ask("напомни размяться")).toBe(words.t("ru", "refused-when-unreadable"));
    expect(fixture.stores.schedules.countLive()).toBe(0);
  });

  test("REM-18: it says when what sends reminders is not running", async () => {
    const clock = new ManualClock(NOW);
    fixture = agentFixture({ model: offline(clock), clock, over: { dispatcherAlive: () => false } });
    fixture.agent.start();
    expect(await ask("remind me in 20 minutes to stretch")).toBe(words.t("en", "offline-added-not-alive"));
  });

  test("AGT-12: it streams word by word", async () => {
    start();
    await ask("hello");
    expect(fixture.observer.texts.length).toBeGreaterThan(5);
  });
});

test("I18N-1: every answer of the offline model has words in every language", () => {
  const keys = [
    "help",
    "greeting",
    "thanks",
    "other",
    "added",
    "added-not-alive",
    "not-found",
    "which",
    "list-head",
    "list-empty",
    "no-tools",
    "tool-failed",
    "wake-text",
  ];
  for (const locale of LOCALES) {
    for (const key of keys) expect(words.t(locale, `offline-${key}`)).not.toBe("");
    for (const what of ["move", "alarm", "commitment", "remember", "recall"])
      expect(words.t(locale, "offline-unavailable", { what })).not.toContain("{");
  }
});
