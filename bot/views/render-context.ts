import type { MessageKey } from "#core/message-keys.ts";
import type { Locale, Words } from "#core/ports.ts";
import type { MarkdownRenderer } from "../words/load-markdown.ts";
import type { TimeWords } from "./time-words.ts";

/** What a view needs beside the payload: the reader's language and zone, the instant, and who finds the words. */
export interface RenderContext {
  readonly locale: Locale;
  /** The reader's IANA zone. */
  readonly zone: string;
  readonly now: Temporal.Instant;
  readonly words: Words;
  readonly time: TimeWords;
  readonly markdown: MarkdownRenderer;
}

/** The words of `key` in the reader's language. */
export function say(
  context: RenderContext,
  key: MessageKey,
  params?: Readonly<Record<string, string | number>>,
): string {
  return context.words.t(context.locale, key, params);
}
