import { flushCompileCache } from "node:module";
import { mcpSecrets } from "#core/mcp/mcp-server.ts";
import type { Log } from "#core/ports.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import type { Playground } from "#playground/playground.ts";
import { backupBeforeMigration } from "#stores/backup/backup.ts";
import { emptyQuarantine } from "#stores/database/rows.ts";
import { type Home, openHome } from "#stores/home/home.ts";
import { acquireInstanceLock } from "#stores/home/instance-lock.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import { systemClock } from "#system/system-clock.ts";
import { systemRandom } from "#system/system-random.ts";
import { WakeHub } from "#system/wake-hub.ts";
import type { Config, Env } from "./config.ts";
import { createLog } from "./log.ts";
import { lacksKey, modelName } from "./model-name.ts";
import { hasSupervisor, RESTART_STATUS, startSuccessor, startUpdate } from "./restart.ts";
import { createVigil, type Vigil } from "./vigil.ts";

/** How long a pairing window stands open (TG-1). */
const PAIRING = { minutes: 10 };

/** After a start so long, what remains to be done at leisure is done. */
const QUIET = { seconds: 5 };

export interface RunOptions {
  readonly config: Config;
  /** The environment of the process. */
  readonly env: Env;
  readonly version: string;
  /** The folder of the checkout. */
  readonly checkout: string;
  /** Whether standard output is a terminal: the log is then made readable. */
  readonly terminal: boolean;
}

/**
 * Runs Vigil over its home until SIGTERM or SIGINT; a second signal ends the process at once. Returns the exit status:
 * {@link RESTART_STATUS} if a restart was asked for.
 * @throws AppError for everything that keeps it from running: `already_running`, `store_newer`, `port_taken`,
 *   `telegram_token_wrong`, …
 */
export async function runVigil(options: RunOptions): Promise<number> {
  const { config, version } = options;
  const home = openHome(config.home, { create: true });
  const facts = { pid: process.pid, startedAt: systemClock.now().toString(), version };
  const lock = acquireInstanceLock(home, facts);
  let playground: Playground | undefined;
  let stores: Stores | undefined;
  let status = 0;
  try {
    const wake = new WakeHub();
    playground = config.botToken === null ? await openPlayground(config, home) : undefined;
    const settings = new SettingsStore(home.settings);
    const redactor = createRedactor({
      secrets: [
        ...config.secrets,
        ...mcpSecrets(settings.read().settings.mcp, config.environment),
        ...(playground ? [playground.botToken] : []),
      ],
    });
    stores = openStores({
      file: home.store,
      release: version,
      wake,
      beforeMigration: (from) => backupBeforeMigration(home, from, systemClock.now()),
      alerts: { repeatDays: () => settings.read().settings.alerts.repeatDays, redact: redactor.redact },
    });
    emptyQuarantine(stores.db);
    if (playground) {
      lock.describe({ ...facts, pageUrl: playground.pageUrl });
      admitPlaygroundOwner(stores, playground);
    }
    const log = await createLog({ level: config.logLevel, redactor, terminal: options.terminal });
    const stop = listenForSignals(log);
    const { requests } = stores;
    const vigil = createVigil({
      ...options,
      home,
      stores,
      wake,
      log,
      redactor,
      restart: () => {
        status = RESTART_STATUS;
        stop.abort();
      },
      startUpdate: (requestId) =>
        startUpdate({
          requestId,
          checkout: options.checkout,
          home,
          env: options.env,
          terminal: options.terminal,
          failed: (reason) => requests.end(requestId, "failed", reason, systemClock.now()),
        }),
      clock: systemClock,
      random: systemRandom,
      telegram: playground
        ? { token: playground.botToken, apiRoot: playground.apiRoot, ownerIds: [playground.ownerId], playground: true }
        : {
            token: config.botToken ?? "",
            apiRoot: config.apiRoot ?? undefined,
            ownerIds: config.ownerIds ?? [],
            playground: false,
          },
    });
    announce(config, stores, vigil, playground);
    // Written once it is quiet: a process that is killed would leave none, and every later start would be a first one.
    void systemClock.sleep(systemClock.now().add(QUIET), stop.signal).then(() => flushCompileCache());
    try {
      await Promise.race([vigil.run(), aborted(stop.signal)]);
    } finally {
      log.info({}, "stopping");
      await vigil.stop();
    }
    if (status === RESTART_STATUS && !hasSupervisor(options.env, options.terminal)) startSuccessor(options.checkout);
    return status;
  } finally {
    await playground?.close();
    stores?.db.close();
    lock.release();
  }
}

/** The person at the page is the owner before their first message: the command line knows where to send to. */
function admitPlaygroundOwner(stores: Stores, { ownerId }: Playground): void {
  if (stores.owners.get(ownerId)) return;
  stores.owners.put({ userId: ownerId, name: "You", languageCode: null, privateChatId: ownerId }, systemClock.now());
}

/** Tells whoever started it what is missing and where to go: the model's key, the page, or the command and link that pair the first owner (TG-1). */
function announce(config: Config, stores: Stores, vigil: Vigil, playground: Playground | undefined): void {
  if (lacksKey(config))
    console.log(
      `${modelName(config.model)} has no key, so it cannot answer: set the provider's key, such as OPENAI_API_KEY, in .env.`,
    );
  if (playground) {
    console.log(`Vigil runs on the playground, nothing to configure. Open ${playground.pageUrl}`);
    return;
  }
  console.log("Vigil runs.");
  if (config.ownerIds !== null || stores.owners.list().length > 0) return;
  const code = systemRandom.id(10);
  const now = systemClock.now();
  stores.owners.openPairing(code, now, now.add(PAIRING));
  console.log(`Nobody may command this bot yet. Within 10 minutes send it "/start ${code}" in a private chat.`);
  void vigil.botName.then((name) => console.log(`Or open https://t.me/${name}?start=${code}`));
}

async function openPlayground(config: Config, home: Home): Promise<Playground> {
  const { startPlayground } = await import("#playground/playground.ts");
  return startPlayground({
    port: config.playgroundPort,
    clock: systemClock,
    random: systemRandom,
    stateFile: `${home.data}/playground.json`,
    ...(config.locale !== null && { locale: config.locale }),
  });
}

/** Aborts at the first SIGTERM or SIGINT; the second one ends the process at once. */
function listenForSignals(log: Log): AbortController {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) {
        log.warn({ signal }, "ending at once");
        process.exit(1);
      }
      stop.abort();
    });
  }
  return stop;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
