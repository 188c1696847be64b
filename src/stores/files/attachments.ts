import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { writeNew } from "./write-file.ts";

/** Files that the owner sent, under names of our own: theirs decide nothing but the ending (TG-6). */
export class AttachmentStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps a file; `id` must be new. Returns its name, which {@link read} takes. */
  save(bytes: Uint8Array, file: { id: string; day: string; ending: string }): string {
    const ending = /^\.[a-z0-9]{1,8}$/i.test(file.ending) ? file.ending.toLowerCase() : ".bin";
    const name = `${file.day}-${file.id}${ending}`;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeNew(path.join(this.#folder, name), bytes);
    return name;
  }

  /** Undefined if there is no such file any more. */
  read(name: string): Uint8Array | undefined {
    if (!/^[\w.-]+$/.test(name)) return undefined;
    try {
      return readFileSync(path.join(this.#folder, name));
    } catch {
      return undefined;
    }
  }

  /** Where a file stands, for whoever reads it in another way. */
  pathOf(name: string): string {
    return path.join(this.#folder, name);
  }
}
