import type { Redactor } from "#core/redact/redactor.ts";

/** What is kept of an output: its beginning and its end, in UTF-16 units, without secrets. */
export interface KeptOutput {
  readonly head: string;
  readonly tail: string;
  /** How many characters between the two were left out; 0: `head` is the whole. */
  readonly omitted: number;
}

/** A secret that a cut went through lies within this distance of it, so that much beside a cut is never shown. */
const MARGIN = 8_192;

/**
 * Keeps head and tail of a text that comes in pieces, in bounded memory whatever its length (AGT-22). Secrets are taken out
 * at the end, from text that reaches beyond each cut: one that a cut went through would not be recognised.
 */
export class OutputKeeper {
  readonly #headRoom: number;
  readonly #tailRoom: number;
  #head = "";
  #tail: string[] = [];
  #tailLength = 0;
  #dropped = 0;

  constructor(keep: { head: number; tail: number }) {
    this.#headRoom = keep.head + MARGIN;
    this.#tailRoom = keep.tail + MARGIN;
  }

  push(chunk: string): void {
    const taken = chunk.slice(0, this.#headRoom - this.#head.length);
    this.#head += taken;
    const rest = chunk.slice(taken.length);
    if (rest === "") return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    for (let first = this.#tail[0]; first && this.#tailLength - first.length >= this.#tailRoom; first = this.#tail[0]) {
      this.#tail.shift();
      this.#tailLength -= first.length;
      this.#dropped += first.length;
    }
  }

  take(redactor: Redactor): KeptOutput {
    const tail = this.#tail.join("");
    const excess = Math.max(0, tail.length - this.#tailRoom);
    const dropped = this.#dropped + excess;
    if (dropped === 0) return { head: redactor.redact(this.#head + tail).toWellFormed(), tail: "", omitted: 0 };
    return {
      head: redactor.redact(this.#head).slice(0, -MARGIN).toWellFormed(),
      tail: redactor.redact(tail.slice(excess)).slice(MARGIN).toWellFormed(),
      omitted: dropped + 2 * MARGIN,
    };
  }
}

/** The kept output as one text, its cut marked. */
export function keptText({ head, tail, omitted }: KeptOutput): string {
  return omitted === 0 ? head : `${head}\n[… ${omitted} characters left out …]\n${tail}`;
}
