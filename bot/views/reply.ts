import type { Payload } from "#core/outbox/payload.ts";
import { isVisible, styled } from "#core/outbox/rich-text.ts";
import { withCards } from "./card.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** The answer of a chat turn with the cards of what it set. An answer without anything to see says so. */
export function renderReply(payload: Extract<Payload, { kind: "reply" }>, context: RenderContext): RenderedMessage {
  const text = context.markdown(payload.markdown);
  const empty = !isVisible(text.text) && payload.cards.length === 0;
  return withCards(empty ? styled(say(context, "reply-empty"), { type: "italic" }) : text, payload.cards, context);
}
