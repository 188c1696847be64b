import { z } from "zod";
import type { MetaStore } from "../database/meta.ts";

const KEY = "mcp_failures";
const failuresSchema = z.record(z.string(), z.object({ at: z.int(), reason: z.string() }));

/** Why an MCP server could not be used when it was last tried, and when (epoch milliseconds). */
export type McpFailure = z.infer<typeof failuresSchema>[string];

/** The latest failure of each MCP server, until it answers again; the health check tells of them. */
export class McpFailures {
  readonly #meta: MetaStore;
  constructor(meta: MetaStore) {
    this.#meta = meta;
  }

  /** By the server's name. What cannot be read is as good as nothing: the next try writes it anew. */
  list(): Readonly<Record<string, McpFailure>> {
    const text = this.#meta.get(KEY);
    if (text === undefined) return {};
    try {
      return failuresSchema.parse(JSON.parse(text));
    } catch {
      return {};
    }
  }

  note(server: string, reason: string, now: Temporal.Instant): void {
    this.#meta.set(KEY, JSON.stringify({ ...this.list(), [server]: { at: now.epochMilliseconds, reason } }));
  }

  /** The server has answered. */
  clear(server: string): void {
    const { [server]: failed, ...others } = this.list();
    if (failed) this.#meta.set(KEY, JSON.stringify(others));
  }
}
