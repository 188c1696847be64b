import type { PayloadInput } from "#core/outbox/payload.ts";
import { planZoneChange, type ZoneChangePlan } from "#core/schedules/plan-zone-change.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { rowTitle } from "../context/row-words.ts";
import { encodeZone } from "../views/zone-code.ts";
import { changeSetting } from "./change-setting.ts";

/** How many rows of each kind the preview names. */
const MOST_NAMED = 8;

/** What became of a new zone: why it was not set, or the preview of what could move along; null if nothing could. */
export type ZoneChange = { readonly refused: string } | { readonly preview: PayloadInput | null };

/** Sets the owner's zone. What is set already stays as it is: the preview asks whether it goes along (TIME-21). */
export function changeZone(parts: BotParts, zone: string): ZoneChange {
  const from = parts.preferences.zone();
  const refused = changeSetting(parts, { zone });
  return refused === null ? { preview: zonePreview(parts, from) } : { refused };
}

/** What a move of the rows from zone `from` into the present one comes to. */
export function planMoveFrom({ stores, preferences, clock }: BotParts, from: string): ZoneChangePlan {
  return planZoneChange(stores.schedules.live(), { from, to: preferences.zone(), now: clock.now() });
}

/** What would move from zone `from` into the present one and what would stay, with the buttons; null if nothing would move. */
export function zonePreview(parts: BotParts, from: string): PayloadInput | null {
  const { t, moment } = ownerWords(parts);
  const to = parts.preferences.zone();
  const { moves, stays } = planMoveFrom(parts, from);
  if (moves.length === 0 || from === to) return null;
  const named = (lines: readonly string[]): string =>
    [
      ...lines.slice(0, MOST_NAMED),
      ...(lines.length > MOST_NAMED ? [t("zone-more", { count: lines.length - MOST_NAMED })] : []),
    ].join("\n");
  return {
    kind: "notice",
    code: "zone-moves",
    params: {
      from,
      to,
      moving: moves.length,
      moves: named(
        moves.map(({ row, nextRunAt }) =>
          t("zone-row", {
            text: rowTitle(row, 60),
            from: row.nextRunAt === null ? "paused" : moment(row.nextRunAt),
            to: nextRunAt === null ? "" : moment(nextRunAt),
          }),
        ),
      ),
      staying: stays.length,
      stays: named(stays.map(({ row, reason }) => t("zone-stays", { text: rowTitle(row, 60), reason }))),
    },
    buttons: [
      [{ label: "button-zone-move", params: { count: moves.length }, action: "zone-move", args: [encodeZone(from)] }],
      [{ label: "button-zone-keep", action: "zone-keep" }],
    ],
  };
}
