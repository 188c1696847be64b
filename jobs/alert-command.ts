import type { Clock } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import type { CommandFault } from "#core/schedules/command-end.ts";
import { commandAlertKey, commandName, lastLines } from "#core/schedules/command-name.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { Stores } from "#stores/stores.ts";

/**
 * Tells the owner that a command failed: its name, the reason and the last lines of its output, redacted (REM-21,
 * REM-25). One that fails again and again is told once until it succeeds (OUT-7). Runs in the transaction that writes the
 * fact, for a row that exists.
 */
export function alertCommand(
  firing: Firing,
  fault: CommandFault | null,
  output: string,
  { stores, clock, redactor }: { stores: Stores; clock: Clock; redactor: Redactor },
): void {
  const key = commandAlertKey(firing.scheduleId);
  if (fault === null) {
    stores.alerts.clear(key);
    return;
  }
  const lines = lastLines(redactor.redact(output));
  const params = {
    name: redactor.redact(commandName(firing)),
    kind: fault.kind,
    value: redactor.redact(fault.value),
    lines: lines === "" ? "" : `\n\n${lines}`,
  };
  stores.alerts.raise(key, { code: "command-failed", params }, clock.now());
}
