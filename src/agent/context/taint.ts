import type { Message } from "#stores/sessions/messages.ts";

/** How an untrusted message without a known source is named. */
const SOMEBODY = "somebody else";

/**
 * What the model of a turn has read that is not the owner's (AGT-8): computed from the messages that are sent, and from
 * what tools brought in since.
 */
export class Taint {
  #sources = new Set<string>();
  #known: string[] = [];
  readonly #calls = new Map<string, string>();

  /** `sources` are those of the turn that this one continues. */
  constructor(sources: readonly string[] = []) {
    for (const source of sources) this.#sources.add(source);
  }

  /** A stored message goes to the model. */
  see(row: Message): void {
    if (row.untrusted) this.#sources.add(row.source ?? SOMEBODY);
    else if (row.role === "user") this.#known.push(textOf(row.content));
  }

  /** A tool call brought in words from outside. */
  brought(callId: string, source: string, text: string): void {
    this.#sources.add(source);
    this.#calls.set(callId, source);
    this.#known.push(text);
  }

  sources(): string[] {
    return [...this.#sources];
  }

  get tainted(): boolean {
    return this.#sources.size > 0;
  }

  /** Where the result of a call comes from; undefined: from ourselves. */
  sourceOf(callId: string): string | undefined {
    return this.#calls.get(callId);
  }

  /** Whether a URL stands verbatim in the owner's words or in a fetched page (AGT-23). */
  knowsUrl(url: string): boolean {
    return this.#known.some((text) => mentions(text, url));
  }
}

/** A URL that only continues a known one would carry data out: it must end where it ends in the text. */
function mentions(text: string, url: string): boolean {
  for (let at = text.indexOf(url); at >= 0; at = text.indexOf(url, at + 1)) {
    const next = text.slice(at + url.length, at + url.length + 1);
    if (next === "" || /[\s<>"'`)\]}|,;]/.test(next) || /^[.!?:](\s|$)/.test(text.slice(at + url.length))) return true;
  }
  return false;
}

function textOf(content: Message["content"]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (typeof part.text === "string" ? [part.text] : [])).join("\n");
}
