import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BotApiServer, startBotApi } from "#playground/bot-api-server.ts";
import { openStores } from "#stores/stores.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { externalEnv, spawnVigil, type VigilProcess } from "#test/helpers/vigil-process.ts";

const OWNER = 1001;
const TOKEN = "700700700:damaged-store";
const PAGE = 4_096;

let home: string;
let api: BotApiServer;
let vigil: VigilProcess | undefined;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "vigil-damaged-"));
  api = await startBotApi({ token: TOKEN });
});

afterEach(async () => {
  await vigil?.end("SIGKILL");
  await api.close();
  rmSync(home, { recursive: true });
});

test("OPS-3: a store with damaged pages ends the process with what happened and how to restore, and is kept", async () => {
  const env = externalEnv({ token: TOKEN, apiRoot: api.url, ownerId: OWNER });
  vigil = spawnVigil(home, env);
  await api.nextPoll();
  await vigil.end("SIGTERM");
  const file = join(home, "data/vigil.db");
  const stores = openStores({ file, release: "test" });
  for (let n = 0; n < 300; n++) stores.schedules.add(reminderRow("2030-01-01T00:00:00Z", { text: "x".repeat(500) }));
  stores.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const pages = Number(stores.db.get("PRAGMA page_count")?.page_count);
  stores.db.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(PAGE * (pages - 1), "A"), 0, PAGE * (pages - 1), PAGE);
  closeSync(handle);

  vigil = spawnVigil(home, env);
  const code = await new Promise((resolve) => vigil?.child.once("exit", resolve));
  expect(code).toBe(1);
  expect(vigil.output()).toContain("damaged");
  expect(vigil.output()).toContain("backups");
  expect(vigil.output()).not.toMatch(/\n\s+at /);
});
