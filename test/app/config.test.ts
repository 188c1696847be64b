import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { type Env, loadConfig, parseConfig, VARIABLES } from "#app/config.ts";
import type { AppError } from "#core/errors.ts";

const CWD = "/somewhere";

function faultsOf(env: Env): string[] {
  try {
    parseConfig(env, CWD);
  } catch (error) {
    expect(error).toMatchObject({ code: "config_invalid" });
    return (error as AppError).message.split("\n");
  }
  return [];
}

function folderWith(dotEnv: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "vigil-config-"));
  writeFileSync(path.join(folder, ".env"), dotEnv);
  return folder;
}

test("an empty environment is the playground with the offline model", () => {
  expect(parseConfig({}, CWD)).toEqual({
    botToken: null,
    apiRoot: null,
    ownerIds: null,
    home: CWD,
    model: { provider: "offline", model: "offline" },
    memoryModel: { provider: "offline", model: "offline" },
    transcriptionModel: null,
    embeddingModel: null,
    compatible: { baseUrl: null, apiKey: null },
    keys: { openai: null, anthropic: null, google: null },
    baseUrls: { openai: null, anthropic: null, ollama: null },
    timezone: null,
    warnings: [],
    locale: null,
    nightTime: "04:00",
    playgroundPort: 8787,
    metricsPort: null,
    logLevel: "info",
    agentTurn: null,
    environment: {},
    secrets: [],
  });
});

test("every variable is read, and an empty one counts as not set", () => {
  const config = parseConfig(
    {
      TELEGRAM_BOT_TOKEN: " 123:AbC-_9 ",
      TELEGRAM_API_ROOT: "http://127.0.0.1:8081/",
      VIGIL_OWNER_IDS: "7, 8,7",
      VIGIL_HOME: "home",
      VIGIL_MODEL: "compatible/qwen/qwen3:8b",
      VIGIL_MODEL_BASE_URL: "http://user:pass%21word@127.0.0.1:11434/v1",
      VIGIL_MODEL_API_KEY: "key-of-mine",
      VIGIL_MEMORY_MODEL: "Anthropic/claude",
      VIGIL_TRANSCRIPTION_MODEL: "",
      VIGIL_TIMEZONE: "asia/kolkata",
      VIGIL_LOCALE: "RU",
      MEMORY_NIGHT_TIME: "3:30",
      VIGIL_PLAYGROUND_PORT: "0",
      VIGIL_METRICS_PORT: "9100",
      VIGIL_LOG_LEVEL: "Debug",
      VIGIL_AGENT_TURN: "1",
      VIGIL_TURN_ORIGIN: "reminder",
      OPENAI_API_KEY: "sk-openai",
    },
    CWD,
  );
  expect(config).toMatchObject({
    botToken: "123:AbC-_9",
    apiRoot: "http://127.0.0.1:8081",
    ownerIds: [7, 8],
    home: "/somewhere/home",
    model: { provider: "compatible", model: "qwen/qwen3:8b" },
    memoryModel: { provider: "anthropic", model: "claude" },
    transcriptionModel: null,
    timezone: "Asia/Kolkata",
    locale: "ru",
    nightTime: "03:30",
    playgroundPort: 0,
    metricsPort: 9100,
    logLevel: "debug",
    agentTurn: { origin: "reminder" },
    secrets: ["123:AbC-_9", "key-of-mine", "sk-openai", "pass%21word", "pass!word"],
  });
});

test("VIGIL_HOME may begin with the user's home, and a password that is no percent-encoding is kept as it is", () => {
  const config = parseConfig({ HOME: "/home/ann", VIGIL_HOME: "~/vigil", OPENAI_BASE_URL: "http://u:50%zz@h" }, CWD);
  expect(config).toMatchObject({ home: "/home/ann/vigil", secrets: ["50%zz"] });
});

test("all faults are told at once, a line each, with the variable, its value and what is accepted", () => {
  const faults = faultsOf({
    VIGIL_OWNER_IDS: "12,@ann",
    VIGIL_MODEL: "gpt-5",
    VIGIL_TRANSCRIPTION_MODEL: "offline",
    VIGIL_TIMEZONE: "Mars/Base",
    VIGIL_LOCALE: "fr",
    MEMORY_NIGHT_TIME: "24:00",
    VIGIL_PLAYGROUND_PORT: "65536",
    VIGIL_METRICS_PORT: "http",
    TELEGRAM_API_ROOT: "localhost:8081",
    VIGIL_LOG_LEVEL: "loud",
  });
  expect(faults).toHaveLength(10);
  expect(faults).toContain('VIGIL_LOCALE="fr" is not valid; accepted: en, ru, zh');
  expect(faults).toContain('MEMORY_NIGHT_TIME="24:00" is not valid; accepted: a time of day, HH:MM');
  expect(faults.find((line) => line.startsWith("VIGIL_MODEL="))).toContain(
    "openai, anthropic, google, ollama, compatible",
  );
});

test("SEC-1: a fault never shows a secret, nor what looks like one in the wrong place", () => {
  const token = "not a token: 12345:AAAbbbCCCdddEEEfffGGGhhhIIIjjjKKKlll";
  const faults = faultsOf({
    TELEGRAM_BOT_TOKEN: token,
    VIGIL_OWNER_IDS: "AAAbbbCCCdddEEEfffGGGhhhIIIjjjKKKlll",
    OPENAI_BASE_URL: "ftp://me:hidden@host",
  });
  expect(faults).toHaveLength(3);
  expect(faults.join("\n")).not.toMatch(/AAAbbb|hidden/);
});

test("a compatible model without its server is a fault", () => {
  expect(faultsOf({ VIGIL_MEMORY_MODEL: "compatible/llama" })).toEqual([
    expect.stringContaining("VIGIL_MODEL_BASE_URL is not set, and VIGIL_MEMORY_MODEL=compatible/llama needs it"),
  ]);
});

test(".env is read from the working directory, and the process wins over it", () => {
  const folder = folderWith(
    '# mine\nexport VIGIL_LOCALE=zh\nVIGIL_MODEL="ollama/llama3" # local\nVIGIL_LOG_LEVEL=warn\n',
  );
  const config = loadConfig({ VIGIL_LOG_LEVEL: "error", VIGIL_LOCALE: "" }, folder);
  expect(config).toMatchObject({ locale: "zh", model: { provider: "ollama" }, logLevel: "error", home: folder });
});

test("lines of .env that are no assignment are named by their number, without their text", () => {
  const folder = folderWith('VIGIL_LOCALE=xx\n\n123:secretsecret\nNOTE="two\nlines"\nOPEN="never closed\n');
  expect(() => loadConfig({}, folder)).toThrow(
    expect.objectContaining({
      message: [
        ".env, line 3 is not valid; accepted: NAME=value, or # and a comment",
        '.env, line 6 opens a quote " that is never closed',
        'VIGIL_LOCALE="xx" is not valid; accepted: en, ru, zh',
      ].join("\n"),
    }),
  );
});

test("docs/configuration.md names every variable that is read for the owner", () => {
  const docs = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const internal = ["VIGIL_AGENT_TURN", "VIGIL_TURN_ORIGIN", "VIGIL_TURN_ID"];
  expect(VARIABLES.filter((name) => !internal.includes(name) && !docs.includes(`\`${name}\``))).toEqual([]);
});

test("a variable that is nearly one of Vigil's is named with it; others are somebody else's", () => {
  const { warnings } = parseConfig({ VIGIL_TIMZONE: "UTC", VIGIL_NOTES: "x", TELEGRAM_BOT_TOKN: "1:secret" }, CWD);
  expect(warnings).toEqual([
    "The variable VIGIL_TIMZONE is not known and not used; did you mean VIGIL_TIMEZONE?",
    "The variable TELEGRAM_BOT_TOKN is not known and not used; did you mean TELEGRAM_BOT_TOKEN?",
  ]);
});
