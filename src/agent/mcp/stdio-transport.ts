import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { MCPTransport } from "@ai-sdk/mcp";
import type { Clock } from "#core/ports.ts";
import { signalGroup, TERM_GRACE_MS } from "../process/process-group.ts";

type Message = Parameters<NonNullable<MCPTransport["onmessage"]>>[0];

/** A line may be so long, in UTF-16 units; a server that writes on without an end is ended. */
const LONGEST_LINE = 8_000_000;
/** What of its standard error is kept for the log, in UTF-16 units. */
const KEPT_ERRORS = 2_000;

export interface StdioTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing else of ours is inherited (AGT-22). */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Checks a message of the server. */
  validate(message: unknown): Message;
}

/**
 * An MCP server as a child process that is spoken to in lines of JSON. The SDK's own transport would pass on variables of
 * ours and end the first process alone; this one passes exactly `env`, and ends the whole process group.
 */
export class StdioTransport implements MCPTransport {
  readonly supportsProtocolVersionDiscovery = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly #options: StdioTransportOptions;
  readonly #decoder = new StringDecoder("utf8");
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #exited: Promise<void> = Promise.resolve();
  #line = "";
  #errors = "";
  #closing: Promise<void> | undefined;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  /** The end of what the server wrote to its standard error. */
  get errors(): string {
    return this.#errors.trim();
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#options;
    const child = spawn(command, [...args], { cwd, env: { ...env }, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.#exited = new Promise((resolve) => child.once("exit", () => resolve()));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.on("error", (error) => this.onerror?.(error));
    // A server that is gone is told by its exit; what was on the way to it is lost with it.
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString("utf8")).slice(-KEPT_ERRORS);
    });
    child.once("close", () => this.onclose?.());
  }

  async send(message: Message): Promise<void> {
    if (!this.#child?.stdin.writable) throw new Error("the server has ended");
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the whole group: SIGTERM, and SIGKILL after five seconds or as soon as its leader has ended. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin.end();
    signalGroup(child.pid, "SIGTERM");
    const { clock } = this.#options;
    const ended = new AbortController();
    await Promise.race([this.#exited, clock.sleep(clock.now().add({ milliseconds: TERM_GRACE_MS }), ended.signal)]);
    ended.abort();
    signalGroup(child.pid, "SIGKILL");
    child.stdout.destroy();
    child.stderr.destroy();
  }

  #take(text: string): void {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") this.#receive(line);
    if (this.#line.length <= LONGEST_LINE) return;
    this.#line = "";
    this.onerror?.(new Error("the server wrote a line without an end"));
    void this.close();
  }

  #receive(line: string): void {
    let message: Message;
    try {
      message = this.#options.validate(JSON.parse(line));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.onmessage?.(message);
  }
}
