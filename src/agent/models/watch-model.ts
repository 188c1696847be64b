import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";

/** What can be seen of a model call as it goes on. */
export interface ModelCallWatcher {
  called(): void;
  /** The provider has answered with headers, or with its first part where it sends both at once. */
  answered(): void;
  /** Something came that counts as progress: keep-alives do not (AGT-10). */
  progressed(): void;
  ended(): void;
}

/** Signs of life that carry nothing. */
const NOT_PROGRESS = new Set<LanguageModelV4StreamPart["type"]>(["stream-start", "response-metadata", "raw", "ping"]);

/** A model that tells `watcher` how each of its streamed calls goes. */
export function watchModel(model: LanguageModelV4, watcher: ModelCallWatcher): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      watcher.called();
      const result = await model.doStream(options);
      watcher.answered();
      const watched = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          if (!NOT_PROGRESS.has(part.type)) watcher.progressed();
          controller.enqueue(part);
        },
        flush() {
          watcher.ended();
        },
      });
      return { ...result, stream: result.stream.pipeThrough(watched) };
    },
  };
}
