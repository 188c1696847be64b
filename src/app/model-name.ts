import type { Config, ModelSpec } from "./config.ts";

/** A model as the owner writes it. */
export function modelName(model: ModelSpec): string {
  return model.provider === "offline" ? "offline" : `${model.provider}/${model.model}`;
}

/** Whether the model's provider wants a key and none is set; a local server may do without. */
export function lacksKey(config: Config): boolean {
  const { provider } = config.model;
  return (provider === "openai" || provider === "anthropic" || provider === "google") && config.keys[provider] === null;
}
