import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BotApiServer, startBotApi } from "#playground/bot-api-server.ts";
import { externalEnv, spawnVigil, type VigilProcess } from "#test/helpers/vigil-process.ts";
import { startInstantModel } from "./instant-model.ts";

export const OWNER = 1001;
const TOKEN = "700700700:bench";

/** A Bot API server, an instant model and a home, shared by the product and its baseline in one run. */
export interface Bench extends AsyncDisposable {
  readonly api: BotApiServer;
  readonly home: string;
  /** Starts the product in `home` (a new one by default) and resolves at its first poll with the milliseconds from the spawn. */
  vigil(options?: {
    home?: string;
    env?: Record<string, string>;
  }): Promise<{ process: VigilProcess; startedMs: number }>;
  /** Starts the bare bot, likewise. */
  bare(): Promise<{ child: ChildProcess; startedMs: number }>;
  freshHome(): string;
}

export async function openBench(options: { offline?: boolean; limits?: boolean } = {}): Promise<Bench> {
  const api = await startBotApi({ token: TOKEN, limits: options.limits ?? false });
  const model = await startInstantModel();
  const homes: string[] = [];
  const freshHome = (): string => {
    const home = mkdtempSync(join(tmpdir(), "vigil-bench-"));
    homes.push(home);
    return home;
  };
  const home = freshHome();
  return {
    api,
    home,
    freshHome,
    async vigil(start = {}) {
      const env = externalEnv({
        token: TOKEN,
        apiRoot: api.url,
        ownerId: OWNER,
        ...(!options.offline && { modelUrl: model.url }),
      });
      const polled = api.nextPoll();
      const began = performance.now();
      const process = spawnVigil(start.home ?? home, { ...env, ...start.env });
      await polled;
      return { process, startedMs: performance.now() - began };
    },
    async bare() {
      const polled = api.nextPoll();
      const began = performance.now();
      const child = spawn(
        process.execPath,
        [new URL("./bare-bot.ts", import.meta.url).pathname, TOKEN, api.url, model.url],
        { stdio: "inherit" },
      );
      await polled;
      return { child, startedMs: performance.now() - began };
    },
    async [Symbol.asyncDispose]() {
      await api.close();
      model.close();
      for (const folder of homes) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Prints a figure as one JSON line. */
export function report(figure: string, values: Record<string, number | string | boolean>): void {
  const rounded = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "number" ? Math.round(value * 100) / 100 : value,
  ]);
  console.log(JSON.stringify({ figure, ...Object.fromEntries(rounded) }));
}

/** The q-quantile of a list, q in [0, 1]. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
