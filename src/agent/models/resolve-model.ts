import type { LanguageModelV4, TranscriptionModelV4 } from "@ai-sdk/provider";
import { AppError } from "#core/errors.ts";

/** Which model answers. The environment's values come from `config.ts`. */
export interface ModelConfig {
  /** `offline`, or `provider/model` with everything after the first slash as the model's name. */
  readonly spec: string;
  /** `VIGIL_MODEL_BASE_URL`, `VIGIL_MODEL_API_KEY`: for `compatible/…`. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  /** The usual variables of the providers. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A model, and how its provider behaves. */
export interface ResolvedModel {
  readonly model: LanguageModelV4;
  /** The server sends its headers together with the first token, after it has loaded the model: no connect limit of its own. */
  readonly headersWithFirstToken: boolean;
  /** Options that go with every call, by the SDK's name of the provider. */
  readonly providerOptions?: Record<string, { options: Record<string, number> }>;
}

/** Ollama's own default of 4,096 would cut the instructions off; this holds them, the history and the answer. */
const OLLAMA_CONTEXT_TOKENS = 16_384;

/**
 * Makes the model of `spec`; a provider's package is loaded when it is used (AGT-1). Keys are checked here, since some
 * packages would send a request without one. `offline` makes the model of that name.
 * @throws AppError `no_key`, `unknown_model`, `no_base_url`
 */
export async function resolveModel(
  config: ModelConfig,
  offline: () => Promise<LanguageModelV4>,
): Promise<ResolvedModel> {
  if (config.spec === "offline") return { model: await offline(), headersWithFirstToken: false };
  const slash = config.spec.indexOf("/");
  const provider = config.spec.slice(0, slash);
  const name = config.spec.slice(slash + 1);
  if (slash < 1 || name === "")
    throw new AppError("unknown_model", `"${config.spec}" is not a model`, {
      remedy: "Set VIGIL_MODEL to provider/model or offline.",
    });
  switch (provider) {
    case "openai": {
      const apiKey = requireKey(config, "OPENAI_API_KEY");
      const { createOpenAI } = await import("@ai-sdk/openai");
      return remote(createOpenAI({ apiKey, ...baseUrl(config, "OPENAI_BASE_URL") })(name));
    }
    case "anthropic": {
      const apiKey = requireKey(config, "ANTHROPIC_API_KEY");
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return remote(createAnthropic({ apiKey, ...baseUrl(config, "ANTHROPIC_BASE_URL") })(name));
    }
    case "google": {
      const apiKey = requireKey(config, "GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY");
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return remote(createGoogleGenerativeAI({ apiKey })(name));
    }
    case "ollama": {
      const { createOllama } = await import("ollama-ai-provider-v2");
      return {
        model: createOllama({ baseURL: ollamaUrl(config.env) })(name),
        headersWithFirstToken: true,
        providerOptions: { ollama: { options: { num_ctx: OLLAMA_CONTEXT_TOKENS } } },
      };
    }
    case "compatible": {
      if (!config.baseUrl)
        throw new AppError("no_base_url", "VIGIL_MODEL_BASE_URL is empty", {
          remedy: "Set it to the server's URL, such as http://127.0.0.1:1234/v1.",
        });
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      // Without includeUsage a streamed answer reports no tokens at all.
      const settings = { name: "compatible", baseURL: config.baseUrl, includeUsage: true };
      return remote(
        createOpenAICompatible(config.apiKey ? { ...settings, apiKey: config.apiKey } : settings).chatModel(name),
      );
    }
    default:
      throw new AppError("unknown_model", `"${provider}" is not a provider`, {
        remedy: "Use openai, anthropic, google, ollama or compatible before the slash.",
      });
  }
}

/**
 * Makes the transcription model of `openai/…` or `compatible/…`: a server with OpenAI's `/audio/transcriptions`.
 * @throws AppError `no_key`, `unknown_model`, `no_base_url`
 */
export async function resolveTranscriptionModel(config: ModelConfig): Promise<TranscriptionModelV4> {
  const slash = config.spec.indexOf("/");
  const provider = config.spec.slice(0, slash);
  const name = config.spec.slice(slash + 1);
  if (provider !== "openai" && provider !== "compatible")
    throw new AppError("unknown_model", `"${provider}" cannot transcribe`, {
      remedy: "Set VIGIL_TRANSCRIPTION_MODEL to openai/… or compatible/….",
    });
  const { createOpenAI } = await import("@ai-sdk/openai");
  if (provider === "openai") {
    const apiKey = requireKey(config, "OPENAI_API_KEY");
    return createOpenAI({ apiKey, ...baseUrl(config, "OPENAI_BASE_URL") }).transcription(name);
  }
  if (!config.baseUrl) throw new AppError("no_base_url", "VIGIL_MODEL_BASE_URL is empty");
  // A local server may do without a key; the package may not.
  return createOpenAI({ apiKey: config.apiKey ?? "none", baseURL: config.baseUrl }).transcription(name);
}

function remote(model: LanguageModelV4): ResolvedModel {
  return { model, headersWithFirstToken: false };
}

function requireKey(config: ModelConfig, ...names: readonly string[]): string {
  const key = names.map((name) => config.env[name]?.trim()).find(Boolean);
  if (key) return key;
  throw new AppError("no_key", `${names.join(" or ")} is empty`, {
    remedy: `Set ${names[0]} in .env and start again.`,
  });
}

function baseUrl(config: ModelConfig, name: string): { baseURL?: string } {
  const baseURL = config.env[name]?.trim();
  return baseURL ? { baseURL } : {};
}

/** `OLLAMA_HOST` is how Ollama itself is told: often a bare host and port. */
function ollamaUrl(env: ModelConfig["env"]): string {
  const given = env.OLLAMA_BASE_URL?.trim() || env.OLLAMA_HOST?.trim() || "127.0.0.1:11434";
  const url = /^https?:\/\//.test(given) ? given : `http://${given}`;
  const base = url.replace(/\/+$/, "");
  return base.endsWith("/api") ? base : `${base}/api`;
}
