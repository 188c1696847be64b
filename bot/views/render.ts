import type { Payload } from "#core/outbox/payload.ts";
import { concat, join, type RichText, styled } from "#core/outbox/rich-text.ts";
import { renderAlert } from "./alert.ts";
import { renderApproval } from "./approval.ts";
import { instantText } from "./card.ts";
import { renderDigest } from "./digest.ts";
import { renderNotice } from "./notice.ts";
import { renderReminder } from "./reminder.ts";
import type { RenderContext } from "./render-context.ts";
import { say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";
import { renderReply } from "./reply.ts";
import { renderText } from "./text.ts";

/** A payload whose words do not depend on the running menus. */
export type ViewPayload = Exclude<Payload, { kind: "menu" }>;

/** What happened to a message on its way, said at its top (OUT-2, OUT-3). */
export interface Journey {
  /** When it was due, if it is more than two minutes late. */
  readonly lateSince: Temporal.Instant | null;
  /** It may have arrived already. */
  readonly repeated: boolean;
}

/** Draws a payload for its reader: pure, the same facts give the same message (ARC-7). */
export function renderPayload(payload: ViewPayload, journey: Journey, context: RenderContext): RenderedMessage {
  const { body, keyboard } = renderBody(payload, context);
  const moved = "movedFromThread" in payload && payload.movedFromThread !== undefined;
  return { body: join([journeyLines(journey, moved, context), body], "\n\n"), keyboard };
}

/** The lines that a journey puts at the top of a message; empty text for a smooth one. */
export function journeyLines(journey: Journey, moved: boolean, context: RenderContext): RichText {
  const lines: RichText[] = [];
  if (journey.repeated) lines.push(styled(say(context, "sent-again"), { type: "italic" }));
  if (moved) lines.push(styled(say(context, "sent-elsewhere"), { type: "italic" }));
  if (journey.lateSince) lines.push(concat(`${say(context, "sent-late")} `, instantText(journey.lateSince, context)));
  return join(lines, "\n");
}

function renderBody(payload: ViewPayload, context: RenderContext): RenderedMessage {
  switch (payload.kind) {
    case "reply":
      return renderReply(payload, context);
    case "reminder":
      return renderReminder(payload, context);
    case "alert":
      return renderAlert(payload, context);
    case "digest":
      return renderDigest(payload, context);
    case "text":
      return renderText(payload, context);
    case "notice":
      return renderNotice(payload, context);
    case "approval":
      return renderApproval(payload, context);
    default:
      return payload satisfies never;
  }
}
