import path from "node:path";
import { createBackup } from "#jobs/backup.ts";
import { Dispatch } from "#jobs/dispatch.ts";
import { fireReminder } from "#jobs/fire-reminder.ts";
import { followJump } from "#jobs/follow-jump.ts";
import { createHelper, recoverHelpers } from "#jobs/helper.ts";
import { createInsist } from "#jobs/insist.ts";
import { completeRestart, createMaintenance } from "#jobs/maintenance.ts";
import { recoverCommands } from "#jobs/recover-commands.ts";
import { recoverFirings } from "#jobs/recover-firings.ts";
import { COMMANDS_AT_ONCE, runCommand } from "#jobs/run-command.ts";
import { Runner } from "#jobs/runner.ts";
import { createSweep } from "#jobs/sweep.ts";
import { createSweepOld } from "#jobs/sweep-old.ts";
import { createWatchHost } from "#jobs/watch-host.ts";
import { freeSpaceMib } from "#stores/files/disk-space.ts";
import type { ComposedAgent } from "./compose-agent.ts";
import type { Services } from "./services.ts";

export interface ComposedJobs {
  readonly dispatch: Dispatch;
  readonly runner: Runner;
  /** Takes up what a crash left; resolves when the last old process group has ended. */
  recover(): Promise<void>;
}

export function composeJobs(services: Services, { agent, environment }: ComposedAgent): ComposedJobs {
  const { config, home, stores, clock, random, wake, log, redactor, preferences, pulse } = services;
  const commands = {
    stores,
    clock,
    log,
    redactor,
    preferences,
    environment,
    folder: home.work,
    startedAt: clock.now(),
  };
  const dispatch = new Dispatch({
    stores,
    clock,
    log,
    pulse,
    workers: {
      text: {
        concurrency: () => preferences.settings().turns.concurrency,
        perform: (firing, signal) => fireReminder(firing, { stores, clock, random, log, agent, preferences }, signal),
      },
      command: {
        concurrency: () => COMMANDS_AT_ONCE,
        perform: (firing, signal) => runCommand(firing, commands, signal),
      },
    },
  });
  const runner = new Runner({
    jobs: [
      dispatch,
      createHelper({ stores, clock, random, log, agent }),
      createMaintenance({
        stores,
        clock,
        log,
        version: services.version,
        restart: () => services.restart(),
        startUpdate: (requestId) => services.startUpdate(requestId),
      }),
      createInsist(stores, clock),
      createSweep(stores, clock, preferences),
      createSweepOld(stores, clock, [path.join(home.data, "outputs"), path.join(home.data, "attachments")]),
      createWatchHost(stores, clock, () => freeSpaceMib(home.data)),
      createBackup(home, clock, {
        time: () => preferences.settings().night.time ?? config.nightTime,
        zone: () => preferences.zone(),
      }),
    ],
    stores,
    clock,
    wake,
    log,
    onJump: (byMs) => followJump(stores, byMs, clock.now()),
  });

  return {
    dispatch,
    runner,
    recover() {
      const interrupted = recoverFirings(stores, clock.now());
      if (interrupted > 0)
        log.warn({ firings: interrupted }, "reminders were interrupted by a restart; their own text is sent");
      completeRestart(stores, clock.now());
      recoverHelpers(stores, clock.now());
      return recoverCommands(commands);
    },
  };
}
