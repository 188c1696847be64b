import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { showExactly } from "#core/approvals/show-exactly.ts";

describe("showExactly", () => {
  test.each([
    ["rm \u202E txt.exe", "rm \\u{202E} txt.exe"],
    ["a\u200Bb\u2060c\uFEFFd", "a\\u{200B}b\\u{2060}c\\u{FEFF}d"],
    ["a\u00A0b\u3000c", "a\\u{A0}b\\u{3000}c"],
    ["a\u3164b\u2800c", "a\\u{3164}b\\u{2800}c"],
    ["a\u0007b\u001B[2Jc\rd", "a\\u{7}b\\u{1B}[2Jc\\u{D}d"],
    ["a\uFE0Fb\u{E0100}c\u{E0041}d", "a\\u{FE0F}b\\u{E0100}c\\u{E0041}d"],
    ["echo привет 你好 🙂\n\tdone", "echo привет 你好 🙂\n\tdone"],
  ])("AGT-7: %j", (text, shown) => expect(showExactly(text)).toBe(shown));

  test("AGT-7: of any text, what is left hidden is nothing; what has nothing hidden stays as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = showExactly(text);
        expect(shown).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n\t]/u);
        expect(showExactly(shown)).toBe(shown);
      }),
    );
  });
});
