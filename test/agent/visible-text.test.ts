import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visibleSoFar, visibleText } from "#agent/context/visible-text.ts";

describe("visibleText", () => {
  const CASES: [string, string][] = [
    ["<think>plan</think>Hi", "Hi"],
    ["<think>plan", ""],
    ["plan</think>Hi", "Hi"],
    ["<THINKING>a<think>b</think>c</THINKING>Hi", "Hi"],
    ["Hi <|im_end|>", "Hi"],
    ["Use `<think>` in the prompt", "Use `<think>` in the prompt"],
    ["```\n<think>\n```\ndone", "```\n<think>\n```\ndone"],
    ["a < b and c > d", "a < b and c > d"],
    ["One <think>x</think>two", "One two"],
  ];
  for (const [text, visible] of CASES)
    test(`AGT-17: ${JSON.stringify(text)} shows ${JSON.stringify(visible)}`, () => {
      expect(visibleText(text)).toBe(visible);
    });

  test("AGT-17: while a text grows, nothing of a thought shows at any point", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("x", "y", " ", "\n") }), (secret) => {
        const text = `Hi <think>${secret}SECRET</think> there`;
        for (let end = 0; end <= text.length; end++) {
          const shown = visibleSoFar(text.slice(0, end));
          expect(shown).not.toMatch(/SECRET|<t|think/);
        }
      }),
    );
  });
});
