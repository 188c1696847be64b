import { readdirSync, readFileSync } from "node:fs";
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Locale, Words } from "#core/ports.ts";

const FOLDER = new URL("../../locales/", import.meta.url);

/**
 * The words of `locales/` (I18N-1). A language is read when it is first spoken. Numbers are not grouped, for most are ids or
 * counts; plurals go by CLDR.
 *
 * @throws RangeError from `t` for a key that is not there: a programming error
 */
export function createWords(): Words {
  const bundles = new Map<Locale, FluentBundle>();
  return {
    t(locale, key, params = {}) {
      const bundle = bundles.getOrInsertComputed(locale, loadBundle);
      const pattern = bundle.getMessage(key)?.value;
      if (!pattern) throw new RangeError(`locales/${locale} has no message ${key}`);
      // With an array for faults a missing variable shows as its name instead of throwing: a message is better than none.
      return bundle.formatPattern(pattern, fluentArguments(params), []);
    },
  };
}

/** The source of `src/core/message-keys.ts`: one key a line, in the order of the alphabet (I18N-1). */
export function messageKeysSource(): string {
  const keys = resources("en").flatMap(({ resource }) => resource.body.map(({ id }) => id));
  return [
    "/** The keys of `locales/`. Written by `node scripts/generate-message-keys.ts`; a test compares. */",
    "export type MessageKey =",
    ...keys.sort().map((key) => `  | "${key}"`),
  ]
    .join("\n")
    .concat(";\n");
}

function loadBundle(locale: Locale): FluentBundle {
  // Isolating marks around variables would break entity offsets and look odd in plain text.
  const bundle = new FluentBundle(locale, { useIsolating: false });
  for (const { name, resource } of resources(locale)) {
    const faults = bundle.addResource(resource);
    if (faults.length > 0) throw new AggregateError(faults, `locales/${locale}/${name} repeats a key`);
  }
  return bundle;
}

function resources(locale: Locale): { name: string; resource: FluentResource }[] {
  const folder = new URL(`${locale}/`, FOLDER);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ftl"))
    .sort()
    .map((name) => ({ name, resource: new FluentResource(readFileSync(new URL(name, folder), "utf8")) }));
}

function fluentArguments(params: Readonly<Record<string, string | number>>): Record<string, string | FluentNumber> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value,
    ]),
  );
}
