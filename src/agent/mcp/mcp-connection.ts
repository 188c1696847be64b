import type { ListToolsResult, MCPClient } from "@ai-sdk/mcp";
import type { McpServer } from "#core/mcp/mcp-server.ts";
import type { Clock, Log } from "#core/ports.ts";
import { createRedactor, type Redactor } from "#core/redact/redactor.ts";
import { type KeptOutput, OutputKeeper } from "../process/kept-output.ts";
import { resultText } from "./result-text.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** A server that has more tools than this is cut there. */
const MOST_TOOLS = 300;
/** UTF-16 units of a result that the model gets. */
const KEEP = { head: 6_000, tail: 6_000 };

export type McpTool = ListToolsResult["tools"][number];

/** What a call brought, without secrets. */
export interface McpResult {
  readonly output: KeptOutput;
  /** The server says that the call failed. */
  readonly failed: boolean;
}

export interface ConnectOptions {
  readonly server: McpServer;
  /** Values that no result and no fault may show. */
  readonly secrets: readonly string[];
  readonly cwd: string;
  /** The environment of a child beside the server's own variables (AGT-22). */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly name: string;
  /** The server has ended or hung up. */
  onClose(): void;
}

/** One MCP server that has answered, with its tools. */
export class McpConnection {
  readonly tools: readonly McpTool[];
  readonly #client: MCPClient;
  readonly #redactor: Redactor;

  private constructor(client: MCPClient, tools: readonly McpTool[], redactor: Redactor) {
    this.#client = client;
    this.tools = tools;
    this.#redactor = redactor;
  }

  /** Connects and asks for the tools. The package is loaded here: a start does not need it. */
  static async open(options: ConnectOptions, signal: AbortSignal): Promise<McpConnection> {
    const { server, clock, log, name } = options;
    const { createMCPClient, validateJSONRPCMessage } = await import("@ai-sdk/mcp");
    const redactor = createRedactor({ secrets: options.secrets });
    const stdio =
      "command" in server
        ? new StdioTransport({
            command: server.command,
            args: server.args,
            cwd: options.cwd,
            env: { ...options.environment, ...server.env },
            clock,
            validate: (message) => validateJSONRPCMessage(message),
          })
        : undefined;
    try {
      const client = await createMCPClient({
        transport: stdio ?? { type: "http", url: "url" in server ? server.url : "", headers: headersOf(server) },
        clientName: "vigil",
        initializationOptions: { signal },
        // It reports the end of a server as a fault of its own kind; the exit has said it.
        onUncaughtError: (error) => log.debug({ server: name, reason: redactor.redact(String(error)) }, "MCP"),
      });
      try {
        if (stdio) followClose(stdio, options.onClose);
        return new McpConnection(client, await listTools(client, signal), redactor);
      } catch (error) {
        await client.close();
        throw error;
      }
    } catch (error) {
      // The client closes it too, but an abort keeps it from waiting until the process is gone.
      await stdio?.close();
      throw unreachable(error, redactor, stdio?.errors);
    }
  }

  /** Calls a tool; a call that the server refuses is a result as well. Rejects if it cannot be reached, or `signal` aborts. */
  async call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<McpResult> {
    const keeper = new OutputKeeper(KEEP);
    try {
      const result = await this.#client.callTool({ name: tool, arguments: input, options: { signal } });
      keeper.push(resultText(result));
      return { output: keeper.take(this.#redactor), failed: "isError" in result && result.isError === true };
    } catch (error) {
      signal.throwIfAborted();
      if (!isAnswer(error)) throw unreachable(error, this.#redactor);
      keeper.push(describe(error));
      return { output: keeper.take(this.#redactor), failed: true };
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function listTools(client: MCPClient, signal: AbortSignal): Promise<McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ ...(cursor !== undefined && { params: { cursor } }), options: { signal } });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined && tools.length < MOST_TOOLS);
  return tools.slice(0, MOST_TOOLS);
}

/** The client listens for the end as well; both have to hear of it. */
function followClose(transport: StdioTransport, onClose: () => void): void {
  const client = transport.onclose;
  transport.onclose = () => {
    client?.();
    onClose();
  };
}

function headersOf(server: McpServer): Record<string, string> {
  return "headers" in server ? server.headers : {};
}

/** The numbers of JSON-RPC: the server has understood who calls, and refuses what. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

/** Why a server cannot be used, without secrets; `cause` is what of it may be shown to the model. */
function unreachable(error: unknown, redactor: Redactor, said = ""): Error {
  const reason = redactor.redact([describe(error), said].filter(Boolean).join("; ")).slice(0, 500);
  return new Error(reason, { cause: codeOf(error) });
}

/** The SDK wraps what the network says. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && !error.message.includes(cause.message)
    ? `${error.message} (${describe(cause)})`
    : error.message;
}

/** A short word for the reason that is surely ours: `ENOENT`, `HTTP 401`. What the server says may be anything. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ("statusCode" in at && typeof at.statusCode === "number") return `HTTP ${at.statusCode}`;
    if ("code" in at && typeof at.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(at.code)) return at.code;
  }
  return undefined;
}
