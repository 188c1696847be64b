import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes } from "./read-body.ts";

/** A request that is answered with this status and one sentence. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
}

export function sendRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  response.writeHead(refusal.status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...refusal.headers,
  });
  response.end(JSON.stringify({ error: refusal.message }));
}

/** @throws HttpRefusal 405 that names the methods */
export function allowMethods(request: IncomingMessage, ...methods: readonly string[]): void {
  if (!methods.includes(request.method ?? ""))
    throw new HttpRefusal(405, `only ${methods.join(", ")} is answered here`, { allow: methods.join(", ") });
}

/**
 * The JSON body of a request. A form is refused by its content type: a page of another site can send one without asking,
 * JSON it cannot (PLY-4).
 * @throws HttpRefusal
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json(?:\s*;.*)?$/i.test(request.headers["content-type"] ?? ""))
    throw new HttpRefusal(415, "the body must be application/json");
  try {
    return JSON.parse((await readBytes(request)).toString("utf8"));
  } catch {
    throw new HttpRefusal(400, "the body is not JSON, or too large");
  }
}
