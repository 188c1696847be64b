import { z } from "zod";
import type { MetaStore } from "../database/meta.ts";

const KEY = "conventions";
const conventionsSchema = z.record(z.string(), z.string());

/** What the owner means by words with two readings, as their choices have taught it (TIME-6). */
export class Conventions {
  readonly #meta: MetaStore;
  constructor(meta: MetaStore) {
    this.#meta = meta;
  }

  /** Every convention by its name; none while what is stored cannot be read. */
  all(): Readonly<Record<string, string>> {
    try {
      return conventionsSchema.parse(JSON.parse(this.#meta.get(KEY) ?? "{}"));
    } catch {
      return {};
    }
  }

  /** The latest choice holds. */
  remember({ name, value }: { readonly name: string; readonly value: string }): void {
    this.#meta.set(KEY, JSON.stringify({ ...this.all(), [name]: value }));
  }
}
