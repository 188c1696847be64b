import type { Payload } from "#core/outbox/payload.ts";
import { concat, styled } from "#core/outbox/rich-text.ts";
import { payloadButtons } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** A failure that the owner should know of, and what to do about it. */
export function renderAlert(payload: Extract<Payload, { kind: "alert" }>, context: RenderContext): RenderedMessage {
  return {
    body: concat("⚠️ ", styled(say(context, `alert-${payload.code}`, payload.params))),
    keyboard: payloadButtons(payload.buttons, context),
  };
}
