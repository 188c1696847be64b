import { expect, test } from "vitest";
import { stripRequest } from "#core/time/strip-request.ts";

test.each([
  ["remind me to call mom", "call mom"],
  ["Please remind me that the oven is on", "the oven is on"],
  ["remind me: call mom", "call mom"],
  ["can you remind me about the dentist", "the dentist"],
  ["set a reminder to stretch", "stretch"],
  ["call mom please", "call mom"],
  ["напомни мне позвонить маме", "позвонить маме"],
  ["Напомни, что пора спать", "пора спать"],
  ["пожалуйста, напомни купить хлеб", "купить хлеб"],
  ["提醒我开会", "开会"],
  ["请提醒我一下开会", "开会"],
  ["帮我提醒我喝水", "喝水"],
  ["remind me", ""],
])("TIME-10: '%s' asks for '%s'", (words, task) => {
  expect(stripRequest(words, "en")).toBe(task);
});

test.each(["call the remind me company", "reminders are useful", "купить напоминалку", "tomato soup"])(
  "TIME-10: '%s' is left as it is",
  (words) => {
    expect(stripRequest(words, "en")).toBe(words);
  },
);
