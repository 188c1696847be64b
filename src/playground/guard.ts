import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { HttpRefusal } from "./http-answers.ts";

/**
 * Who may ask the playground anything (PLY-4). It listens on loopback, which every program of the machine and every
 * page of the browser can reach: so the Host must be ours to the letter (no rebound name), a browser's Origin must be
 * ours, and the page and the control API take the key of this start only.
 */
export class Guard {
  readonly #hosts: readonly string[];
  readonly #key: string;
  readonly #cookie: string;

  constructor(port: number, key: string) {
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    this.#key = key;
    // Cookies do not know ports: two playgrounds of one machine must not take each other's.
    this.#cookie = `vigil_playground_${port}`;
  }

  /** @throws HttpRefusal for a foreign Host or Origin */
  checkAddress(request: IncomingMessage): void {
    const { host, origin } = request.headers;
    if (host === undefined || !this.#hosts.includes(host))
      throw new HttpRefusal(421, "this address is not the playground's");
    if (origin !== undefined && origin !== `http://${host}`)
      throw new HttpRefusal(403, "requests from other pages are refused");
  }

  isKey(key: string | null): boolean {
    return key !== null && isSame(key, this.#key);
  }

  /** @throws HttpRefusal without the cookie of this start */
  checkCookie(request: IncomingMessage): void {
    if (!this.hasCookie(request))
      throw new HttpRefusal(401, "open the playground by the link that Vigil printed when it started");
  }

  hasCookie(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? "").split(/;\s*/);
    return cookies.some(
      (cookie) => cookie.startsWith(`${this.#cookie}=`) && isSame(cookie.slice(this.#cookie.length + 1), this.#key),
    );
  }

  /** @throws HttpRefusal without `Authorization: Bearer KEY` */
  checkBearer(request: IncomingMessage): void {
    const [, key] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (!this.isKey(key ?? null))
      throw new HttpRefusal(401, "send the key of the page's link as Authorization: Bearer KEY", {
        "www-authenticate": "Bearer",
      });
  }

  /** The header that gives the browser the key for its next requests. */
  setCookie(): string {
    return `${this.#cookie}=${this.#key}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

/** Compares in constant time, whatever the lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
