import { readdirSync, readFileSync } from "node:fs";
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Locale, Words } from "#core/ports.ts";

const FOLDER = new URL("../locales/", import.meta.url);

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

function loadBundle(locale: Locale): FluentBundle {
  // Isolating marks around variables would break entity offsets and look odd in plain text.
  const bundle = new FluentBundle(locale, { useIsolating: false });
  const folder = new URL(`${locale}/`, FOLDER);
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith(".ftl"))
    .sort()) {
    const faults = bundle.addResource(new FluentResource(readFileSync(new URL(name, folder), "utf8")));
    if (faults.length > 0) throw new AggregateError(faults, `locales/${locale}/${name} repeats a key`);
  }
  return bundle;
}

function fluentArguments(params: Readonly<Record<string, string | number>>): Record<string, string | FluentNumber> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "number" ? new FluentNumber(value, { useGrouping: false }) : value,
    ]),
  );
}
