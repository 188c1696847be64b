import { expect, test } from "vitest";
import { answerDialogue, type DialogueContext } from "#core/dialogues/answer-dialogue.ts";
import { type DialogueTask, dialogueTaskSchema, stepOf } from "#core/dialogues/dialogue.ts";
import type { TimeCard } from "#core/outbox/payload.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";

const row = { ...reminderRow("2026-12-05T09:00:00Z"), state: "pending", firedAt: null } as ScheduleRow;
const context: DialogueContext = {
  now: Temporal.Instant.from("2026-12-01T10:00:00Z"),
  zone: "Europe/Berlin",
  locale: "en",
  hints: { defaultHour: "09:00", waking: "07:00-23:00" },
  target: { chatId: 42, threadId: null },
  live: 0,
  maxLive: 500,
  row,
  snoozedText: "take the pills",
};
const add: DialogueTask = { kind: "add", text: null, card: null, target: null };

/** The task after the answers, each of which has to be understood. */
function after(task: DialogueTask, ...answers: string[]): DialogueTask {
  return answers.reduce((known, words) => {
    const answer = answerDialogue(known, words, context);
    if (answer.kind !== "next") throw new Error(`${words}: ${JSON.stringify(answer)}`);
    return answer.task;
  }, task);
}

test("TG-11: the step follows from what is known, in every task", () => {
  expect(stepOf(add)).toBe("ask");
  expect(stepOf(after(add, "water the beans"))).toBe("when");
  expect(stepOf(after(add, "water the beans", "tomorrow at 9"))).toBe("confirm");
  expect(stepOf(after({ kind: "move", scheduleId: row.id, card: null }, "tomorrow at 9"))).toBe("confirm");
  expect(stepOf(after({ kind: "edit", scheduleId: row.id, text: null }, "another text"))).toBe("confirm");
  expect(stepOf(after({ kind: "snooze", firingId: 1, card: null }, "in 2 hours"))).toBe("confirm");
  expect(stepOf(after({ kind: "default-hour", hour: null }, "8:15"))).toBe("confirm");
});

test("TG-11: a task survives its way through the store", () => {
  const task = after(add, "every weekday at 8:30 stand-up");
  expect(dialogueTaskSchema.parse(JSON.parse(JSON.stringify(task)))).toEqual(task);
});

test("TG-11: an answer in the preview replaces what it names: all of it, or the time alone", () => {
  const known = after(add, "tomorrow at 18:00 water the beans");
  expect(after(known, "friday at 18:00")).toMatchObject({ text: "water the beans" });
  expect(after(known, "friday at 18:00 call Anna")).toMatchObject({ text: "call Anna" });
  // Words without a time are another text, and its time stays.
  expect(after(known, "call Ben")).toMatchObject({ text: "call Ben", card: { text: "call Ben" } });
  expect(after(known, "call Ben")).toMatchObject({ card: { next: (known as { card: TimeCard }).card.next } });
});

const move: DialogueTask = { kind: "move", scheduleId: row.id, card: null };

test.each([
  ["when_in_past", add, "yesterday at 9 call Anna"],
  ["when_no_such_date", add, "30 February call Anna"],
  ["when_too_frequent", add, "every minute call Anna"],
  ["text_too_long", add, "x".repeat(4_001)],
  ["when_unreadable", move, "some day"],
  ["text_empty", { kind: "edit", scheduleId: row.id, text: null }, "  "],
  ["text_too_long", { kind: "search" }, "x".repeat(61)],
  ["time_unreadable", { kind: "default-hour", hour: null }, "every day at 9"],
  ["time_unreadable", { kind: "default-hour", hour: null }, "in 2 hours"],
  ["time_unreadable", { kind: "default-hour", hour: null }, "tomorrow at 9"],
  ["time_unreadable", { kind: "default-hour", hour: null }, "at 9 call Anna"],
] as const satisfies readonly (readonly [string, DialogueTask, string])[])(
  "Bad input: an answer that cannot be used is refused as %s",
  (code, task, words) => {
    expect(answerDialogue(task, words, context)).toMatchObject({ kind: "refused", code });
  },
);

test("Bad input: with the most reminders set, none is previewed", () => {
  const full = { ...context, live: 500 };
  expect(answerDialogue(add, "tomorrow at 18:00 call Anna", full)).toMatchObject({ kind: "refused", code: "too_many" });
});

test("TG-11: a time without a text is kept until the text is said", () => {
  const timed = after(add, "remind me tomorrow at 18:00");
  expect(timed).toEqual({ ...add, when: "tomorrow at 18:00" });
  expect(after(timed, "tea")).toMatchObject({ text: "tea", card: { schedule: { local: "2026-12-02T18:00" } } });
});

test.each(["cancel", "Stop.", "отмена", "Отмени", "стоп", "取消", "算了"])(
  "TG-11: “%s” ends a dialogue in any step",
  (words) => {
    for (const task of [add, move, after(add, "tomorrow at 18:00 tea")])
      expect(answerDialogue(task, words, context)).toEqual({ kind: "cancelled" });
  },
);

test("TG-11: what a dialogue was about may be gone by its answer", () => {
  const gone = { ...context, row: undefined, snoozedText: undefined };
  expect(answerDialogue(move, "tomorrow", gone)).toEqual({ kind: "gone" });
  expect(answerDialogue({ kind: "snooze", firingId: 1, card: null }, "tomorrow", gone)).toEqual({ kind: "gone" });
});
