import type { IncomingMessage } from "node:http";

/** A file of a multipart body. */
export interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** Telegram's own limit for uploads. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** The body is longer than the server takes. */
export class BodyTooLarge extends Error {}

/** @throws BodyTooLarge */
export async function readBytes(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The parameters of a call, from JSON, a form or multipart, and its files by the name of their part.
 * Values of forms are strings; they are decoded later, by the method's declared types.
 */
export async function readParameters(
  request: IncomingMessage,
): Promise<{ params: Record<string, unknown>; files: ReadonlyMap<string, UploadedFile>; encoded: boolean }> {
  const type = request.headers["content-type"] ?? "";
  const bytes = await readBytes(request);
  const files = new Map<string, UploadedFile>();
  if (bytes.length === 0) return { params: {}, files, encoded: false };
  if (type.startsWith("application/x-www-form-urlencoded"))
    return { params: Object.fromEntries(new URLSearchParams(bytes.toString("utf8"))), files, encoded: true };
  if (type.startsWith("multipart/form-data")) {
    const params: Record<string, unknown> = {};
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
    for (const [name, value] of form)
      if (typeof value === "string") params[name] = value;
      else
        files.set(name, { name: value.name, mimeType: value.type, bytes: new Uint8Array(await value.arrayBuffer()) });
    return { params, files, encoded: true };
  }
  const parsed: unknown = JSON.parse(bytes.toString("utf8"));
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new SyntaxError("not an object");
  return { params: parsed as Record<string, unknown>, files, encoded: false };
}
