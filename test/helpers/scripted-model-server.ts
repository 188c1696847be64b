import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it came. */
interface ScriptedRequest {
  readonly body: {
    model: string;
    messages: { role: string; content: unknown }[];
    tools?: unknown[];
    tool_choice?: unknown;
  };
  readonly authorization: string | undefined;
  /** Resolves when the other side has gone, or the answer has ended. */
  readonly closed: Promise<void>;
}

/** What a script does with one request. Waits are the script's own: it awaits promises that the test resolves. */
export type Script = (answer: ScriptedAnswer) => void | Promise<void>;

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** The answer to one request, written piece by piece as an OpenAI-compatible server streams it. */
class ScriptedAnswer {
  readonly request: ScriptedRequest;
  readonly #response: ServerResponse;
  readonly #id: string;
  #calls = 0;

  constructor(request: ScriptedRequest, response: ServerResponse, id: string) {
    this.request = request;
    this.#response = response;
    this.#id = id;
  }

  /** A plain answer instead of a stream. */
  status(code: number, body: object | string, headers: Record<string, string> = {}): void {
    this.#response.writeHead(code, {
      "content-type": typeof body === "string" ? "text/html" : "application/json",
      ...headers,
    });
    this.#response.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  headers(): this {
    if (!this.#response.headersSent) {
      this.#response.writeHead(200, { "content-type": "text/event-stream" });
      this.#response.flushHeaders();
    }
    return this;
  }

  text(text: string): this {
    return this.#delta({ content: text });
  }

  reasoning(text: string): this {
    return this.#delta({ reasoning_content: text });
  }

  /** A tool call whose arguments come in two pieces. */
  tool(name: string, args: string | object): this {
    const index = this.#calls++;
    const text = typeof args === "string" ? args : JSON.stringify(args);
    const middle = Math.floor(text.length / 2);
    this.#delta({
      tool_calls: [{ index, id: `call_${this.#id}_${index}`, type: "function", function: { name, arguments: "" } }],
    });
    for (const piece of [text.slice(0, middle), text.slice(middle)])
      if (piece !== "") this.#delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    return this;
  }

  /** A keep-alive: a comment that carries nothing. */
  keepAlive(): this {
    return this.raw(": ping\n\n");
  }

  /** An error in the middle of the stream. */
  error(error: object): void {
    this.#event({ error });
    this.raw("data: [DONE]\n\n").end();
  }

  raw(text: string): this {
    this.headers();
    this.#response.write(text);
    return this;
  }

  /** The regular end. */
  finish(options: { usage?: boolean; reason?: string } = {}): void {
    this.#event({
      choices: [{ index: 0, delta: {}, finish_reason: options.reason ?? (this.#calls > 0 ? "tool_calls" : "stop") }],
    });
    if (options.usage !== false) this.#event({ choices: [], usage: USAGE });
    this.raw("data: [DONE]\n\n").end();
  }

  /** Ends the body where it is: what is missing is missing. */
  end(): void {
    this.headers();
    this.#response.end();
  }

  /** Destroys the connection. */
  destroy(): void {
    this.#response.socket?.destroy();
  }

  #delta(delta: object): this {
    return this.#event({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  #event(event: object): this {
    const chunk = {
      id: this.#id,
      object: "chat.completion.chunk",
      created: 1,
      model: this.request.body.model,
      ...event,
    };
    return this.raw(`data: ${JSON.stringify(chunk)}\n\n`);
  }
}

/** An OpenAI-compatible server on loopback whose answers are scripted, one script a request. */
export interface ScriptedModelServer {
  /** For `VIGIL_MODEL_BASE_URL`. */
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  /** Adds scripts for the next requests. A request without one is answered with status 500. */
  script(...scripts: readonly Script[]): void;
  /** What the next recording that is sent to `/audio/transcriptions` says. */
  hears(text: string): void;
  /** Resolves with request number `n`, from 1. */
  received(n: number): Promise<ScriptedRequest>;
  close(): Promise<void>;
}

/** Answers with a text, word by word. */
export function says(text: string): Script {
  return (answer) => {
    for (const word of text.match(/\S+\s*/g) ?? []) answer.text(word);
    answer.finish();
  };
}

/** Calls one tool. */
export function calls(name: string, args: string | object): Script {
  return (answer) => answer.tool(name, args).finish();
}

export async function startScriptedModelServer(): Promise<ScriptedModelServer> {
  const requests: ScriptedRequest[] = [];
  const scripts: Script[] = [];
  const heard: string[] = [];
  const waiting: { n: number; resolve: (request: ScriptedRequest) => void }[] = [];
  const server = createServer(async (incoming, response) => {
    const raw = await readAll(incoming);
    if (incoming.url?.endsWith("/audio/transcriptions")) {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ text: heard.shift() ?? "" }));
      return;
    }
    const body = JSON.parse(raw);
    const closed = once(response, "close").then(() => undefined);
    const request: ScriptedRequest = { body, authorization: incoming.headers.authorization, closed };
    requests.push(request);
    for (const waiter of waiting) if (waiter.n === requests.length) waiter.resolve(request);
    const answer = new ScriptedAnswer(request, response, `answer${requests.length}`);
    const script = scripts.shift();
    if (script) await script(answer);
    else answer.status(500, { error: { message: "no script is left" } });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    hears: (text) => void heard.push(text),
    script: (...more) => void scripts.push(...more),
    received: (n) => {
      const known = requests[n - 1];
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push({ n, resolve }));
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += chunk;
  return text;
}
