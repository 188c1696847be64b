import { randomBytes } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ALMOST_FULL_MIB, freeSpaceMib } from "#stores/files/disk-space.ts";
import type { Check } from "../check.ts";

const LOW_MIB = 1_024;

/** The home can be written, has room, and is read by its owner alone (SEC-1). */
export const homeFolder: Check = {
  name: "home",
  run: ({ home }) => {
    const probe = path.join(home.data, `.health-${randomBytes(6).toString("hex")}`);
    try {
      writeFileSync(probe, "", { mode: 0o600 });
    } catch (error) {
      return { state: "fail", code: "home_unwritable", params: { path: home.data, reason: (error as Error).message } };
    } finally {
      rmSync(probe, { force: true });
    }
    const free = freeSpaceMib(home.data);
    const params = { path: home.data, free };
    if (free < ALMOST_FULL_MIB) return { state: "fail", code: "disk_almost_full", params };
    if (free < LOW_MIB) return { state: "warn", code: "disk_low", params };
    if ((statSync(home.data).mode & 0o077) !== 0) return { state: "warn", code: "home_open_to_others", params };
    return { state: "ok", code: "home_ok", params };
  },
};
