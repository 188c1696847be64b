import type { NoticeCode } from "#core/message-codes.ts";
import type { MessageKey } from "#core/message-keys.ts";
import type { Payload } from "#core/outbox/payload.ts";
import { concat, join, type RichText, styled } from "#core/outbox/rich-text.ts";
import { isOnce } from "#core/time/schedule.ts";
import { momentText, renderCard, withCards } from "./card.ts";
import { payloadButtons } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** A sentence of ours by its code; codes that begin with `fault-` or `refused-` are keys as they stand. */
export function renderNotice(payload: Extract<Payload, { kind: "notice" }>, context: RenderContext): RenderedMessage {
  const words = styled(say(context, keyOfNotice(payload.code), payload.params));
  const { understood } = payload.params;
  const said = join(
    [
      words,
      // A refusal of a time says which of the words it did read (TIME-12).
      ...(understood ? [styled(say(context, "time-understood", { understood }))] : []),
      ...(payload.preview ? [renderCard(payload.preview, context)] : []),
      ...(payload.nearest ? [renderNearest(payload.nearest, context)] : []),
    ],
    "\n\n",
  );
  const { body, keyboard } = withCards(said, payload.cards, context);
  return { body, keyboard: [...keyboard, ...payloadButtons(payload.buttons, context)] };
}

function keyOfNotice(code: NoticeCode): MessageKey {
  return (/^(fault|refused)-/.test(code) ? code : `notice-${code}`) as MessageKey;
}

/** What would do in place of a time that was refused (TIME-7). */
function renderNearest(
  nearest: NonNullable<Extract<Payload, { kind: "notice" }>["nearest"]>,
  context: RenderContext,
): RichText {
  const lines = nearest.map(({ schedule, next }) =>
    concat(
      "• ",
      isOnce(schedule)
        ? momentText(Temporal.Instant.fromEpochMilliseconds(next), context)
        : context.time.schedule(context.locale, schedule),
    ),
  );
  return join([styled(say(context, "notice-nearest")), ...lines], "\n");
}
