import { afterEach, describe, expect, test } from "vitest";
import { languageOf, readIntent } from "#agent/models/offline-intent.ts";
import { createWords } from "#bot/i18n.ts";
import { LOCALES, type Locale } from "#core/ports.ts";
import { parseWhen } from "#core/time/parse-when.ts";
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

const added = (text: string) => {
  const read = intent(text);
  if (read.kind !== "add") throw new Error(`${text} is ${read.kind}`);
  return read;
};

/** The words as the tool reads them: the first due time by the clock in Moscow. */
const firstDue = (when: string, locale: Locale, recurring: boolean): string => {
  const { zone, hints } = preferences(locale);
  const read = parseWhen(when, {
    now: Temporal.Instant.from(NOW),
    zone: zone(),
    locale,
    hints: { ...hints(), recurring },
  });
  if (!read.ok) throw new Error(`${when}: ${read.error.code}`);
  return read.next[0]!.toZonedDateTimeISO(zone()).toPlainDateTime().toString();
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

  /** A request, its text, and the first due time by the clock in Moscow; now is 1 December, 10:00, a Tuesday. */
  const ADDED: [string, string, string][] = [
    ["remind me in 20 seconds to stretch", "stretch", "2026-12-01T10:00:20"],
    ["Remind me to stretch in 20 minutes.", "stretch", "2026-12-01T10:20:00"],
    ["remind me tomorrow at 10 to buy milk", "buy milk", "2026-12-02T10:00:00"],
    ["can you remind me to drink water in an hour?", "drink water", "2026-12-01T11:00:00"],
    ["don't forget to call Ann tomorrow at 9", "call Ann", "2026-12-02T09:00:00"],
    ["set a reminder for friday 3pm: dentist", "dentist", "2026-12-04T15:00:00"],
    ["wake me up in 20 minutes", "Time to get up!", "2026-12-01T10:20:00"],
    ["напомни через 20 секунд размяться", "размяться", "2026-12-01T10:00:20"],
    ["напомни мне завтра в 10 утра купить молоко", "купить молоко", "2026-12-02T10:00:00"],
    ["напомни позвонить маме в 5 вечера", "позвонить маме", "2026-12-01T17:00:00"],
    ["не забудь напомнить через час выпить воды", "выпить воды", "2026-12-01T11:00:00"],
    ["разбуди меня через 20 минут", "Пора вставать!", "2026-12-01T10:20:00"],
    ["20秒后提醒我伸展", "伸展", "2026-12-01T10:00:20"],
    ["明天早上8点提醒我开会", "开会", "2026-12-02T08:00:00"],
    ["记得明天早上9点给妈妈打电话", "给妈妈打电话", "2026-12-02T09:00:00"],
    ["明天早上7点叫醒我", "该起床了！", "2026-12-02T07:00:00"],
  ];
  for (const [text, task, due] of ADDED)
    test(`AGT-12: "${text}" sets "${task}" once, for ${due}`, () => {
      const { input } = added(text);
      expect(input.text).toBe(task);
      expect(input.every).toBeUndefined();
      expect(firstDue(input.when!, languageOf(text, "en"), false)).toBe(due);
    });

  const RECURRING: [string, string, string][] = [
    ["remind me every day at 9 to take the pills", "take the pills", "2026-12-02T09:00:00"],
    ["напоминай каждый понедельник в 10 про планёрку", "планёрку", "2026-12-07T10:00:00"],
    ["提醒我每天晚上8点吃药", "吃药", "2026-12-01T20:00:00"],
  ];
  for (const [text, task, due] of RECURRING)
    test(`AGT-12: "${text}" sets "${task}" as a recurrence`, () => {
      const { input } = added(text);
      expect(input.text).toBe(task);
      expect(input.when).toBeUndefined();
      expect(firstDue(input.every!, languageOf(text, "en"), true)).toBe(due);
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
