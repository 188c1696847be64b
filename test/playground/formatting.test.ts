import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEntities } from "#playground/check-entities.ts";
import { ParseError, parseHtml } from "#playground/parse-html.ts";
import { parseMarkdownV2 } from "#playground/parse-markdown-v2.ts";

describe("PLY-2: HTML is parsed as strictly as Telegram does", () => {
  test("nested tags become entities with UTF-16 offsets", () => {
    expect(parseHtml("👍 <b>bold <i>both</i></b> &lt;<code>x</code>")).toEqual({
      text: "👍 bold both <x",
      entities: [
        { type: "bold", offset: 3, length: 9 },
        { type: "italic", offset: 8, length: 4 },
        { type: "code", offset: 14, length: 1 },
      ],
    });
  });

  test("a block with a language is one entity, a time has its instant, links keep their address", () => {
    const { text, entities } = parseHtml(
      '<pre><code class="language-ts">a</code></pre><tg-time unix="1800000000" format="r">soon</tg-time><a href="https://a.example/?x=1&amp;y">l</a>',
    );
    expect(text).toBe("asoonl");
    expect(entities).toEqual([
      { type: "pre", offset: 0, length: 1, language: "ts" },
      { type: "date_time", offset: 1, length: 4, unix_time: 1_800_000_000, date_time_format: "r" },
      { type: "text_link", offset: 5, length: 1, url: "https://a.example/?x=1&y" },
    ]);
  });

  test.each([
    ["<b>open", `Can't find end tag corresponding to start tag "b"`],
    ["x</b>", "Unexpected end tag at byte offset 1"],
    ["<b>x</i>", `Unmatched end tag at byte offset 4, expected "</b>", found "</i>"`],
    ["жж <p>x</p>", `Unsupported start tag "p" at byte offset 5`],
    ["1 < 2", `Unsupported start tag "" at byte offset 2`],
    ["<span>x</span>", `Tag "span" must have class "tg-spoiler" at byte offset 0`],
  ])("%s is refused", (source, reason) => {
    expect(() => parseHtml(source)).toThrow(new ParseError(reason));
  });
});

describe("PLY-2: MarkdownV2 is parsed as strictly as Telegram does", () => {
  test("marks, links, code, quotes", () => {
    expect(parseMarkdownV2("*b _i_* `c\\`d` [l](https://a.example/\\)) ||s||\n>quote\nrest")).toEqual({
      text: "b i c`d l s\nquote\nrest",
      entities: [
        { type: "bold", offset: 0, length: 3 },
        { type: "italic", offset: 2, length: 1 },
        { type: "code", offset: 4, length: 3 },
        { type: "text_link", offset: 8, length: 1, url: "https://a.example/)" },
        { type: "spoiler", offset: 10, length: 1 },
        { type: "blockquote", offset: 12, length: 6 },
      ],
    });
  });

  test("a block keeps its language and takes no marks", () => {
    expect(parseMarkdownV2("```ts\n*x* \\` y\n```")).toEqual({
      text: "*x* ` y",
      entities: [{ type: "pre", offset: 0, length: 7, language: "ts" }],
    });
  });

  test.each(["1. item", "a-b", "wow!", "*open", "[l](open", "a | b", "#tag", "> q *\nx*"])(
    "%s is refused",
    (source) => {
      expect(() => parseMarkdownV2(source)).toThrow(ParseError);
    },
  );

  test("any text escaped by the documented rule comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, "\\$&");
        expect(parseMarkdownV2(escaped)).toEqual({ text: text.trim(), entities: [] });
      }),
    );
  });
});

describe("PLY-2: entities that a bot made are checked", () => {
  test("range, surrogate pairs, crossing and code that holds others are faults", () => {
    const text = "👍 hello";
    const faults = (...spans: [type: "bold" | "code" | "italic" | "blockquote", offset: number, length: number][]) =>
      checkEntities(
        text,
        spans.map(([type, offset, length]) => ({ type, offset, length })),
      ).length;
    expect(faults(["bold", 0, 2], ["italic", 0, 2])).toBe(0);
    expect(faults(["blockquote", 0, 8], ["code", 3, 2])).toBe(0);
    expect(faults(["bold", 3, 6])).toBe(1);
    expect(faults(["bold", -1, 2])).toBe(1);
    expect(faults(["bold", 3, 0])).toBe(1);
    expect(faults(["bold", 1, 4])).toBe(1);
    expect(faults(["bold", 0, 5], ["italic", 3, 4])).toBe(1);
    expect(faults(["bold", 0, 5], ["code", 3, 2])).toBe(1);
    expect(faults(["blockquote", 0, 8], ["blockquote", 3, 2])).toBe(1);
  });

  test("a date needs an instant and one of the documented formats", () => {
    const date = (date_time_format: string) =>
      checkEntities("soon", [{ type: "date_time", offset: 0, length: 4, unix_time: 1, date_time_format } as never])
        .length;
    expect([date("r"), date("wDt"), date(""), date("t")]).toEqual([0, 0, 0, 0]);
    expect([date("tD"), date("YYYY")]).toEqual([1, 1]);
  });
});
