import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "#app/config.ts";
import { createVigil, type Vigil } from "#app/vigil.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import { type BotApiServer, type BotApiUser, startBotApi } from "#playground/bot-api-server.ts";
import { openHome } from "#stores/home/home.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import { WakeHub } from "#system/wake-hub.ts";
import { CountingRandom } from "./counting-random.ts";
import { ManualClock } from "./manual-clock.ts";
import { SilentLog } from "./silent-log.ts";

export const OWNER_ID = 1001;
const TOKEN = "700700700:test-app";

/** The whole product in this process, over the embedded Bot API server and a clock that the test moves. */
export interface TestApp extends AsyncDisposable {
  readonly api: BotApiServer;
  readonly owner: BotApiUser;
  readonly clock: ManualClock;
  readonly log: SilentLog;
  readonly home: string;
  readonly stores: Stores;
  /** Stops it as SIGTERM does and starts it anew over the same home; `meanwhile` happens while nothing runs. */
  restart(meanwhile?: () => void): Promise<void>;
  /** Moves the clock in steps of a second, so that loops and requests keep up, until `check` returns something. */
  until<T>(check: () => T | undefined | false | null, limit?: { seconds: number }): Promise<T>;
}

export interface TestAppOptions {
  readonly now?: string;
  readonly env?: Record<string, string>;
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = new ManualClock(options.now ?? "2026-12-01T10:00:00Z");
  const log = new SilentLog();
  const folder = mkdtempSync(join(tmpdir(), "vigil-app-"));
  const api = await startBotApi({ token: TOKEN, now: () => clock.now().epochMilliseconds });
  const owner = api.user(OWNER_ID, { name: "Owner", language: options.env?.VIGIL_LOCALE ?? "en" });
  const random = new CountingRandom();
  const config = parseConfig(
    {
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_ROOT: api.url,
      VIGIL_OWNER_IDS: String(OWNER_ID),
      VIGIL_HOME: folder,
      VIGIL_TIMEZONE: "Europe/Berlin",
      VIGIL_LOCALE: "en",
      ...options.env,
    },
    folder,
  );
  const home = openHome(folder, { create: true });

  const start = (): { stores: Stores; vigil: Vigil; running: Promise<void> } => {
    const wake = new WakeHub();
    const stores = openStores({ file: home.store, release: "0.0.0-test", wake });
    const vigil = createVigil({
      config,
      env: { PATH: process.env.PATH, HOME: folder },
      version: "0.0.0-test",
      checkout: new URL("../..", import.meta.url).pathname,
      home,
      stores,
      clock,
      random,
      wake,
      log,
      redactor: createRedactor({ secrets: config.secrets }),
      restart: () => {},
      startUpdate: () => {},
      telegram: { token: TOKEN, apiRoot: api.url, ownerIds: config.ownerIds ?? [], playground: false },
    });
    return { stores, vigil, running: vigil.run() };
  };
  let present = start();
  await api.nextPoll();

  const stop = async (): Promise<void> => {
    await present.vigil.stop();
    await present.running;
    present.stores.db.close();
  };
  return {
    api,
    owner,
    clock,
    log,
    home: folder,
    get stores() {
      return present.stores;
    },
    async restart(meanwhile) {
      await stop();
      meanwhile?.();
      present = start();
      await api.nextPoll();
    },
    async until(check, limit = { seconds: 600 }) {
      for (let second = 0; ; second++) {
        const found = await api.waitFor(check, { timeoutMs: second < 5 ? 150 : 20 }).catch(() => undefined);
        if (found) return found;
        if (second === limit.seconds) return api.waitFor(check, { timeoutMs: 1_000 });
        await clock.advance("PT1S");
      }
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}
