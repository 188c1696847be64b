import type { RichText } from "#core/outbox/rich-text.ts";

/** Renders Markdown as text with entities. */
export type MarkdownRenderer = (source: string) => RichText;

let loading: Promise<MarkdownRenderer> | undefined;

/** The Markdown renderer, loaded on first use: its parser costs a start some 20 ms and serves no start. */
export function loadMarkdown(): Promise<MarkdownRenderer> {
  loading ??= import("#core/outbox/markdown.ts").then((module) => module.renderMarkdown);
  return loading;
}
