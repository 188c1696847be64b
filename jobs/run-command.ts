import { keptText } from "#agent/process/kept-output.ts";
import { runShell, type ShellResult } from "#agent/process/shell.ts";
import type { Clock, Log } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import { type CommandFault, commandFault, commandReason } from "#core/schedules/command-end.ts";
import { DEFAULT_TIMEOUT_MINUTES } from "#core/schedules/plan-command.ts";
import { RUN_HEAD, RUN_TAIL } from "#stores/files/command-log.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { Stores } from "#stores/stores.ts";
import { alertCommand } from "./alert-command.ts";
import { brokenOff } from "./firing-signal.ts";

/** Commands side by side. Their time counts from the claim, so that one in a queue loses of it: the queue is for a flood only. */
export const COMMANDS_AT_ONCE = 32;

export interface RunCommandContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly preferences: Preferences;
  /** `VIGIL_HOME/work`. */
  readonly folder: string;
  /** What a child process gets (AGT-22). */
  environment(origin: string): Record<string, string>;
  /** When this process began: what it found claimed counts its time from here (REM-24). */
  readonly startedAt: Temporal.Instant;
}

/**
 * Carries a claimed command out, without a model (REM-20). Its start is committed before the spawn and its process group
 * before any of it runs (REM-24). Success is silent; a failure is an alert. The fact, the log and the alert are written in
 * one transaction, and only if the row still exists (REM-23).
 */
export async function runCommand(firing: Firing, context: RunCommandContext, signal: AbortSignal): Promise<void> {
  const { stores, clock, log } = context;
  if (!stores.firings.start(firing.id, null, clock.now())) return;
  log.info({ firing: firing.id, schedule: firing.scheduleId }, "a command starts");
  const startedAt = clock.now();
  const result = await run(firing, context, signal);
  const minutes = firing.timeoutMinutes ?? DEFAULT_TIMEOUT_MINUTES;
  const fault = "failed" in result ? result.failed : commandFault(result, minutes);
  const output = "failed" in result ? "" : keptText(result.output);
  log.info({ firing: firing.id, fault: fault && commandReason(fault) }, "a command ended");

  stores.db.transaction(() => {
    const now = clock.now();
    if (brokenOff(signal) === "removed" || !stores.schedules.exists(firing.scheduleId)) {
      stores.firings.finishCommand(firing.id, { state: "failed", error: "removed" }, now);
      return;
    }
    const state = fault === null ? "sent" : fault.kind === "interrupted" ? "interrupted" : "failed";
    const error = fault && context.redactor.redact(commandReason(fault));
    if (!stores.firings.finishCommand(firing.id, { state, error }, now)) return;
    writeLog(firing, { startedAt, now, end: error ?? "exit 0", output }, context);
    alertCommand(firing, fault, output, context);
  });
}

async function run(
  firing: Firing,
  context: RunCommandContext,
  signal: AbortSignal,
): Promise<ShellResult | { failed: CommandFault }> {
  const { stores, clock, redactor } = context;
  const from = Math.max(firing.claimedAt, context.startedAt.epochMilliseconds);
  const minutes = firing.timeoutMinutes ?? DEFAULT_TIMEOUT_MINUTES;
  const until = Temporal.Instant.fromEpochMilliseconds(from).add({ minutes });
  if (Temporal.Instant.compare(until, clock.now()) <= 0) return { failed: { kind: "timeout", value: String(minutes) } };
  const kill = new AbortController();
  const terminate = new AbortController();
  // What was removed is not wanted any more; at a shutdown there are five seconds to end well (OPS-10).
  const onBroken = (): void => (brokenOff(signal) === "removed" ? kill : terminate).abort();
  signal.addEventListener("abort", onBroken, { once: true });
  if (signal.aborted) onBroken();
  try {
    return await runShell(
      {
        command: firing.text,
        cwd: context.folder,
        env: context.environment("command"),
        until,
        signal: kill.signal,
        terminate: terminate.signal,
        keep: { head: RUN_HEAD, tail: RUN_TAIL },
        onStart: (group) => group && stores.firings.keepGroup(firing.id, group),
      },
      { clock, redactor },
    );
  } catch (error) {
    context.log.error({ firing: firing.id, err: error }, "a command could not be started");
    return { failed: { kind: "spawn", value: error instanceof Error ? error.message : String(error) } };
  } finally {
    signal.removeEventListener("abort", onBroken);
  }
}

/** A log that cannot be written costs the log: the fact and the alert stand (REM-21). */
function writeLog(
  firing: Firing,
  run: { startedAt: Temporal.Instant; now: Temporal.Instant; end: string; output: string },
  { stores, log, preferences }: RunCommandContext,
): void {
  const began = run.startedAt
    .toZonedDateTimeISO(preferences.zone())
    .toString({ smallestUnit: "second", timeZoneName: "never" });
  const seconds = run.now.since(run.startedAt).total("seconds").toFixed(1);
  try {
    stores.commandLogs.append(firing.scheduleId, {
      title: `${began} · ${run.end} · ${seconds} s`,
      output: run.output,
    });
  } catch (error) {
    log.error({ firing: firing.id, err: error }, "a command's log could not be written");
  }
}
