import type { Payload } from "#core/outbox/payload.ts";
import { styled } from "#core/outbox/rich-text.ts";
import { withCards } from "./card.ts";
import { payloadButtons } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** A sentence of ours by its code; codes that begin with `fault-` or `refused-` are keys as they stand. */
export function renderNotice(payload: Extract<Payload, { kind: "notice" }>, context: RenderContext): RenderedMessage {
  const key = /^(fault|refused)-/.test(payload.code) ? payload.code : `notice-${payload.code}`;
  const { body, keyboard } = withCards(
    styled(say(context, key.replaceAll("_", "-"), payload.params)),
    payload.cards,
    context,
  );
  return { body, keyboard: [...keyboard, ...payloadButtons(payload.buttons, context)] };
}
