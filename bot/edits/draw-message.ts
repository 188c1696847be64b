import type { PayloadInput } from "#core/outbox/payload.ts";
import { payloadSchema } from "#core/outbox/payload.ts";
import type { BotParts } from "../context/bot-context.ts";
import { renderPayload, type ViewPayload } from "../views/render.ts";
import type { RenderContext } from "../views/render-context.ts";
import type { RenderedMessage } from "../views/rendered-message.ts";
import { loadMarkdown } from "../words/load-markdown.ts";

/** What a view needs, as it is at this moment. */
export async function presentContext({ preferences, clock, words, time }: BotParts): Promise<RenderContext> {
  return {
    locale: preferences.locale(),
    zone: preferences.zone(),
    now: clock.now(),
    words,
    time,
    markdown: await loadMarkdown(),
  };
}

/** Draws a payload for an edit of a message that stands already. */
export async function drawMessage(
  parts: BotParts,
  payload: Exclude<PayloadInput, { kind: "menu" }>,
  { repeated = false } = {},
): Promise<RenderedMessage> {
  const journey = { lateSince: null, repeated };
  return renderPayload(payloadSchema.parse(payload) as ViewPayload, journey, await presentContext(parts));
}
