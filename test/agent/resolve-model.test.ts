import { describe, expect, test } from "vitest";
import { type ModelConfig, resolveModel } from "#agent/models/resolve-model.ts";

const resolve = (spec: string, over: Partial<ModelConfig> = {}) =>
  resolveModel({ spec, env: {}, ...over }, () => Promise.reject(new Error("not offline")));

describe("resolveModel", () => {
  test("AGT-1: everything after the first slash is the model's name", async () => {
    const { model } = await resolve("compatible/meta/llama-3:free", { baseUrl: "http://127.0.0.1:1/v1" });
    expect(model.modelId).toBe("meta/llama-3:free");
  });

  const KEYED: [string, string, string][] = [
    ["openai/gpt-5", "OPENAI_API_KEY", "openai"],
    ["anthropic/claude", "ANTHROPIC_API_KEY", "anthropic"],
    ["google/gemini", "GEMINI_API_KEY", "google"],
    ["google/gemini", "GOOGLE_GENERATIVE_AI_API_KEY", "google"],
  ];
  for (const [spec, variable, provider] of KEYED)
    test(`AGT-1, AGT-9: ${spec} takes its key from ${variable} and has none without it`, async () => {
      await expect(resolve(spec)).rejects.toMatchObject({ code: "no_key" });
      const { model } = await resolve(spec, { env: { [variable]: "k" } });
      expect(model.specificationVersion).toBe("v4");
      expect(model.provider).toContain(provider);
    });

  test("AGT-1: ollama needs no key, and is given a context that holds our instructions", async () => {
    const resolved = await resolve("ollama/qwen3:8b", { env: { OLLAMA_HOST: "127.0.0.1:11500" } });
    expect(resolved).toMatchObject({
      headersWithFirstToken: true,
      providerOptions: { ollama: { options: { num_ctx: 16_384 } } },
    });
    expect(resolved.model.modelId).toBe("qwen3:8b");
  });

  test("AGT-1: a name that is not a model is refused, never passed on as a string", async () => {
    for (const spec of ["gpt-5", "/x", "openai/", "bedrock/x"])
      await expect(resolve(spec)).rejects.toMatchObject({ code: "unknown_model" });
    await expect(resolve("compatible/x")).rejects.toMatchObject({ code: "no_base_url" });
  });
});
