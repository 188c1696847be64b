import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { signalGroup } from "#agent/process/process-group.ts";
import { createRedactor } from "#core/redact/redactor.ts";
import type { NewScheduleRow } from "#core/schedules/schedule-row.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import type { FiringWorker } from "#jobs/firing-work.ts";
import { recoverCommands } from "#jobs/recover-commands.ts";
import { COMMANDS_AT_ONCE, type RunCommandContext, runCommand } from "#jobs/run-command.ts";
import { type Job, Runner } from "#jobs/runner.ts";
import { Pulse } from "#stores/home/pulse.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import type { Stores } from "#stores/stores.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { SilentLog } from "#test/helpers/silent-log.ts";
import { type TestStores, testStores } from "#test/helpers/test-stores.ts";

const START = "2026-12-01T08:00:00Z";
export const SECRET = "vigil-secret-0123456789abcdef";

/** A dispatcher with real processes on a clock that the test moves. */
export interface CommandWorld extends AsyncDisposable {
  readonly store: TestStores;
  readonly stores: Stores;
  readonly clock: ManualClock;
  readonly log: SilentLog;
  /** Where commands run. */
  readonly folder: string;
  /** Sets a command; it is due a second after the start unless `over` says otherwise. */
  command(text: string, over?: Partial<NewScheduleRow>): string;
  start(): void;
  /** The newest firing of a row. */
  fact(id: string): Firing | undefined;
  /** Resolves when `check` holds; the clock stands still meanwhile. */
  until<T>(check: () => T | undefined | false | null): Promise<T>;
  /** Resolves when the row's newest firing has ended. */
  ended(id: string): Promise<Firing>;
  /** What was queued, oldest first. */
  alerts(): Record<string, string | number>[];
  recover(): Promise<void>;
  /** Stops as SIGTERM does. */
  stop(): Promise<void>;
}

let next = 0;

export function commandWorld(
  options: { text?: FiringWorker; jobs?: readonly Job[]; store?: TestStores } = {},
): CommandWorld {
  const store = options.store ?? testStores();
  const { stores } = store;
  const clock = new ManualClock(START);
  stores.owners.put({ userId: 100, name: "Mira", languageCode: "en", privateChatId: 100 }, clock.now());
  const log = new SilentLog();
  const folder = join(store.folder, "work");
  mkdirSync(folder, { recursive: true });
  const preferences = new Preferences({
    settings: new SettingsStore(join(store.folder, "settings.json")),
    owners: stores.owners,
    defaults: { timezone: "Europe/Berlin", locale: "en", hostZone: "UTC" },
  });
  const context: RunCommandContext = {
    stores,
    clock,
    log,
    preferences,
    folder,
    redactor: createRedactor({ secrets: [SECRET] }),
    environment: (origin) => ({ PATH: process.env.PATH ?? "", VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: origin }),
    startedAt: clock.now(),
  };
  const dispatch = new Dispatch({
    stores,
    clock,
    log,
    pulse: new Pulse(join(store.folder, "reminders.tick")),
    workers: {
      ...(options.text && { text: options.text }),
      command: {
        concurrency: () => COMMANDS_AT_ONCE,
        perform: (firing, signal) => runCommand(firing, context, signal),
      },
    },
  });
  const runner = new Runner({
    jobs: [dispatch, ...(options.jobs ?? [])],
    stores,
    clock,
    wake: store.wake,
    log,
    onJump: () => {},
  });
  const world: CommandWorld = {
    store,
    stores,
    clock,
    log,
    folder,
    command(text, over = {}) {
      const id = `c-${(next++).toString(36).padStart(10, "0")}`;
      stores.schedules.add(
        reminderRow("2026-12-01T08:00:01Z", { id, kind: "command", text, timeoutMinutes: 2, ...over }),
      );
      return id;
    },
    start: () => runner.start(),
    fact: (id) => stores.firings.latest(id),
    async until(check) {
      for (let round = 0; ; round++) {
        const found = check();
        if (found) return found;
        if (round > 4_000) throw new Error("what was waited for did not happen");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    ended: (id) =>
      world.until(() => {
        const fact = world.fact(id);
        return fact?.endedAt == null ? undefined : fact;
      }),
    alerts: () =>
      stores.db
        .all("SELECT id FROM outbox ORDER BY id")
        .map((row) => stores.outbox.get(Number(row.id))!.payload)
        .flatMap((payload) => (payload.kind === "alert" ? [{ code: payload.code, ...payload.params }] : [])),
    recover: () => recoverCommands(context),
    async stop() {
      await dispatch.drain(clock.now().add({ seconds: 20 }));
      await runner.stop();
    },
    async [Symbol.asyncDispose]() {
      // A command that heeds nothing would wait for the clock.
      for (const { processGroup } of stores.firings.running("command"))
        if (processGroup) signalGroup(processGroup.pid, "SIGKILL");
      await world.stop();
      if (!options.store) store[Symbol.dispose]();
    },
  };
  return world;
}
