import { expect, test } from "vitest";
import { seesPictures } from "#agent/models/sees-pictures.ts";

test.each([
  ["openai/gpt-5-mini", true],
  ["anthropic/claude-sonnet-4-5", true],
  ["compatible/qwen/qwen2.5-vl-7b", true],
  ["ollama/llava:13b", true],
  ["ollama/gemma3:4b", true],
  ["compatible/qwen3-8b", false],
  ["ollama/llama3.2", false],
  ["offline", false],
])("TG-6: whether %s takes pictures: %s", (spec, sees) => expect(seesPictures(spec)).toBe(sees));
