import type { Payload } from "#core/outbox/payload.ts";
import { isVisible, join, styled } from "#core/outbox/rich-text.ts";
import { withCards } from "./card.ts";
import { button } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** The answer of a chat turn with the cards of what it set. An answer without anything to see says so. */
export function renderReply(payload: Extract<Payload, { kind: "reply" }>, context: RenderContext): RenderedMessage {
  const text = context.markdown(payload.markdown);
  const empty = !isVisible(text.text) && payload.cards.length === 0;
  const answer = empty ? styled(say(context, "reply-empty"), { type: "italic" }) : text;
  const said = withCards(
    payload.cut ? join([answer, styled(say(context, "answer-cut"), { type: "italic" })], "\n\n") : answer,
    payload.cards,
    context,
  );
  if (!payload.unscheduled) return said;
  // The model's promise stands above: nobody may rely on it (AGT-17).
  const note = styled(say(context, "unscheduled-note"), { type: "bold" });
  const buttons = [[button(say(context, "unscheduled-button"), "keep-promise")]];
  return { body: join([said.body, note], "\n\n"), keyboard: [...said.keyboard, ...buttons] };
}
