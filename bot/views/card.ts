import type { TimeCard } from "#core/outbox/payload.ts";
import { concat, join, type RichText, styled } from "#core/outbox/rich-text.ts";
import { describeSchedule } from "#core/time/card.ts";
import { isOnce } from "#core/time/schedule.ts";
import { button, type Keyboard } from "./keyboard.ts";
import { type RenderContext, say } from "./render-context.ts";
import type { RenderedMessage } from "./rendered-message.ts";

const TITLE_LENGTH = 200;
const LABEL_LENGTH = 24;

/**
 * What was set and when it comes: the stored facts, in the owner's words and zone (TIME-20). The zone is named once; one
 * that is not the owner's own gets a line to itself.
 */
export function renderCard(card: TimeCard, context: RenderContext): RichText {
  const once = isOnce(card.schedule);
  const { zone } = card.schedule;
  const abroad = zone !== context.zone;
  const instants = card.next.map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
  const lines: RichText[] = [concat(once ? "⏰ " : "🔁 ", styled(shorten(card.text, TITLE_LENGTH), { type: "bold" }))];
  if (!once) {
    const rule = context.time.schedule(context.locale, card.schedule);
    lines.push(styled(abroad ? rule : say(context, "card-rule", { rule, zone })));
  }
  lines.push(
    ...instants.map((at, index) => {
      const named = once || (abroad && index === 0);
      return concat(once ? "" : "• ", named ? instantText(at, context) : momentText(at, context));
    }),
  );
  if (abroad) lines.push(styled(say(context, "card-zone", { zone }), { type: "italic" }));
  if (card.target) lines.push(styled(say(context, "card-elsewhere")));
  lines.push(
    ...notesBeside(card).map((note) =>
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

/** The notes but for what the rule itself says already. */
function notesBeside({ schedule, notes }: TimeCard): TimeCard["notes"] {
  const what = describeSchedule(schedule);
  const clamps = what.code === "at-times" && what.on.code === "monthly-clamped";
  return clamps ? notes.filter(({ code }) => code !== "clamped") : notes;
}

/** Under the cards of a message: the other reading of the words (TIME-6), and a way to take back what was just set. */
export function cardButtons(
  cards: readonly TimeCard[],
  context: RenderContext,
  /** Whether a label says of which card it is. */
  named: boolean = cards.length > 1,
): Keyboard {
  return cards.flatMap((card) => {
    const text = named ? `: ${shorten(card.text, LABEL_LENGTH)}` : "";
    const remove = [button(say(context, "card-remove") + text, "unset", card.scheduleId)];
    if (!card.otherReading) return [remove];
    const at = Temporal.Instant.fromEpochMilliseconds(card.otherReading.next);
    const when = context.time.moment(context.locale, context.zone, at, context.now);
    const seconds = Math.floor(card.otherReading.next / 1000);
    return [[button(say(context, "card-other-reading", { when }) + text, "reading", card.scheduleId, seconds)], remove];
  });
}

/** Puts the cards under a text. */
export function withCards(body: RichText, cards: readonly TimeCard[], context: RenderContext): RenderedMessage {
  return {
    body: join([body, ...cards.map((card) => renderCard(card, context))], "\n\n"),
    keyboard: cardButtons(cards, context),
  };
}

/** An instant on the owner's wall clock with its zone, and how far away it is. */
export function instantText(at: Temporal.Instant, context: RenderContext): RichText {
  return withDistance(context.time.instant(context.locale, context.zone, at, context.now), at, context);
}

/** {@link instantText} without the zone, where it is named beside it. */
export function momentText(at: Temporal.Instant, context: RenderContext): RichText {
  return withDistance(context.time.moment(context.locale, context.zone, at, context.now), at, context);
}

/**
 * Only the distance is an entity: Telegram draws it anew for each reader, and it is the same in every zone. The wall time
 * stays as it is written, for a client would put the reader's own into a line that names the owner's zone.
 */
function withDistance(wallTime: string, at: Temporal.Instant, context: RenderContext): RichText {
  const distance = styled(context.time.distance(context.locale, context.now, at), {
    type: "date_time",
    unix_time: Math.floor(at.epochMilliseconds / 1000),
    date_time_format: "r",
  });
  return concat(`${wallTime} · `, distance);
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
