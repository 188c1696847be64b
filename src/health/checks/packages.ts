import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Check } from "../check.ts";

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const packageSchema = z.object({ version: z.string() });

/** The installed packages are the pinned ones: an update without `npm install` leaves old ones behind. */
export const packages: Check = {
  name: "packages",
  run: ({ checkout }) => {
    const { dependencies } = manifestSchema.parse(readJson(path.join(checkout, "package.json")));
    const found = Object.entries(dependencies).map(([name, wanted]) => ({
      name,
      wanted,
      installed: installed(checkout, name),
    }));
    const missing = found.filter((p) => p.installed === undefined);
    if (missing.length > 0)
      return { state: "fail", code: "packages_missing", params: { packages: missing.map((p) => p.name).join(", ") } };
    const other = found.filter((p) => p.installed !== p.wanted);
    const listed = other.map((p) => `${p.name} ${p.installed} (pinned: ${p.wanted})`).join(", ");
    return other.length > 0
      ? { state: "warn", code: "packages_differ", params: { packages: listed } }
      : { state: "ok", code: "packages_ok", params: { count: found.length } };
  },
};

function installed(checkout: string, name: string): string | undefined {
  try {
    return packageSchema.parse(readJson(path.join(checkout, "node_modules", name, "package.json"))).version;
  } catch {
    return undefined;
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
