import type { Card } from "#core/outbox/payload.ts";
import { concat, join, type RichText, styled } from "#core/outbox/rich-text.ts";
import { isOnce } from "#core/time/schedule.ts";
import { button, type Keyboard } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

const TITLE_LENGTH = 200;
const LABEL_LENGTH = 24;

/** What was set and when it comes: the stored facts, in the reader's words and zone (TIME-20). */
export function renderCard(card: Card, context: RenderContext): RichText {
  const once = isOnce(card.schedule);
  const instants = card.next.map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
  const lines: RichText[] = [concat(once ? "⏰ " : "🔁 ", styled(shorten(card.text, TITLE_LENGTH), { type: "bold" }))];
  if (!once) lines.push(styled(context.time.schedule(context.locale, card.schedule)));
  lines.push(
    ...instants.map((at) =>
      concat(
        once ? "" : "• ",
        instantText(at, context),
        ` · ${context.time.distance(context.locale, context.now, at)}`,
      ),
    ),
  );
  if (instants.length > 0)
    lines.push(styled(say(context, "card-zone", { zone: card.schedule.zone }), { type: "italic" }));
  if (card.target) lines.push(styled(say(context, "card-elsewhere")));
  lines.push(
    ...card.notes.map((note) =>
      styled(
        context.time.note(
          context.locale,
          { code: note.code, ...(note.params && { params: note.params }) },
          context.zone,
        ),
        { type: "italic" },
      ),
    ),
  );
  return join(lines, "\n");
}

/** Under the cards of a message: the other reading of the words (TIME-6), and a way to take back what was just set. */
export function cardButtons(cards: readonly Card[], context: RenderContext): Keyboard {
  return cards.flatMap((card) => {
    const text = cards.length > 1 ? `: ${shorten(card.text, LABEL_LENGTH)}` : "";
    const remove = [button(say(context, "card-remove") + text, "unset", card.scheduleId)];
    if (!card.otherReading) return [remove];
    const at = Temporal.Instant.fromEpochMilliseconds(card.otherReading.next);
    const when = context.time.instant(context.locale, context.zone, at, context.now);
    const seconds = Math.floor(card.otherReading.next / 1000);
    return [[button(say(context, "card-other-reading", { when }) + text, "reading", card.scheduleId, seconds)], remove];
  });
}

/** Puts the cards under a text. */
export function withCards(body: RichText, cards: readonly Card[], context: RenderContext): RenderedMessage {
  return {
    body: join([body, ...cards.map((card) => renderCard(card, context))], "\n\n"),
    keyboard: cardButtons(cards, context),
  };
}

/** An instant in words; Telegram shows it to each reader in their own zone. */
export function instantText(at: Temporal.Instant, context: RenderContext): RichText {
  return styled(context.time.instant(context.locale, context.zone, at, context.now), {
    type: "date_time",
    unix_time: Math.floor(at.epochMilliseconds / 1000),
    date_time_format: "wDt",
  });
}

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length
    ? line
    : `${line
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
