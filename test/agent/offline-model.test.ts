import { afterEach, describe, expect, test } from "vitest";
import { APPROVED_NOTE } from "#agent/context/history.ts";
import { languageOf, readIntent } from "#agent/models/offline-intent.ts";
import { createWords } from "#bot/words/i18n.ts";
import type { OfflineKey } from "#core/message-codes.ts";
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
    { wakeText: words.t(locale, "offline-wake-text"), bare: true },
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
    farewell: ["see you tomorrow", "good night", "до завтра", "увидимся в пятницу", "明天见", "晚安"],
    undo: ["undo", "Never mind.", "cancel", "отмени", "передумала", "撤销", "算了"],
    other: [
      "what is the capital of France?",
      "сколько будет два плюс два?",
      "法国的首都是哪里？",
      "42",
      "what is on TV tomorrow?",
      "сегодня я устал",
      "明天会下雨吗",
      `${"a long story ".repeat(30)} tomorrow at 9`,
    ],
  };
  for (const [kind, texts] of Object.entries(KINDS))
    for (const text of texts)
      test(`AGT-12: ${text.slice(0, 40)} is ${kind}`, () => {
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
      expect(intent(text)).toEqual({ kind: "remove", target: by });
    });

  const MOVED: [string, object, object | undefined][] = [
    ["move 1 to tomorrow at 9", { number: 1 }, { when: "tomorrow at 9" }],
    ["move the call to mom to friday at 3pm", { text: "call to mom" }, { when: "friday at 3pm" }],
    ["reschedule reminder 2 for every day at 10", { number: 2 }, { every: "every day at 10" }],
    ["snooze 1 for 10 minutes", { number: 1 }, { when: "10 minutes" }],
    ["snooze it until tonight", { it: true }, { when: "tonight" }],
    ["snooze 10 minutes", { it: true }, { when: "10 minutes" }],
    ["snooze 1", { number: 1 }, undefined],
    ["перенеси 1 на завтра в 9", { number: 1 }, { when: "завтра в 9" }],
    ["перенеси на пятницу в 10 встречу", { text: "встречу" }, { when: "пятницу в 10" }],
    ["отложи молоко на час", { text: "молоко" }, { when: "через час" }],
    ["отложи на 10 минут", { it: true }, { when: "10 минут" }],
    ["отложи до вечера", { it: true }, { when: "на вечера" }],
    ["перенеси последнее на вечер", { it: true }, { when: "на вечер" }],
    ["1改到明天早上9点", { number: 1 }, { when: "明天早上9点" }],
    ["把1改到明天早上9点", { number: 1 }, { when: "明天早上9点" }],
    ["把牛奶的提醒推迟到周五下午3点", { text: "牛奶" }, { when: "周五下午3点" }],
    ["推迟1到明天早上9点", { number: 1 }, { when: "明天早上9点" }],
    ["推迟10分钟", { it: true }, { when: "10分钟" }],
    ["把1推迟", { number: 1 }, undefined],
  ];
  for (const [text, target, time] of MOVED)
    test(`AGT-12: ${text} moves ${JSON.stringify(target)} to ${JSON.stringify(time)}`, () => {
      expect(intent(text)).toEqual({ kind: "move", target, time });
    });

  const UNAVAILABLE: [string, string][] = [
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
    ["in 20 minutes check the oven", "check the oven", "2026-12-01T10:20:00"],
    ["call Ann tomorrow at 9", "call Ann", "2026-12-02T09:00:00"],
    ["через полчаса выключить духовку", "выключить духовку", "2026-12-01T10:30:00"],
    ["купить молоко завтра в 10", "купить молоко", "2026-12-02T10:00:00"],
    ["半小时后关烤箱", "关烤箱", "2026-12-01T10:30:00"],
    ["明天早上9点给妈妈打电话", "给妈妈打电话", "2026-12-02T09:00:00"],
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
    ["напоминай каждый понедельник в 10 про планёрку", "про планёрку", "2026-12-07T10:00:00"],
    ["提醒我每天晚上8点吃药", "吃药", "2026-12-01T20:00:00"],
    ["every 2 weeks on Friday at 17:00, five times: water the ficus", "water the ficus", "2026-12-04T17:00:00"],
  ];
  for (const [text, task, due] of RECURRING)
    test(`AGT-12: "${text}" sets "${task}" as a recurrence`, () => {
      const { input } = added(text);
      expect(input.text).toBe(task);
      expect(input.when).toBeUndefined();
      expect(firstDue(input.every!, languageOf(text, "en"), true)).toBe(due);
    });

  test("AGT-12: a request without a time, or a time without a request, is asked about", () => {
    expect(intent("remind me to stretch")).toEqual({ kind: "ask-when", text: "stretch" });
    expect(intent("напомни позвонить маме")).toEqual({ kind: "ask-when", text: "позвонить маме" });
    expect(intent("提醒我给妈妈打电话")).toEqual({ kind: "ask-when", text: "给妈妈打电话" });
    expect(intent("tomorrow at 9")).toEqual({ kind: "ask-what", time: { when: "tomorrow at 9" } });
    expect(intent("remind me")).toEqual({ kind: "ask-what", time: undefined });
  });

  test("AGT-12: a time that is no good goes to the tool, which says why", () => {
    expect(intent("remind me on 30 february to stretch")).toMatchObject({ kind: "add" });
    expect(intent("call Ann yesterday at 9")).toMatchObject({ kind: "add" });
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
    expect(list).toMatch(/1\. breathe \(Tue 1 Dec 10:10\)\n2\. stretch \(Tue 1 Dec 10:20\)/);
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

  const live = () => fixture.stores.schedules.live("text");
  const dueTimes = () =>
    live().map(({ text, nextRunAt }) => [
      text,
      Temporal.Instant.fromEpochMilliseconds(nextRunAt ?? 0)
        .toZonedDateTimeISO("Europe/Moscow")
        .toPlainDateTime()
        .toString({ smallestUnit: "minute" }),
    ]);

  test("AGT-12: of several only those that fit are named, with their numbers in the list", async () => {
    start();
    await ask("in 10 minutes stretch");
    await ask("in 20 minutes buy milk");
    await ask("in 30 minutes heat milk");
    const which = await ask("remove milk");
    expect(which).toContain("2. buy milk");
    expect(which).toContain("3. heat milk");
    expect(which).not.toContain("stretch");
  });

  test("AGT-12: the very text is meant rather than another that holds it", async () => {
    start();
    await ask("in 20 minutes buy milk and bread");
    await ask("in 30 minutes buy milk");
    expect(await ask("remove buy milk")).toBe("Removed: buy milk");
    expect(live().map((row) => row.text)).toEqual(["buy milk and bread"]);
  });

  test("AGT-12: what is still to come is meant rather than what has fired", async () => {
    start();
    await ask("in 10 minutes stretch");
    const [old] = live();
    fixture.stores.schedules.advance(old!.id, "fired", null, fixture.clock.now());
    await ask("in 20 minutes stretch");
    expect(await ask("remove stretch")).toBe("Removed: stretch");
    expect(live()).toEqual([]);
    expect(fixture.stores.schedules.get(old!.id)).toBeDefined();
  });

  test("AGT-12: an owner's text is shown as it is, not as Markdown", async () => {
    start();
    await ask("in 10 minutes run *all* [tests](x) in my_file");
    expect(await ask("list")).toContain("1. run \\*all\\* \\[tests\\](x) in my\\_file (");
  });

  const MOVES: [Locale, string, string, string][] = [
    ["en", "in 10 minutes stretch", "move 1 to tomorrow at 9", "Moved: stretch"],
    ["ru", "через 10 минут размяться", "перенеси 1 на завтра в 9", "Перенёс: размяться"],
    ["zh", "10分钟后伸展", "把1改到明天早上9点", "已改期：伸展"],
  ];
  for (const [locale, set, move, answer] of MOVES)
    test(`AGT-12, REM-31: "${move}" moves it and shows the card`, async () => {
      start(locale);
      await ask(set);
      const [before] = live();
      expect(await ask(move)).toBe(answer);
      expect(dueTimes()).toEqual([[before!.text, "2026-12-02T09:00"]]);
      expect(fixture.said().at(-1)).toMatchObject({ kind: "reply", cards: [{ scheduleId: before!.id }] });
    });

  test("AGT-12: a snooze without a time asks for it, and a mere time answers", async () => {
    start();
    await ask("in 10 minutes stretch");
    expect(await ask("snooze 1")).toBe(words.t("en", "offline-move-when"));
    expect(await ask("in 2 hours")).toBe("Moved: stretch");
    expect(dueTimes()).toEqual([["stretch", "2026-12-01T12:00"]]);
  });

  const PUT_OFF: [Locale, string, string, string][] = [
    ["en", "tomorrow at 9 stretch", "snooze 1 for an hour", "2026-12-02T10:00"],
    ["ru", "завтра в 9 размяться", "отложи 1 на час", "2026-12-02T10:00"],
    ["zh", "明天早上9点伸展", "推迟1小时", "2026-12-02T10:00"],
    ["en", "tomorrow at 9 stretch", "snooze 1 until in 2 hours", "2026-12-01T12:00"],
  ];
  for (const [locale, set, move, due] of PUT_OFF)
    test(`AGT-12: "${move}" counts from where it should`, async () => {
      start(locale);
      await ask(set);
      const [row] = live();
      await ask(move);
      expect(dueTimes()).toEqual([[row!.text, due]]);
    });

  test("AGT-12: what has fired is put off from now", async () => {
    start();
    await ask("in 10 minutes stretch");
    const [row] = live();
    fixture.stores.schedules.advance(row!.id, "fired", null, fixture.clock.now());
    expect(await ask("snooze stretch for 10 minutes")).toBe("Moved: stretch");
    expect(dueTimes()).toEqual([["stretch", "2026-12-01T10:10"]]);
  });

  test("AGT-12: a single time does not end a series", async () => {
    start();
    await ask("every day at 12 stretch");
    expect(await ask("snooze 1 for 10 minutes")).toBe(words.t("en", "offline-move-series", { text: "stretch" }));
    expect(dueTimes()).toEqual([["stretch", "2026-12-01T12:00"]]);
    expect(await ask("move 1 to every day at 14:00")).toBe("Moved: stretch");
    expect(dueTimes()).toEqual([["stretch", "2026-12-01T14:00"]]);
  });

  const ANSWERED: [Locale, string, string, string, OfflineKey][] = [
    ["en", "remind me to call mom", "tomorrow at 9", "call mom", "when"],
    ["ru", "напомни позвонить маме", "завтра в 9", "позвонить маме", "when"],
    ["zh", "提醒我给妈妈打电话", "明天早上9点", "给妈妈打电话", "when"],
    ["en", "tomorrow at 9", "call mom", "call mom", "what"],
    ["ru", "завтра в 9", "позвонить маме", "позвонить маме", "what"],
    ["zh", "明天早上9点", "给妈妈打电话", "给妈妈打电话", "what"],
  ];
  for (const [locale, first, second, task, question] of ANSWERED)
    test(`AGT-12: "${first}" is asked about, and "${second}" answers`, async () => {
      start(locale);
      expect(await ask(first)).toBe(words.t(locale, `offline-${question}`));
      expect(live()).toEqual([]);
      await ask(second);
      expect(dueTimes()).toEqual([[task, "2026-12-02T09:00"]]);
    });

  test("AGT-12: both can be asked for, one after the other", async () => {
    start();
    expect(await ask("remind me")).toBe(words.t("en", "offline-what"));
    expect(await ask("call mom")).toBe(words.t("en", "offline-when"));
    await ask("tomorrow at 9");
    expect(dueTimes()).toEqual([["call mom", "2026-12-02T09:00"]]);
  });

  test("AGT-12: a question of ours can be left alone", async () => {
    start();
    await ask("remind me to call mom");
    expect(await ask("never mind")).toBe(words.t("en", "offline-not-done"));
    expect(await ask("tomorrow at 9")).toBe(words.t("en", "offline-what"));
    expect(live()).toEqual([]);
  });

  test("AGT-12: undo takes back what was just set, and says when there is nothing of that kind", async () => {
    start("ru");
    await ask("через 10 минут размяться");
    expect(await ask("отмени")).toBe("Удалил: размяться");
    expect(live()).toEqual([]);
    expect(await ask("отмени")).toBe(words.t("ru", "offline-undo-none"));
  });

  const QUOTED: [Locale, string, string][] = [
    ["en", "remove it", "Removed: stretch"],
    ["ru", "удали это", "Удалил: stretch"],
    ["zh", "删除这个", "已删除：stretch"],
  ];
  for (const [locale, text, answer] of QUOTED)
    test(`AGT-12: "${text}" in reply to a card is about its reminder`, async () => {
      start(locale);
      await ask("in 10 minutes stretch");
      await ask("in 20 minutes breathe");
      const card = "[In reply to your message]\n> Done, I will remind you.\n> \n> ✅ stretch\n> ⏰ Tue 1 Dec 10:10\n\n";
      expect(await ask(`${card}${text}`)).toBe(answer);
      expect(live().map((row) => row.text)).toEqual(["breathe"]);
    });

  test("AGT-12: a quote is no part of a request", async () => {
    start();
    await ask("[In reply to my message]\n> every day at 9\n\nremind me tomorrow at 10 to buy milk");
    expect(dueTimes()).toEqual([["buy milk", "2026-12-02T10:00"]]);
  });

  test("AGT-12, TG-6: what code says of a file is no part of a request", async () => {
    start("ru");
    expect(await ask("[File: saved as /data/attachments/2026-12-01/x.pdf, 1 KiB]\nнапомни завтра в 9 прочитать")).toBe(
      "Готово, напомню.",
    );
    expect(dueTimes()).toEqual([["прочитать", "2026-12-02T09:00"]]);
  });

  const MEDIA: [string, "file" | "place"][] = [
    ['[File: saved as /data/attachments/2026-12-01/x.pdf (its name was "plan.pdf"), 1 KiB]', "file"],
    ["[Location: 55.75, 37.62]", "place"],
  ];
  for (const locale of LOCALES)
    for (const [content, key] of MEDIA)
      test(`AGT-12, I18N-1: a ${key} without words is answered in the owner's language (${locale})`, async () => {
        start(locale);
        expect(await ask(content)).toBe(words.t(locale, `offline-${key}`));
      });

  test("AGT-8, AGT-12: what others write about a time sets nothing", async () => {
    start();
    fixture.stores.messages.addPending(
      fixture.sessionId,
      "[Forwarded from Ann]\nparty tomorrow at 9",
      fixture.clock.now(),
      { untrusted: true, source: "Ann" },
    );
    await fixture.turnsEnded(1);
    expect(fixture.said()).toMatchObject([{ kind: "reply", markdown: words.t("en", "offline-other") }]);
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
    expect(await ask("напомни вчера в 9 размяться")).toMatch(words.t("ru", "refused-when-in-past", {}).slice(0, 5));
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

test("AGT-7, AGT-12: a call that the owner allowed later is answered with what it came to", async () => {
  const clock = new ManualClock(NOW);
  const { model } = await offline(clock, "ru")();
  const call = { toolCallId: "approved-1", toolName: "remind" };
  const { content } = await model.doGenerate({
    prompt: [
      { role: "user", content: [{ type: "text", text: "посмотри" }] },
      { role: "assistant", content: [{ type: "text", text: "…" }] },
      { role: "user", content: [{ type: "text", text: APPROVED_NOTE }] },
      {
        role: "assistant",
        content: [{ type: "tool-call", ...call, input: { action: "remove", id: "r-0123456789" } }],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", ...call, output: { type: "json", value: { removed: "r-0123456789", text: "чай" } } },
        ],
      },
    ],
  });
  expect(content).toEqual([{ type: "text", text: "Удалил: чай" }]);
});

test("I18N-1: every answer of the offline model has words in every language", () => {
  const keys = [
    "help",
    "greeting",
    "thanks",
    "farewell",
    "other",
    "added",
    "added-not-alive",
    "not-found",
    "which",
    "which-to-move",
    "when",
    "what",
    "move-when",
    "undo-none",
    "file",
    "place",
    "list-head",
    "list-empty",
    "no-tools",
    "tool-failed",
    "wake-text",
  ] as const;
  for (const locale of LOCALES) {
    for (const key of keys) expect(words.t(locale, `offline-${key}`)).not.toBe("");
    for (const what of ["move", "alarm", "commitment", "remember", "recall"])
      expect(words.t(locale, "offline-unavailable", { what })).not.toContain("{");
  }
});
