import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { digest } from "./process-zone-digest.ts";

const DIGEST = new URL("./process-zone-digest.ts", import.meta.url).href;

function digestIn(zone: string): string {
  const code = `import { digest } from ${JSON.stringify(DIGEST)}; process.stdout.write(digest());`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
  });
}

test.each(["UTC", "Australia/Sydney", "America/St_Johns"])(
  "TIME-32: a process in %s gives the same answers",
  (zone) => {
    expect(digest().split("\n")).toHaveLength(108);
    expect(digestIn(zone)).toBe(digest());
  },
);
