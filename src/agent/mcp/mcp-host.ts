import { AppError } from "#core/errors.ts";
import { type McpServers, resolveMcpServer } from "#core/mcp/mcp-server.ts";
import type { Clock, Log } from "#core/ports.ts";
import type { McpFailures } from "#stores/jobs/mcp-failures.ts";
import { McpConnection, type McpResult, type McpTool } from "./mcp-connection.ts";

/** A server has this long to start and to name its tools. */
const CONNECT = { seconds: 30 };
/** A server that nobody has called for so long is ended. */
const IDLE = { minutes: 10 };

export interface McpHostOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Setting `mcp`, as it is now. */
  servers(): McpServers;
  /** What `${NAME}` in it is read from. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The environment of a server that runs as a child (AGT-22). */
  environment(): Record<string, string>;
  /** The working directory of such a child. */
  readonly cwd: string;
  readonly failures: McpFailures;
}

/** A server that is open, or about to be. */
interface Slot {
  /** The configuration that it was opened with: another one needs another server. */
  readonly key: string;
  readonly opening: Promise<McpConnection>;
  readonly gone: AbortController;
  connection: McpConnection | undefined;
  calls: number;
  usedAt: Temporal.Instant;
}

/**
 * The MCP servers of the settings (AGT-14). Each is started or reached when it is first needed, and ended when it was
 * idle for ten minutes, when its configuration changes, and when Vigil stops.
 */
export class McpHost {
  readonly #options: McpHostOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #closings = new Set<Promise<void>>();
  #closed = false;

  constructor(options: McpHostOptions) {
    this.#options = options;
  }

  /** The names of the configured servers, whether they can be reached or not. */
  names(): string[] {
    return Object.keys(this.#options.servers()).sort();
  }

  /** The names of an open server's tools; undefined if it is not open. */
  knownTools(name: string): readonly string[] | undefined {
    return this.#slots.get(name)?.connection?.tools.map((tool) => tool.name);
  }

  /** @throws AppError `mcp_unknown`, `mcp_variable_missing`, `mcp_unreachable` */
  tools(name: string): Promise<readonly McpTool[]> {
    return this.#use(name, async (connection) => connection.tools);
  }

  /**
   * Calls a tool of a server; what it brings comes from outside.
   * @throws AppError `mcp_unknown`, `mcp_variable_missing`, `mcp_unreachable`, `mcp_tool_unknown`
   */
  call(name: string, tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<McpResult> {
    return this.#use(name, async (connection) => {
      if (!connection.tools.some((known) => known.name === tool))
        throw new AppError("mcp_tool_unknown", `The MCP server ${name} has no tool of that name.`);
      try {
        return await connection.call(tool, input, signal);
      } catch (error) {
        signal.throwIfAborted();
        // A session that is over does not come back: the next call begins another.
        this.#drop(name);
        const { message, cause } = error as Error;
        throw this.#failed(name, "mcp_unreachable", message, cause);
      }
    });
  }

  /** Ends every server. None is opened any more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const name of [...this.#slots.keys()]) this.#drop(name);
    await Promise.allSettled(this.#closings);
  }

  async #use<T>(name: string, work: (connection: McpConnection) => Promise<T>): Promise<T> {
    const slot = this.#slot(name);
    slot.calls++;
    try {
      return await work(await slot.opening);
    } finally {
      slot.calls--;
      slot.usedAt = this.#options.clock.now();
    }
  }

  #slot(name: string): Slot {
    const { clock, variables } = this.#options;
    const configured = this.#options.servers()[name];
    if (!configured || this.#closed) throw new AppError("mcp_unknown", `There is no MCP server ${name}.`);
    const { server, secrets, missing } = resolveMcpServer(configured, variables);
    if (missing.length > 0)
      throw this.#failed(name, "mcp_variable_missing", `the environment does not hold ${missing.join(", ")}`);
    const key = JSON.stringify(server);
    const open = this.#slots.get(name);
    if (open?.key === key) return open;
    this.#drop(name);
    const gone = new AbortController();
    const opening = this.#open(name, { server, secrets }, gone);
    const slot: Slot = { key, opening, gone, connection: undefined, calls: 0, usedAt: clock.now() };
    this.#slots.set(name, slot);
    opening.then(
      (connection) => {
        slot.connection = connection;
        void this.#endWhenIdle(name, slot);
      },
      () => this.#forget(name, gone),
    );
    return slot;
  }

  async #open(
    name: string,
    resolved: Pick<ReturnType<typeof resolveMcpServer>, "server" | "secrets">,
    gone: AbortController,
  ): Promise<McpConnection> {
    const { clock, log, cwd, failures } = this.#options;
    const limit = new AbortController();
    const over = new AbortController();
    void clock.sleep(clock.now().add(CONNECT), over.signal).then(() => {
      if (!over.signal.aborted) limit.abort(new Error(`no answer within ${CONNECT.seconds} s`));
    });
    try {
      const connection = await McpConnection.open(
        {
          ...resolved,
          name,
          cwd,
          environment: this.#options.environment(),
          clock,
          log,
          onClose: () => this.#forget(name, gone),
        },
        AbortSignal.any([limit.signal, gone.signal]),
      );
      failures.clear(name);
      log.info({ server: name, tools: connection.tools.length }, "an MCP server is open");
      return connection;
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = limit.signal.aborted ? (limit.signal.reason as Error).message : message;
      throw this.#failed(name, "mcp_unreachable", reason, limit.signal.aborted ? reason : cause);
    } finally {
      over.abort();
    }
  }

  /** Keeps the reason for the health check; the model gets no more of it than is surely our own words. */
  #failed(name: string, code: "mcp_variable_missing" | "mcp_unreachable", reason: string, shown?: unknown): AppError {
    const { clock, log, failures } = this.#options;
    failures.note(name, reason, clock.now());
    log.warn({ server: name, reason }, "an MCP server cannot be used");
    const short = code === "mcp_variable_missing" ? reason : typeof shown === "string" ? shown : "";
    return new AppError(code, `The MCP server ${name} cannot be used${short === "" ? "" : `: ${short}`}.`, {
      remedy: "The owner finds the reason with `vigil doctor`.",
    });
  }

  async #endWhenIdle(name: string, slot: Slot): Promise<void> {
    const { clock } = this.#options;
    while (!slot.gone.signal.aborted) {
      const now = clock.now();
      const until = slot.usedAt.add(IDLE);
      if (slot.calls === 0 && Temporal.Instant.compare(now, until) >= 0) {
        this.#drop(name);
        return;
      }
      await clock.sleep(slot.calls === 0 ? until : now.add(IDLE), slot.gone.signal);
    }
  }

  /** The server has ended by itself: the next call opens it anew. */
  #forget(name: string, gone: AbortController): void {
    if (this.#slots.get(name)?.gone === gone) this.#slots.delete(name);
    gone.abort();
  }

  #drop(name: string): void {
    const slot = this.#slots.get(name);
    if (!slot) return;
    this.#forget(name, slot.gone);
    const closing = slot.opening.then(
      (connection) => connection.close(),
      () => {},
    );
    const settled: Promise<void> = closing
      .catch((error) => this.#options.log.warn({ server: name, err: error }, "an MCP server could not be ended"))
      .finally(() => this.#closings.delete(settled));
    this.#closings.add(settled);
  }
}
