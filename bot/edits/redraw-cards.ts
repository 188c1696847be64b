import { isDeepStrictEqual } from "node:util";
import { swapReading } from "#core/dialogues/swap-reading.ts";
import type { TimeCard } from "#core/outbox/payload.ts";
import { join, type RichText, styled } from "#core/outbox/rich-text.ts";
import type { BotContext, BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { cardButtons } from "../views/card.ts";
import type { Keyboard } from "../views/keyboard.ts";
import { drawMessage, presentContext } from "./draw-message.ts";
import { keyboardWithout, markLine, markMessage } from "./mark-message.ts";

/** What a press on a card came to. */
export interface CardChange {
  readonly scheduleId: string;
  /** The card was taken back; otherwise it stands. */
  readonly removed: boolean;
  /** Said under the text where the message cannot be drawn anew. */
  readonly mark: string;
  /** Said under the cards. */
  readonly note?: string;
  /** Buttons of this change, and the data of those that it ends. */
  readonly buttons?: Keyboard;
  readonly ends?: (data: string) => boolean;
}

/**
 * Shows what became of a card in its message. The message is drawn anew from what was sent, so that it says what stands
 * now and nothing beside it; where that is not kept any more, or fills several messages, a line is put under the text.
 */
export async function showCardChange(parts: BotParts, ctx: BotContext, change: CardChange): Promise<void> {
  const { scheduleId, removed, mark, note, buttons = [], ends = () => false } = change;
  const row = sentRow(parts, ctx);
  const ofCards = (data: string): boolean => /^(?:unset|reading):/.test(data);
  if (!row) {
    const ofThis = (data: string): boolean => ofCards(data) && data.split(":")[1] === scheduleId;
    return markLine(ctx, mark, [...keyboardWithout(ctx, (data) => ofThis(data) || ends(data)), ...buttons]);
  }
  const { payload } = row;
  // A card that was removed has no button of its own any more: the keyboard is where the message keeps that.
  const offered = new Set(keyboardWithout(ctx, (data) => !data.startsWith("unset:")).flatMap((line) => line.map(idOf)));
  const stands = (card: TimeCard): boolean =>
    card.scheduleId === scheduleId ? !removed : offered.has(card.scheduleId);
  const living = payload.cards.filter(stands).map((card) => presentCard(parts, card));
  const { t } = ownerWords(parts);
  const lines = payload.cards
    .filter((card) => !stands(card))
    .map(({ text }) => styled(t("menu-removed", { text: text.slice(0, 200).toWellFormed() })));
  const saysMore = payload.kind === "reply" || living.length > 0;
  const drawn = saysMore ? (await drawMessage(parts, { ...payload, cards: living }, row)).body : null;
  const body: RichText[] = [...(drawn ? [drawn] : []), ...lines];
  if (note !== undefined) body.push(styled(note, { type: "italic" }));
  await markMessage(ctx, join(body, "\n\n"), [
    ...cardButtons(living, await presentContext(parts), payload.cards.length > 1),
    ...keyboardWithout(ctx, (data) => ofCards(data) || ends(data)),
    ...buttons,
  ]);
}

/** The cards of the message that was pressed, as they were sent. */
export function sentCards({ stores }: BotParts, ctx: BotContext): readonly TimeCard[] {
  const message = ctx.callbackQuery?.message;
  const payload = message && stores.outbox.findByMessage(message.chat.id, message.message_id)?.payload;
  return payload && "cards" in payload ? payload.cards : [];
}

function sentRow({ stores }: BotParts, ctx: BotContext) {
  const message = ctx.callbackQuery?.message;
  const row = message && stores.outbox.findByMessage(message.chat.id, message.message_id);
  if (!row || stores.outbox.parts(row.id).length !== 1) return undefined;
  const { payload, repeated } = row;
  if ((payload.kind !== "reply" && payload.kind !== "notice") || payload.cards.length === 0) return undefined;
  return { payload, repeated };
}

/** The card as it stands: with the other reading, once that was chosen. */
function presentCard({ stores, clock }: BotParts, card: TimeCard): TimeCard {
  const other = card.otherReading?.schedule;
  const swapped = other && isDeepStrictEqual(stores.schedules.get(card.scheduleId)?.schedule, other);
  return swapped ? swapReading(card, clock.now()) : card;
}

function idOf({ callback_data }: { readonly callback_data: string }): string {
  return callback_data.split(":")[1] ?? "";
}
