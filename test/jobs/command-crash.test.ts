import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { groupRuns, signalGroup } from "#agent/process/process-group.ts";
import { startBotApi } from "#playground/bot-api-server.ts";
import { openStores } from "#stores/stores.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { tempFolder } from "#test/helpers/temp-folder.ts";
import { externalEnv, spawnVigil } from "#test/helpers/vigil-process.ts";

async function until<T>(check: () => T | undefined | false | null): Promise<T> {
  for (let round = 0; round < 2_000; round++) {
    const found = check();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("what was waited for did not happen");
}

test("REM-24: when Vigil is killed while a command runs, its group is ended at the next start, told, and not run again", async () => {
  using home = tempFolder();
  const api = await startBotApi({ token: "1:test" });
  const owner = api.user(1001, { name: "Owner", language: "en" });
  const env = externalEnv({ token: "1:test", apiRoot: api.url, ownerId: 1001 });
  const ready = join(home.path, "work", "runs");
  let vigil = spawnVigil(home.path, env);
  try {
    await api.nextPoll();
    await owner.send("/start");
    await until(() => api.messages(1001).some((message) => message.fromBot));
    const stores = openStores({ file: join(home.path, "data", "vigil.db"), release: "0.0.0-test", migrate: false });
    const id = "c-0123456789";
    const text = "echo x >> runs; while [ -e runs ]; do sleep 0.1; done";
    stores.schedules.add(
      reminderRow(Temporal.Now.instant().toString(), { id, kind: "command", text, name: "slow", timeoutMinutes: 5 }),
    );
    await until(() => existsSync(ready));
    const { processGroup } = stores.firings.latest(id)!;
    await vigil.end("SIGKILL");
    expect(groupRuns(processGroup!.pid)).toBe(true);
    try {
      vigil = spawnVigil(home.path, env);
      await until(() => stores.firings.latest(id)?.endedAt);
      expect(stores.firings.latest(id)).toMatchObject({ state: "interrupted", delivered: false });
      await until(() => !groupRuns(processGroup!.pid));
      await until(() => api.messages(1001).some(({ text }) => text?.includes("The command “slow” failed")));
      expect(readFileSync(ready, "utf8")).toBe("x\n");
    } finally {
      signalGroup(processGroup!.pid, "SIGKILL");
      stores.db.close();
    }
  } finally {
    await vigil.end("SIGKILL");
    await api.close();
  }
});
