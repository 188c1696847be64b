import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "#core/outbox/markdown.ts";
import { type RichText, styled } from "#core/outbox/rich-text.ts";
import { splitText } from "#core/outbox/split.ts";
import { entityFaults } from "#test/helpers/entity-faults.ts";

const lengths = (parts: readonly RichText[]): number[] => parts.map((part) => part.text.length);

test("OUT-4: 4096 units are one message, 4097 are two", () => {
  expect(lengths(splitText(styled("x".repeat(4096))))).toEqual([4096]);
  expect(lengths(splitText(styled("x".repeat(4097))))).toEqual([4096, 1]);
});

test("OUT-4: an emoji of two units is never cut in two", () => {
  const parts = splitText(styled("😀".repeat(2049)));
  expect(lengths(parts)).toEqual([4096, 2]);
  const odd = splitText(styled(`x${"😀".repeat(2048)}`));
  expect(odd.every((part) => part.text.isWellFormed())).toBe(true);
  expect(odd.map((part) => part.text).join("")).toBe(`x${"😀".repeat(2048)}`);
});

test("OUT-4: a paragraph is kept whole before a line, a line before a word", () => {
  const paragraph = "word ".repeat(500).trim();
  expect(splitText(styled(`${paragraph}\n\n${paragraph}`)).map((part) => part.text)).toEqual([paragraph, paragraph]);
  expect(splitText(styled(`${paragraph}\n${paragraph}`)).map((part) => part.text)).toEqual([paragraph, paragraph]);
  const words = splitText(styled("word ".repeat(1000).trim()));
  expect(words[0]!.text.endsWith("word")).toBe(true);
  expect(words[1]!.text.startsWith("word")).toBe(true);
});

test("OUT-4: a long code block is closed and opened again with its language, at a line, indentation kept", () => {
  const code = Array.from({ length: 300 }, (_, i) => `    line ${i} of the code`).join("\n");
  const parts = splitText(renderMarkdown(`\`\`\`ts\n${code}\n\`\`\``));
  expect(parts.length).toBe(2);
  for (const part of parts)
    expect(part.entities).toEqual([{ type: "pre", language: "ts", offset: 0, length: part.text.length }]);
  expect(parts.map((part) => part.text).join("\n")).toBe(code);
});

test("OUT-4: a link at the edge goes over whole", () => {
  const text = `${"x".repeat(4090)}${"linked".repeat(3)} and more`;
  const rich: RichText = { text, entities: [{ type: "text_link", url: "https://a.b", offset: 4090, length: 18 }] };
  const [first, second] = splitText(rich);
  expect(first!.entities).toEqual([]);
  expect(second!.entities).toEqual([{ type: "text_link", url: "https://a.b", offset: 0, length: 18 }]);
});

test("OUT-4: parts are in order, complete, within the limit, and well formed, whatever the text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\n",
      "\n\n",
      " ",
      "**b b**",
      "`c`",
      "[l l](https://a.b)",
      "```js\n  x\n  y\n```\n",
      "😀",
      "👩‍👩‍👧",
      "é",
      "字字字",
      "- a\n",
      "> q\n\n",
    ),
    fc.string({ unit: "grapheme", maxLength: 30 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), fc.integer({ min: 20, max: 90 }), (pieces, limit) => {
      const rich = renderMarkdown(pieces.join(""));
      const parts = splitText(rich, limit);
      const solid = (text: string): string => text.replace(/\s/g, "");
      expect(parts.map((part) => solid(part.text)).join("")).toBe(solid(rich.text));
      for (const part of parts) {
        expect(part.text.length).toBeLessThanOrEqual(limit);
        expect(entityFaults(part)).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

test("OUT-4: a pile of combining marks longer than a message is still split", () => {
  const parts = splitText(styled(`a${"\u0301".repeat(5000)}`));
  expect(lengths(parts).every((length) => length <= 4096)).toBe(true);
  expect(lengths(parts).reduce((a, b) => a + b, 0)).toBe(5001);
});
