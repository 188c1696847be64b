import type { Payload } from "#core/outbox/payload.ts";
import { concat, join, styled } from "#core/outbox/rich-text.ts";
import { momentText } from "./card.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** A list gathered under one heading, in order of time, each with the instant when it was due. */
export function renderDigest(payload: Extract<Payload, { kind: "digest" }>, context: RenderContext): RenderedMessage {
  const items = payload.items.toSorted((a, b) => a.dueAt - b.dueAt);
  const heading = styled(say(context, `digest-${payload.code}`, { count: items.length }), { type: "bold" });
  const lines = items.map(({ text, dueAt }) =>
    concat("• ", context.markdown(text), " — ", momentText(Temporal.Instant.fromEpochMilliseconds(dueAt), context)),
  );
  return { body: join([heading, ...lines], "\n"), keyboard: [] };
}
