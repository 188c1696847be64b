import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Home } from "#stores/home/home.ts";
import type { Env } from "./config.ts";

/** The exit status that means "start me anew" (OPS-9). */
export const RESTART_STATUS = 75;

/** Waits until process `$0` is gone, so that its lock is free, and becomes the new one. */
const TAKE_OVER = 'while kill -0 "$0" 2>/dev/null; do sleep 0.2; done; exec "$@"';

/**
 * Whether somebody starts Vigil anew when it ends with {@link RESTART_STATUS}: systemd, or `bin/vigil.mjs` in a terminal.
 * Under the launcher of an older Node that is whoever watches the launcher. A container needs no mention: it ends with its
 * first process, and a successor in it as well.
 */
export function hasSupervisor(env: Env, terminal: boolean): boolean {
  // The invocation id of systemd is inherited by every shell of a session; this names the one process that it watches.
  return terminal || [process.pid, process.ppid].includes(Number(env.SYSTEMD_EXEC_PID));
}

/**
 * Starts the successor of this process, which begins once this one has ended. It has a session of its own, so that
 * whatever ends this one does not end it (REM-50).
 */
export function startSuccessor(checkout: string): void {
  const command = [process.execPath, `${checkout}/bin/vigil.mjs`, "start"];
  const child = spawn("sh", ["-c", TAKE_OVER, String(process.pid), ...command], { detached: true, stdio: "inherit" });
  child.unref();
}

/**
 * Starts the process that carries update `requestId` out. It must outlive this one: under systemd it becomes a unit of its
 * own, since stopping a service ends everything in its group; elsewhere it gets a session of its own (REM-50).
 */
export function startUpdate(options: {
  requestId: number;
  checkout: string;
  home: Home;
  env: Env;
  terminal: boolean;
  /** It could not be started. */
  failed(reason: string): void;
}): void {
  const { checkout, home, failed } = options;
  const unit = options.terminal || !hasSupervisor(options.env, false) ? undefined : ownUnit();
  const worker = [
    process.execPath,
    path.join(checkout, "bin", "vigil.mjs"),
    "update",
    "--carry-out",
    String(options.requestId),
  ];
  const log = openSync(path.join(home.logs, "update.log"), "a", 0o600);
  const env = { ...process.env, VIGIL_HOME: home.root, ...(unit && { VIGIL_UNIT: unit }) };
  const passed = ["PATH", "HOME", "VIGIL_HOME", "VIGIL_UNIT"].map((name) => `--setenv=${name}`);
  const [program, ...args] = unit ? ["systemd-run", "--user", "--collect", "--quiet", ...passed, ...worker] : worker;
  const child = spawn(program!, args, { detached: true, env, stdio: ["ignore", log, log] });
  child.once("error", (error) => failed(error.message));
  child.unref();
  closeSync(log);
}

/** The systemd service that this process is the main one of. */
function ownUnit(): string | undefined {
  try {
    return readFileSync("/proc/self/cgroup", "utf8").match(/([^/\n]+\.service)\n?$/)?.[1];
  } catch {
    return undefined;
  }
}
