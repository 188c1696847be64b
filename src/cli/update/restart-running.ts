import { spawn } from "node:child_process";
import type { Clock } from "#core/ports.ts";
import type { Home } from "#stores/home/home.ts";
import { isRunning, runningInstance } from "#stores/home/instance-lock.ts";
import { Pulse } from "#stores/home/pulse.ts";

/** A shutdown takes 20 s for turns and some for commands (OPS-10); after it the new process has a minute (OPS-9). */
const STOP_SECONDS = 45;
const HEALTHY_SECONDS = 60;
/** A pulse that holds this long is no last breath before a crash. */
const HOLD_SECONDS = 5;
const LOOK_EVERY_MS = 200;

/** Whether another process than `before` runs over the home, with a pulse that holds, within the time it may take. */
export async function comesUp(home: Home, before: number, clock: Clock): Promise<boolean> {
  const deadline = clock.monotonic() + (STOP_SECONDS + HEALTHY_SECONDS) * 1_000;
  let since: { pid: number; at: number } | undefined;
  while (clock.monotonic() < deadline) {
    const pid = runningInstance(home)?.facts?.pid;
    const well = pid !== undefined && pid !== before && new Pulse(home.tick).alive(clock.now());
    if (!well) since = undefined;
    else if (since?.pid !== pid) since = { pid, at: clock.monotonic() };
    else if (clock.monotonic() - since.at >= HOLD_SECONDS * 1_000) return true;
    await clock.sleep(clock.now().add({ milliseconds: LOOK_EVERY_MS }));
  }
  return false;
}

/** Ends whatever runs over the home and starts the release that now stands in the checkout. */
export async function startAnew(home: Home, checkout: string, unit: string | undefined, clock: Clock): Promise<void> {
  if (unit !== undefined) {
    spawn("systemctl", ["--user", "restart", unit], { stdio: "inherit" });
    return;
  }
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const pid = runningInstance(home)?.facts?.pid;
    if (pid === undefined) break;
    endProcess(pid, signal);
    const deadline = clock.monotonic() + STOP_SECONDS * 1_000;
    while (isRunning(home) && clock.monotonic() < deadline)
      await clock.sleep(clock.now().add({ milliseconds: LOOK_EVERY_MS }));
  }
  spawn(process.execPath, [`${checkout}/bin/vigil.mjs`, "start"], { detached: true, stdio: "inherit" }).unref();
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
