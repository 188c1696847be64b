import { type ModelConfig, resolveTranscriptionModel } from "./resolve-model.ts";
import { loadAiSdk } from "./sdk.ts";

/** Turns speech into text with the configured model (TG-6); its package is loaded at the first use. */
export function createTranscriber(config: ModelConfig): (audio: Uint8Array, signal: AbortSignal) => Promise<string> {
  return async (audio, signal) => {
    const [ai, model] = await Promise.all([loadAiSdk(), resolveTranscriptionModel(config)]);
    const { text } = await ai.transcribe({ model, audio, maxRetries: 0, abortSignal: signal });
    return text;
  };
}
