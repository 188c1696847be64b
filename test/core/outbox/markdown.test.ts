import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "#core/outbox/markdown.ts";
import type { RichText } from "#core/outbox/rich-text.ts";
import { entityFaults } from "#test/helpers/entity-faults.ts";

/** The styled stretches as `type:text`. */
function stretches({ text, entities }: RichText): string[] {
  return entities.map((e) => `${e.type}:${text.slice(e.offset, e.offset + e.length)}`);
}

const NASTY: [string, string, string, string[]][] = [
  ["an underscore inside a word", "snake_case_name", "snake_case_name", []],
  [
    "emphasis in emphasis",
    "**bold *and italic* here**",
    "bold and italic here",
    ["bold:bold and italic here", "italic:and italic"],
  ],
  ["emphasis between CJK characters", "**注意：**请看", "注意：请看", ["bold:注意："]],
  ["an unclosed emphasis", "**never closed", "**never closed", []],
  ["an unclosed code span", "a ` b", "a ` b", []],
  ["an unclosed fence", "```ts\nconst a = 1;", "const a = 1;", ["pre:const a = 1;"]],
  ["HTML", "<b>no</b> & <script>", "<b>no</b> & <script>", []],
  ["a link", "[docs](https://example.org)", "docs", ["text_link:docs"]],
  ["a link that runs code", "[tap](javascript:alert(1))", "[tap](javascript:alert(1))", []],
  ["a link without a target", "[docs]()", "docs", []],
  ["code in a link", "see [`x`](https://example.org)", "see x", ["text_link:x"]],
  ["an image", "![alt](https://example.org/a.png)", "alt", ["text_link:alt"]],
  ["a heading with emphasis", "# A *b*", "A b", ["bold:A b", "italic:b"]],
  ["a quote in a quote", "> a\n> > b", "a\n\nb", ["blockquote:a\n\nb"]],
  ["a nested list", "- a\n  - b\n- c", "• a\n\u2003◦ b\n• c", []],
  ["a numbered list that starts at 3", "3. a\n4. b", "3. a\n4. b", []],
  ["a task list", "- [ ] a\n- [x] b", "☐ a\n☑ b", []],
  ["a rule", "a\n\n---\n\nb", "a\n\n———\n\nb", []],
  ["emoji before emphasis", "😀 **b**", "😀 b", ["bold:b"]],
  ["half of a surrogate pair", "a\ud83d b", "a\ufffd b", []],
  ["control characters", "a\u0000b\u001bc", "a\ufffdb c", []],
  ["strike, bold, code", "~~s~~ **b** `c`", "s b c", ["strikethrough:s", "bold:b", "code:c"]],
  ["blanks alone", " \n\t ", "", []],
];

test.each(NASTY)("OUT-5: %s", (_name, source, text, styled) => {
  const rich = renderMarkdown(source);
  expect(rich.text).toBe(text);
  expect(stretches(rich)).toEqual(styled);
});

test("OUT-5: a code block keeps its language and its indentation", () => {
  const rich = renderMarkdown("```python\nif a:\n    b()\n```");
  expect(rich).toEqual({
    text: "if a:\n    b()",
    entities: [{ type: "pre", language: "python", offset: 0, length: 13 }],
  });
});

test("OUT-5: a table that fits a phone is aligned, a wide one becomes records", () => {
  expect(renderMarkdown("| a | b |\n|---|--:|\n| 日本 | 1 |\n| x | 22 |").text).toBe(
    "a    │  b\n─────┼───\n日本 │  1\nx    │ 22",
  );
  const wide = renderMarkdown(`| name | text |\n|---|---|\n| n | ${"long ".repeat(12)}|\n| m | y |`);
  expect(wide.text).toBe(`name: n\ntext: ${"long ".repeat(12).trim()}\n\nname: m\ntext: y`);
});

test("OUT-5: no input makes entities that Telegram refuses", () => {
  const bits = [
    "**",
    "*",
    "_",
    "`",
    "```",
    "~~",
    "[",
    "](https://a.b)",
    "> ",
    "- ",
    "1. ",
    "| ",
    "\n",
    "\n\n",
    "---",
    "# ",
    " ",
    "a",
    "слово",
    "字",
    "😀",
    "👩‍👩‍👧",
    "\ud83d",
    "\t",
    "<b>",
    "&amp;",
    "\\",
    "![",
    "- [x] ",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...bits), fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 60 }),
      (pieces) => {
        const rich = renderMarkdown(pieces.join(""));
        expect(entityFaults(rich)).toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
});
