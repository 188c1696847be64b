import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
}

/** Files that users and the bot sent: in memory, and in a folder where they are to survive a restart. */
export class FileStore {
  readonly #folder: string | undefined;
  readonly #files = new Map<string, StoredFile>();
  readonly #bytes = new Map<string, Uint8Array>();
  #next = 1;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  put(file: { name: string; mimeType: string; bytes: Uint8Array }): StoredFile {
    const id = `file-${this.#next++}`;
    const stored: StoredFile = { id, name: file.name, mimeType: file.mimeType, size: file.bytes.byteLength };
    this.#files.set(id, stored);
    if (this.#folder === undefined) this.#bytes.set(id, file.bytes);
    else {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.#folder, id), file.bytes, { mode: 0o600 });
    }
    return stored;
  }

  find(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** The content, or undefined where the file is gone. */
  read(id: string): Uint8Array | undefined {
    if (!this.#files.has(id)) return undefined;
    if (this.#folder === undefined) return this.#bytes.get(id);
    try {
      return readFileSync(join(this.#folder, id));
    } catch {
      return undefined;
    }
  }

  snapshot(): { readonly next: number; readonly files: readonly StoredFile[] } {
    return { next: this.#next, files: [...this.#files.values()] };
  }

  restore(snapshot: { readonly next: number; readonly files: readonly StoredFile[] }): void {
    this.#next = snapshot.next;
    for (const file of snapshot.files) this.#files.set(file.id, file);
  }
}
