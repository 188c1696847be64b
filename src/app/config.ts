import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { AppError } from "#core/errors.ts";
import { LOCALES, type Locale } from "#core/ports.ts";
import { canonicalZone } from "#core/time/zones.ts";

/** Environment variables as they come: `process.env`, or a test's own. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The providers that a model's name may begin with. */
const PROVIDERS = ["openai", "anthropic", "google", "ollama", "compatible"] as const;

/** A model as the owner names it: `openai/gpt-5` or `offline`. */
export type ModelSpec =
  | { readonly provider: (typeof PROVIDERS)[number]; readonly model: string }
  | { readonly provider: "offline"; readonly model: "offline" };

/** What the environment says, validated. Null: not set, and the default depends on something else. */
export interface Config {
  /** Null: the embedded playground. */
  readonly botToken: string | null;
  /** Root URL of the Bot API server without a trailing slash; null: Telegram's own. */
  readonly apiRoot: string | null;
  /** Null: owners pair themselves (TG-1). */
  readonly ownerIds: readonly number[] | null;
  /** Absolute path of the folder with `data/` and `vault/`. */
  readonly home: string;
  readonly model: ModelSpec;
  readonly memoryModel: ModelSpec;
  readonly transcriptionModel: ModelSpec | null;
  readonly embeddingModel: ModelSpec | null;
  /** Server and key of `compatible/…` models. */
  readonly compatible: { readonly baseUrl: string | null; readonly apiKey: string | null };
  /** The usual variables of the other providers. */
  readonly keys: { readonly openai: string | null; readonly anthropic: string | null; readonly google: string | null };
  readonly baseUrls: {
    readonly openai: string | null;
    readonly anthropic: string | null;
    readonly ollama: string | null;
  };
  readonly timezone: string | null;
  readonly locale: Locale | null;
  /** `HH:MM`. */
  readonly nightTime: string;
  /** 0: any free port. */
  readonly playgroundPort: number;
  readonly metricsPort: number | null;
  readonly logLevel: LogLevel;
  /** The turn that a command was called from (CLI-2); null outside of one. */
  readonly agentTurn: { readonly origin: string; readonly turnId: string | null } | null;
  /** Everything that the process's environment and `.env` hold: what `${NAME}` in the setting `mcp` is read from. */
  readonly environment: Env;
  /** Lines about variables that nothing reads, whose names are nearly those of ones that are read. */
  readonly warnings: readonly string[];
  /** Every secret value among Vigil's own variables, for the redactor (OUT-8). */
  readonly secrets: readonly string[];
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Letters that a misspelt name may differ by. */
const MOST_SLIPS = 2;

/** Variables whose values are never shown. */
const SECRETS = [
  "TELEGRAM_BOT_TOKEN",
  "VIGIL_MODEL_API_KEY",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GEMINI_API_KEY",
] as const;

const words = z.string();

/** A variable whose value `read` turns into what is meant, or into undefined if it is none of what is `accepted`. */
function variable<T>(accepted: string, read: (value: string) => T | undefined) {
  return z.string().transform((value, ctx): T => {
    const result = read(value);
    if (result !== undefined) return result;
    ctx.addIssue({ code: "custom", message: accepted });
    return z.NEVER;
  });
}

const model = variable(
  `provider/model with provider one of ${PROVIDERS.join(", ")}, or offline`,
  (value): ModelSpec | undefined => {
    if (value.toLowerCase() === "offline") return { provider: "offline", model: "offline" };
    const slash = value.indexOf("/");
    const provider = PROVIDERS.find((p) => p === value.slice(0, Math.max(slash, 0)).toLowerCase());
    const name = value.slice(slash + 1);
    return provider && name !== "" && !/\s/.test(name) ? { provider, model: name } : undefined;
  },
);

/** A model that no offline stand-in exists for. */
const onlineModel = model.refine(
  (spec) => spec.provider !== "offline",
  `provider/model with provider one of ${PROVIDERS.join(", ")}`,
);

const url = variable("an http or https URL without a query", (value) => {
  const parsed = URL.parse(value);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash) return undefined;
  return value.replace(/\/+$/, "");
});

const port = variable("a port from 1 to 65535, or 0 for any free one", (value) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined,
);

const envSchema = z.object({
  TELEGRAM_BOT_TOKEN: variable("the token from @BotFather, digits:letters", (value) =>
    /^\d+:[A-Za-z0-9_-]+$/.test(value) ? value : undefined,
  ).optional(),
  TELEGRAM_API_ROOT: url.optional(),
  VIGIL_OWNER_IDS: variable("comma-separated numeric user ids", (value) => {
    const ids = value.split(",").map((id) => id.trim());
    return ids.every((id) => /^[1-9]\d{0,15}$/.test(id)) ? [...new Set(ids.map(Number))] : undefined;
  }).optional(),
  VIGIL_HOME: words.optional(),
  VIGIL_MODEL: model.prefault("offline"),
  VIGIL_MODEL_BASE_URL: url.optional(),
  VIGIL_MODEL_API_KEY: words.optional(),
  VIGIL_MEMORY_MODEL: model.optional(),
  VIGIL_TRANSCRIPTION_MODEL: onlineModel.optional(),
  VIGIL_EMBEDDING_MODEL: onlineModel.optional(),
  VIGIL_TIMEZONE: variable("an IANA zone such as Europe/Berlin", (value) => {
    const zone = canonicalZone(value);
    return zone.ok ? zone.zone : undefined;
  }).optional(),
  VIGIL_LOCALE: variable(LOCALES.join(", "), (value) => LOCALES.find((l) => l === value.toLowerCase())).optional(),
  MEMORY_NIGHT_TIME: variable("a time of day, HH:MM", (value) =>
    /^([01]?\d|2[0-3]):[0-5]\d$/.test(value) ? value.padStart(5, "0") : undefined,
  ).prefault("04:00"),
  VIGIL_PLAYGROUND_PORT: port.prefault("8787"),
  VIGIL_METRICS_PORT: port.optional(),
  VIGIL_LOG_LEVEL: variable(LOG_LEVELS.join(", "), (value) =>
    LOG_LEVELS.find((l) => l === value.toLowerCase()),
  ).prefault("info"),
  VIGIL_AGENT_TURN: words.optional(),
  VIGIL_TURN_ORIGIN: words.optional(),
  VIGIL_TURN_ID: words.optional(),
  OPENAI_API_KEY: words.optional(),
  OPENAI_BASE_URL: url.optional(),
  ANTHROPIC_API_KEY: words.optional(),
  ANTHROPIC_BASE_URL: url.optional(),
  GOOGLE_GENERATIVE_AI_API_KEY: words.optional(),
  GEMINI_API_KEY: words.optional(),
  OLLAMA_BASE_URL: url.optional(),
  /** As Ollama itself reads it: often a bare host and port. */
  OLLAMA_HOST: words.optional(),
});

/** The variables that Vigil reads. */
export const VARIABLES = Object.keys(envSchema.shape);

/**
 * Reads the configuration from the environment; an empty value counts as not set. `cwd` is what a relative
 * `VIGIL_HOME` starts from. `faults` are lines about the `.env` file that belong in the same report.
 *
 * @throws AppError `config_invalid`: one line per fault, all of them at once, without any secret's value
 */
export function parseConfig(env: Env, cwd: string, faults: readonly string[] = []): Config {
  const given = Object.fromEntries(VARIABLES.map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = envSchema.safeParse(given);
  const lines = [...faults];
  for (const {
    path: [name = ""],
    message,
  } of parsed.error?.issues ?? [])
    lines.push(`${String(name)}${shown(String(name), given[String(name)])} is not valid; accepted: ${message}`);
  const compatible = ["VIGIL_MODEL", "VIGIL_MEMORY_MODEL", "VIGIL_TRANSCRIPTION_MODEL", "VIGIL_EMBEDDING_MODEL"].find(
    (name) => given[name]?.toLowerCase().startsWith("compatible/"),
  );
  if (compatible && !given.VIGIL_MODEL_BASE_URL)
    lines.push(
      `VIGIL_MODEL_BASE_URL is not set, and ${compatible}=${given[compatible]} needs it; accepted: the URL of an OpenAI-compatible server`,
    );
  if (!parsed.success || lines.length > 0)
    throw new AppError("config_invalid", lines.join("\n"), {
      remedy: "Correct this in .env in the working directory, or in the environment, and start again.",
    });
  const read = parsed.data;
  return {
    botToken: read.TELEGRAM_BOT_TOKEN ?? null,
    apiRoot: read.TELEGRAM_API_ROOT ?? null,
    ownerIds: read.VIGIL_OWNER_IDS ?? null,
    home: path.resolve(cwd, expandHome(read.VIGIL_HOME ?? ".", env.HOME)),
    model: read.VIGIL_MODEL,
    memoryModel: read.VIGIL_MEMORY_MODEL ?? read.VIGIL_MODEL,
    transcriptionModel: read.VIGIL_TRANSCRIPTION_MODEL ?? null,
    embeddingModel: read.VIGIL_EMBEDDING_MODEL ?? null,
    compatible: { baseUrl: read.VIGIL_MODEL_BASE_URL ?? null, apiKey: read.VIGIL_MODEL_API_KEY ?? null },
    keys: {
      openai: read.OPENAI_API_KEY ?? null,
      anthropic: read.ANTHROPIC_API_KEY ?? null,
      google: read.GOOGLE_GENERATIVE_AI_API_KEY ?? read.GEMINI_API_KEY ?? null,
    },
    baseUrls: {
      openai: read.OPENAI_BASE_URL ?? null,
      anthropic: read.ANTHROPIC_BASE_URL ?? null,
      ollama: read.OLLAMA_BASE_URL ?? read.OLLAMA_HOST ?? null,
    },
    timezone: read.VIGIL_TIMEZONE ?? null,
    locale: read.VIGIL_LOCALE ?? null,
    nightTime: read.MEMORY_NIGHT_TIME,
    playgroundPort: read.VIGIL_PLAYGROUND_PORT,
    metricsPort: read.VIGIL_METRICS_PORT ?? null,
    logLevel: read.VIGIL_LOG_LEVEL,
    agentTurn:
      read.VIGIL_AGENT_TURN === "1"
        ? { origin: read.VIGIL_TURN_ORIGIN ?? "chat", turnId: read.VIGIL_TURN_ID ?? null }
        : null,
    environment: env,
    warnings: misspelt(env),
    secrets: secretsOf(given),
  };
}

/**
 * {@link parseConfig} over the process's environment and the `.env` file in `cwd`; the process wins.
 * An empty variable of the process does not hide the file's.
 *
 * @throws AppError `config_invalid`
 */
export function loadConfig(env: Env, cwd: string): Config {
  const file = path.join(cwd, ".env");
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return parseConfig(env, cwd);
    throw new AppError("config_invalid", `${file} cannot be read.`, {
      cause,
      remedy: "Give it to the user that runs Vigil, with mode 0600.",
    });
  }
  const fromProcess = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  return parseConfig({ ...parseEnv(text), ...fromProcess }, cwd, malformedLines(text));
}

/** Lines of a `.env` file that are no assignment: Node's parser passes over them without a word. */
function malformedLines(text: string): string[] {
  const faults: string[] = [];
  let open: { quote: string; line: number } | undefined;
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (open) {
      if (line.includes(open.quote)) open = undefined;
      continue;
    }
    if (/^\s*(#|$)/.test(line)) continue;
    const assignment = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/.exec(line);
    // The text itself may be a secret pasted without its name.
    if (!assignment) faults.push(`.env, line ${index + 1} is not valid; accepted: NAME=value, or # and a comment`);
    const quote = /^["'`]/.exec(assignment?.[1] ?? "")?.[0];
    if (quote && !assignment![1]!.slice(1).includes(quote)) open = { quote, line: index + 1 };
  }
  if (open) faults.push(`.env, line ${open.line} opens a quote ${open.quote} that is never closed`);
  return faults;
}

/** Variables that look like a slip of the hand: their values would be passed over without a word. */
function misspelt(env: Env): string[] {
  return Object.keys(env)
    .filter((name) => /^(?:VIGIL|TELEGRAM)_/.test(name) && !VARIABLES.includes(name))
    .flatMap((name) => {
      const near = VARIABLES.map((known) => ({ known, slips: slipsBetween(name, known) }))
        .filter(({ slips }) => slips <= MOST_SLIPS)
        .sort((a, b) => a.slips - b.slips)[0];
      return near ? [`The variable ${name} is not known and not used; did you mean ${near.known}?`] : [];
    });
}

/** Levenshtein's distance. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (letter === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

function shown(name: string, value: string | undefined): string {
  if ((SECRETS as readonly string[]).includes(name)) return " (its value is not shown)";
  // A URL with a password, or a key pasted into the wrong line.
  if (value?.includes("@") || /[A-Za-z0-9_-]{32,}/.test(value ?? ""))
    return " (its value is not shown, it may hold a secret)";
  return `=${JSON.stringify(value)}`;
}

/** No shell has seen a `~` that stands in `.env`. */
function expandHome(folder: string, userHome: string | undefined): string {
  return userHome && /^~(\/|$)/.test(folder) ? path.join(userHome, folder.slice(1)) : folder;
}

function secretsOf(given: Env): string[] {
  const urls = VARIABLES.filter((name) => /_(URL|ROOT)$/.test(name)).map((name) => URL.parse(given[name] ?? ""));
  const values = [
    ...SECRETS.map((name) => given[name]),
    ...urls.flatMap((parsed) => [parsed?.password, decoded(parsed?.password)]),
  ];
  return [...new Set(values.filter((value) => value !== undefined && value !== ""))] as string[];
}

function decoded(password: string | undefined): string | undefined {
  try {
    return password && decodeURIComponent(password);
  } catch {
    return undefined;
  }
}
