import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The page's own files, by the address that asks for them. */
const SCRIPTS = [
  "composer.js",
  "dom.js",
  "draw-chat.js",
  "draw-chats.js",
  "menus.js",
  "page.js",
  "place.js",
  "presses.js",
  "render-message.js",
  "render-text.js",
  "state.js",
  "words.js",
];
const FILES: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
  ...Object.fromEntries(SCRIPTS.map((name) => [`/${name}`, [name, "text/javascript; charset=utf-8"]])),
};

/** Nothing from anywhere else, nothing inline, and no frame around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a file of the page. @returns false if the address is none of them */
export async function sendPageFile(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> {
  const file = FILES[pathname];
  if (!file) return false;
  const [name, type] = file;
  const bytes = await readFile(new URL(`./page/${name}`, import.meta.url));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const headers = {
    "content-type": type,
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    // Asked for again each time: an update of Vigil shows at once.
    "cache-control": "no-cache",
    etag,
  };
  if (request.headers["if-none-match"] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : bytes);
  return true;
}
