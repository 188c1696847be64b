import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Env } from "#app/config.ts";
import { main } from "#cli/main.ts";
import { openHome } from "#stores/home/home.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import { CountingRandom } from "#test/helpers/counting-random.ts";
import { ManualClock } from "#test/helpers/manual-clock.ts";

/** One command line and what came of it. */
export interface Run {
  readonly status: number;
  readonly out: string[];
  readonly err: string[];
}

/** A home in Berlin on a Sunday morning, with one owner, and the command line over it. */
export class CliWorld {
  readonly root = mkdtempSync(path.join(tmpdir(), "vigil-cli-"));
  readonly home = openHome(this.root, { create: true });
  readonly clock = new ManualClock("2026-03-01T06:00:00Z");
  readonly env: Record<string, string> = { VIGIL_HOME: this.root, VIGIL_TIMEZONE: "Europe/Berlin", VIGIL_LOCALE: "en" };
  readonly #random = new CountingRandom();
  stores: Stores = openStores({ file: this.home.store, release: "0" });

  constructor() {
    this.stores.owners.put({ userId: 7, name: "Ann", languageCode: "en", privateChatId: 7 }, this.clock.now());
  }

  async vigil(args: readonly string[], options: { env?: Env; input?: readonly string[] } = {}): Promise<Run> {
    const out: string[] = [];
    const err: string[] = [];
    const status = await main({
      args,
      env: { ...this.env, ...options.env },
      cwd: this.root,
      clock: this.clock,
      random: this.#random,
      terminal: false,
      input: linesOf(options.input ?? []),
      out: (line) => out.push(...line.split("\n")),
      err: (line) => err.push(...line.split("\n")),
    });
    return { status, out, err };
  }

  [Symbol.dispose](): void {
    this.stores.db.close();
    rmSync(this.root, { recursive: true });
  }
}

async function* linesOf(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}
