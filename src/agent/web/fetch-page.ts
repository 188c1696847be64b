import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isPublicAddress } from "./public-address.ts";
import { readableText } from "./readable-text.ts";

/** Where a fetch may go. */
export interface Reach {
  resolve(hostname: string): Promise<readonly { address: string; family: number }[]>;
  allowsAddress(address: string): boolean;
  allowsPort(port: number): boolean;
}

/** The public web: http and https on their own ports. */
export const PUBLIC_WEB: Reach = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  allowsAddress: isPublicAddress,
  allowsPort: (port) => port === 80 || port === 443,
};

export type FetchedPage =
  | { readonly ok: true; readonly url: string; readonly title: string; readonly text: string; readonly cut: boolean }
  | { readonly ok: false; readonly code: FetchFault; readonly detail: string };

/** Why nothing was fetched. */
type FetchFault =
  | "not_a_url"
  | "address_refused"
  | "not_resolved"
  | "too_many_redirects"
  | "http_status"
  | "not_text"
  | "failed";

const MOST_REDIRECTS = 5;
/** Bytes after decompression; what is longer is cut. */
const MOST_BYTES = 2_000_000;
/** UTF-16 units of the text that the model gets. */
const MOST_TEXT = 20_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a page and reads its text (AGT-23). Each address is checked after its name was resolved, and the socket connects
 * to that very address, so that a name that changes between the two leads nowhere; so with each redirect. Rejects only
 * when `signal` aborts, which is also the time limit.
 */
export async function fetchPage(url: string, options: { signal: AbortSignal; reach?: Reach }): Promise<FetchedPage> {
  const { signal, reach = PUBLIC_WEB } = options;
  let next = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const checked = await checkUrl(next, reach);
    if ("code" in checked) return { ok: false, ...checked };
    try {
      const response = await open(checked, signal);
      const { statusCode = 0, headers } = response;
      if (REDIRECTS.has(statusCode) && headers.location !== undefined) {
        response.destroy();
        const to = URL.parse(headers.location, checked.url);
        if (!to) return { ok: false, code: "not_a_url", detail: `redirected to ${headers.location.slice(0, 200)}` };
        next = to.href;
        continue;
      }
      return await readPage(response, checked.url.href);
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, code: "failed", detail: error instanceof Error ? error.message : String(error) };
    }
  }
  return { ok: false, code: "too_many_redirects", detail: `over ${MOST_REDIRECTS}` };
}

interface CheckedUrl {
  readonly url: URL;
  readonly address: string;
  readonly family: number;
}

async function checkUrl(text: string, reach: Reach): Promise<CheckedUrl | { code: FetchFault; detail: string }> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return { code: "not_a_url", detail: "an http or https URL is needed" };
  if (url.username || url.password) return { code: "not_a_url", detail: "a URL with credentials is not fetched" };
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (!reach.allowsPort(port)) return { code: "address_refused", detail: `port ${port}` };
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const literal = isIP(hostname);
  const found = literal
    ? [{ address: hostname, family: literal }]
    : await reach.resolve(hostname).catch(() => [] as { address: string; family: number }[]);
  if (found.length === 0) return { code: "not_resolved", detail: hostname };
  // One address that is not public is enough: the name is not what it seems.
  if (!found.every(({ address }) => reach.allowsAddress(address)))
    return { code: "address_refused", detail: `${hostname} is not on the public Internet` };
  const [first] = found;
  return { url, address: first!.address, family: first!.family };
}

function open({ url, address, family }: CheckedUrl, signal: AbortSignal): Promise<IncomingMessage> {
  // Whatever asks for the name again gets the address that was checked.
  const pinned: LookupFunction = (_hostname, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        // A socket of its own: a kept one could belong to another address.
        agent: false,
        lookup: pinned,
        signal,
        headers: {
          "user-agent": "Vigil (personal assistant)",
          accept: "text/html,text/plain,application/json;q=0.9,*/*;q=0.1",
          "accept-encoding": "gzip, deflate, br",
        },
      },
      resolve,
    );
    request.on("error", reject).end();
  });
}

async function readPage(response: IncomingMessage, url: string): Promise<FetchedPage> {
  const { statusCode = 0, headers } = response;
  const type = (headers["content-type"] ?? "text/html").toLowerCase();
  if (statusCode < 200 || statusCode >= 300) {
    response.destroy();
    return { ok: false, code: "http_status", detail: String(statusCode) };
  }
  if (!/^(text\/|application\/(json|xml|[\w.+-]*\+(xml|json)))/.test(type)) {
    response.destroy();
    return { ok: false, code: "not_text", detail: type.slice(0, 100) };
  }
  const { bytes, cut } = await readBody(response);
  const body = decode(bytes, type);
  const { title, text } = /html/.test(type) ? readableText(body) : { title: "", text: body };
  return { ok: true, url, title, text: text.slice(0, MOST_TEXT).toWellFormed(), cut: cut || text.length > MOST_TEXT };
}

async function readBody(response: IncomingMessage): Promise<{ bytes: Buffer; cut: boolean }> {
  const stream = decompressed(response);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > MOST_BYTES) break;
    }
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MOST_BYTES), cut: size > MOST_BYTES };
}

function decompressed(response: IncomingMessage): AsyncIterable<unknown> {
  const encoding = (response.headers["content-encoding"] ?? "").toLowerCase().trim();
  const unpack = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const create = unpack[encoding as keyof typeof unpack];
  if (!create) return response;
  const unpacked = create();
  response.on("error", (error) => unpacked.destroy(error));
  return response.pipe(unpacked);
}

function decode(bytes: Buffer, type: string): string {
  const named =
    /charset=["']?([\w-]+)/.exec(type)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 2_048).toString("latin1"))?.[1] ??
    "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
