import type { Payload } from "#core/outbox/payload.ts";
import { isVisible, styled } from "#core/outbox/rich-text.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** Markdown from outside (`vigil post`). */
export function renderText(payload: Extract<Payload, { kind: "text" }>, context: RenderContext): RenderedMessage {
  const body = context.markdown(payload.markdown);
  return {
    body: isVisible(body.text) ? body : styled(say(context, "reply-empty"), { type: "italic" }),
    keyboard: [],
  };
}
