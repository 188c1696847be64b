import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Clock } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import { type KeptOutput, OutputKeeper } from "./kept-output.ts";
import { groupRuns, type ProcessGroup, processIdentity, signalGroup, TERM_GRACE_MS } from "./process-group.ts";

/** After its group was killed the process has this long to be gone; then nobody waits for it any more (REM-20). */
const KILL_GRACE_MS = 4_000;
/** What was written before the end is in the pipe already; whoever still holds it is not of this group. */
const DRAIN_MS = 1_000;
/** How often the group of a shell that has ended is looked at. */
const LOOK_EVERY_MS = 100;

/** The child waits for a word from us, so that nothing of the command runs before its group is known to `onStart`. */
const GATE = 'exec 2>&1; read -r -u 3 && exec 3<&- && exec bash -c "$1"';

export interface ShellRequest {
  readonly command: string;
  readonly cwd: string;
  /** The whole environment: `childEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** The time limit. At it the whole group gets SIGTERM, and SIGKILL five seconds later. */
  readonly until: Temporal.Instant;
  /** Kills the whole group at once. */
  readonly signal?: AbortSignal;
  /** Ends the whole group as the time limit does. */
  readonly terminate?: AbortSignal;
  /** How much of the output is kept in memory, in UTF-16 units. */
  readonly keep: { readonly head: number; readonly tail: number };
  /** Where the output is written while it comes; what exceeds `maxChars` is left out. Mode 0600. */
  readonly file?: { readonly path: string; readonly maxChars: number };
  /**
   * The command's group, before any of the command runs; null where the system cannot tell it (no `/proc`).
   * If it throws, the command does not run.
   */
  onStart?(group: ProcessGroup | null): void;
}

export interface ShellResult {
  /** The exit status; null if a signal ended it, it never started or it was given up. */
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It was still running at its limit. */
  readonly timedOut: boolean;
  /** `signal` or `terminate` ended it. */
  readonly aborted: boolean;
  /** Why it could not be started, such as `ENOENT`; null if it was. */
  readonly spawnError: string | null;
  /** Standard output and error in the order they were written, without secrets. */
  readonly output: KeptOutput;
  /** Whether `file` holds the whole output; false also if it could not be written. */
  readonly fileWhole: boolean;
  readonly group: ProcessGroup | null;
}

/**
 * Runs `command` in bash, in a process group and session of its own (ARC-14, AGT-22). Ends when nothing of the group runs
 * any more, so that a job in the background has the same limit. A descendant in a session of its own is not waited
 * for: once the group is gone its pipe is closed. Resolves at the latest ten seconds after the limit; rejects only
 * with what `onStart` threw.
 */
export async function runShell(
  request: ShellRequest,
  parts: { clock: Clock; redactor: Redactor },
): Promise<ShellResult> {
  const { clock, redactor } = parts;
  const output = new OutputKeeper(request.keep);
  const result = (end: Partial<ShellResult>): ShellResult => ({
    exit: null,
    signal: null,
    timedOut: false,
    aborted: false,
    spawnError: null,
    output: output.take(redactor),
    fileWhole: false,
    group: null,
    ...end,
  });
  if (request.signal?.aborted || request.terminate?.aborted) return result({ aborted: true });
  const started = await startBash(request);
  if (typeof started === "string") return result({ spawnError: started });

  const { child, pid } = started;
  const exited = exitOf(child);
  const group = processIdentity(pid);
  const gate = child.stdio[3] as Writable;
  // A child that is gone before it was let through is told by its exit.
  gate.on("error", () => {});
  try {
    request.onStart?.(group);
  } catch (error) {
    signalGroup(pid, "SIGKILL");
    child.stdout?.destroy();
    throw error;
  }
  const file = request.file && new CappedFile(request.file, redactor);
  const captured = capture(child.stdout as Readable, (text) => {
    output.push(text);
    file?.push(text);
  });
  gate.end("\n");

  const cause = await watchGroup(request, clock, pid, exited);
  const end = await within(exited, KILL_GRACE_MS, clock);
  await within(captured, DRAIN_MS, clock);
  child.stdout?.destroy();
  child.unref();
  return result({
    exit: end?.exit ?? null,
    signal: end?.signal ?? null,
    timedOut: cause === "limit",
    aborted: cause === "aborted",
    fileWhole: file?.close() ?? false,
    group,
  });
}

interface Exit {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
}

async function startBash(request: ShellRequest): Promise<{ child: ChildProcess; pid: number } | string> {
  try {
    const child = spawn("bash", ["-c", GATE, "bash", request.command], {
      cwd: request.cwd,
      env: { ...request.env },
      detached: true,
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    if (child.pid !== undefined) return { child, pid: child.pid };
    const fault = await new Promise<Error>((resolve) => child.once("error", resolve));
    return codeOf(fault);
  } catch (error) {
    return codeOf(error);
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => child.once("exit", (exit, signal) => resolve({ exit, signal })));
}

/** Resolves with what ended the group, once it has ended or was killed. */
async function watchGroup(
  request: ShellRequest,
  clock: Clock,
  pid: number,
  exited: Promise<Exit>,
): Promise<"ended" | "limit" | "aborted"> {
  const over = new AbortController();
  const watched = AbortSignal.any([over.signal, ...(request.signal ? [request.signal] : [])]);
  const ended = groupEnd(pid, exited, clock, over.signal).then(() => "ended" as const);
  const limit = clock.sleep(request.until, watched).then(() => "limit" as const);
  const broken = [request.signal, request.terminate].flatMap((signal) =>
    signal ? [aborted(signal, over.signal)] : [],
  );
  try {
    const first = await Promise.race([ended, limit, ...broken]);
    const cause = request.signal?.aborted ? "aborted" : first;
    if (cause === "ended") return cause;
    if (!request.signal?.aborted) {
      signalGroup(pid, "SIGTERM");
      await Promise.race([ended, clock.sleep(clock.now().add({ milliseconds: TERM_GRACE_MS }), watched)]);
    }
    signalGroup(pid, "SIGKILL");
    return cause;
  } finally {
    over.abort();
  }
}

async function groupEnd(pid: number, exited: Promise<Exit>, clock: Clock, over: AbortSignal): Promise<void> {
  await exited;
  while (groupRuns(pid) && !over.aborted) await clock.sleep(clock.now().add({ milliseconds: LOOK_EVERY_MS }), over);
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<"aborted"> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve("aborted"), { once: true, signal: over }),
  );
}

/** What `promise` resolves with, or undefined if that takes longer than `ms`. */
async function within<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([
      promise,
      clock.sleep(clock.now().add({ milliseconds: ms }), over.signal).then(() => undefined),
    ]);
  } finally {
    over.abort();
  }
}

/** Hands on the text of a stream; resolves when it has ended or was closed. */
function capture(stream: Readable, take: (text: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  stream.on("data", (chunk: Buffer) => take(decoder.write(chunk)));
  return new Promise((resolve) => {
    stream.on("error", () => resolve());
    stream.once("close", () => {
      take(decoder.end());
      resolve();
    });
  });
}

/** Writes redacted text up to a limit. A file that cannot be written costs the file, never the command. */
class CappedFile {
  readonly #redaction: ReturnType<Redactor["stream"]>;
  #fd: number | null;
  #room: number;
  #whole = true;

  constructor(file: { path: string; maxChars: number }, redactor: Redactor) {
    this.#redaction = redactor.stream();
    this.#room = file.maxChars;
    try {
      this.#fd = openSync(file.path, "w", 0o600);
    } catch {
      this.#fd = null;
    }
  }

  push(text: string): void {
    // Past the limit nothing is checked for secrets any more: 200 MB of it would take the loop's time.
    if (this.#fd === null || this.#room === 0) this.#whole &&= text === "";
    else this.#write(this.#redaction.push(text));
  }

  /** Returns whether the file holds everything. */
  close(): boolean {
    if (this.#fd === null) return false;
    if (this.#whole) this.#write(this.#redaction.end());
    if (this.#fd !== null) closeSync(this.#fd);
    const whole = this.#whole && this.#fd !== null;
    this.#fd = null;
    return whole;
  }

  #write(text: string): void {
    const part = text.slice(0, this.#room);
    this.#whole &&= part.length === text.length;
    this.#room -= part.length;
    if (this.#fd === null || part === "") return;
    try {
      writeSync(this.#fd, part);
    } catch {
      closeSync(this.#fd);
      this.#fd = null;
    }
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
