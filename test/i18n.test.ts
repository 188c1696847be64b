import { readdirSync, readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";
import { createWords, messageKeysSource } from "#bot/words/i18n.ts";
import type { MessageKey } from "#core/message-keys.ts";
import { LOCALES, type Locale } from "#core/ports.ts";

const folder = (locale: Locale): URL => new URL(`../locales/${locale}/`, import.meta.url);
const files = readdirSync(folder("en")).sort();

/** Every message of a file with the variables that it names, sorted. */
function messages(locale: Locale, file: string): Record<string, string[]> {
  const resource = new FluentResource(readFileSync(new URL(file, folder(locale)), "utf8"));
  return Object.fromEntries(
    resource.body
      .map((entry) => [entry.id, [...new Set(variables(entry.value))].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function variables(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(variables);
  if (typeof node !== "object" || node === null) return [];
  if ("type" in node && node.type === "var" && "name" in node) return [String(node.name)];
  return Object.values(node).flatMap(variables);
}

test("I18N-1: the three languages have the same files", () => {
  for (const locale of LOCALES) expect(readdirSync(folder(locale)).sort(), locale).toEqual(files);
});

test.each(files)("I18N-1: %s has the same keys and variables in every language", (file) => {
  const english = messages("en", file);
  expect(Object.keys(english).length).toBeGreaterThan(0);
  for (const locale of ["ru", "zh"] as const) expect(messages(locale, file), locale).toEqual(english);
});

test.each(LOCALES)("I18N-1: every message of %s is read: no junk, no key twice, no term that is missing", (locale) => {
  const bundle = new FluentBundle(locale);
  for (const file of files) {
    const source = readFileSync(new URL(file, folder(locale)), "utf8");
    const resource = new FluentResource(source);
    const written = source.match(/^-?[a-zA-Z][\w-]*(?= *=)/gm) ?? [];
    expect(
      resource.body.map((entry) => entry.id),
      file,
    ).toEqual(written);
    expect(bundle.addResource(resource), file).toEqual([]);
  }
});

test("I18N-1: the type of the keys is made of the locales as they are", () => {
  const written = readFileSync(new URL("../src/core/message-keys.ts", import.meta.url), "utf8");
  expect(written, "run: node scripts/generate-message-keys.ts").toBe(messageKeysSource());
});

test("I18N-1: Russian plurals go by CLDR, numbers are not grouped", () => {
  const words = createWords();
  const skipped = (count: number): string => words.t("ru", "reminder-skipped-earlier", { count });
  expect([1, 3, 5, 21].map(skipped)).toEqual([
    expect.stringMatching(/^1 более раннее пропущено/),
    expect.stringMatching(/^3 более ранних пропущены/),
    expect.stringMatching(/^5 более ранних пропущены/),
    expect.stringMatching(/^21 более раннее/),
  ]);
  expect(words.t("en", "refused-text-too-long", { length: 12345, most: 4000 })).toContain("12345 characters");
});

test("I18N-1: an unknown key is a programming error", () => {
  expect(() => createWords().t("en", "no-such-key" as MessageKey)).toThrow(/no-such-key/);
});
