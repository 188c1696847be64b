/** Why a command did not do what it should: the way it ended, and the value that names it. */
export interface CommandFault {
  readonly kind: "spawn" | "exit" | "signal" | "timeout" | "interrupted";
  /** What the system said, the exit status, the signal's name or the limit in minutes; empty for `interrupted`. */
  readonly value: string;
}

/** How the run of a command ended, as the process-group runner tells it. */
export interface CommandEnd {
  readonly exit: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  readonly spawnError: string | null;
}

/** Judges a run (REM-21): null is success, an exit status of 0, whatever was left in the background at the limit. */
export function commandFault(end: CommandEnd, timeoutMinutes: number): CommandFault | null {
  if (end.spawnError !== null) return { kind: "spawn", value: end.spawnError };
  if (end.exit === 0) return null;
  if (end.timedOut) return { kind: "timeout", value: String(timeoutMinutes) };
  if (end.aborted) return { kind: "interrupted", value: "" };
  if (end.signal !== null) return { kind: "signal", value: end.signal };
  return { kind: "exit", value: String(end.exit ?? "unknown") };
}

/** The fault as the receipt and the log keep it: `spawn: …`, `exit N`, `signal SIGKILL`, `timed out after N min`. */
export function commandReason({ kind, value }: CommandFault): string {
  switch (kind) {
    case "spawn":
      return `spawn: ${value}`;
    case "exit":
      return `exit ${value}`;
    case "signal":
      return `signal ${value}`;
    case "timeout":
      return `timed out after ${value} min`;
    case "interrupted":
      return "interrupted";
    default:
      return kind satisfies never;
  }
}
