import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;

/** The real process, for kill tests, reliability runs and benchmarks. */
export interface VigilProcess {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  /** Sends the signal and resolves with the exit code, null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `bin/vigil.mjs` in `home` with nothing of this process's environment but `PATH`. */
export function spawnVigil(
  home: string,
  env: Record<string, string>,
  args: readonly string[] = ["start"],
): VigilProcess {
  const child = spawn(process.execPath, [join(root, "bin/vigil.mjs"), ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, VIGIL_HOME: home, VIGIL_LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return {
    child,
    output: () => text,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}

/** The environment that points Vigil at a Bot API server and an OpenAI-compatible model. */
export function externalEnv(options: {
  token: string;
  apiRoot: string;
  ownerId: number;
  modelUrl?: string;
}): Record<string, string> {
  return {
    TELEGRAM_BOT_TOKEN: options.token,
    TELEGRAM_API_ROOT: options.apiRoot,
    VIGIL_OWNER_IDS: String(options.ownerId),
    VIGIL_TIMEZONE: "Europe/Berlin",
    VIGIL_LOCALE: "en",
    ...(options.modelUrl && { VIGIL_MODEL: "compatible/scripted", VIGIL_MODEL_BASE_URL: options.modelUrl }),
  };
}
