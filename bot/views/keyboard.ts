import { encodeCallback, type PressAction } from "#core/outbox/callback-data.ts";
import type { Button } from "#core/outbox/payload.ts";
import { type RenderContext, say } from "./render-context.ts";

/** An inline button as the Bot API takes it. */
export type InlineButton = {
  readonly text: string;
  readonly callback_data: string;
};
/** Rows of inline buttons. */
export type Keyboard = readonly (readonly InlineButton[])[];

/** A button that leads to a handler of `bot/callbacks` (TG-14). */
export function button(text: string, action: PressAction, ...args: readonly (string | number)[]): InlineButton {
  return { text, callback_data: encodeCallback(action, args) };
}

/** The buttons of a payload in the reader's language. */
export function payloadButtons(rows: readonly (readonly Button[])[], context: RenderContext): Keyboard {
  return rows.map((row) =>
    row.map(({ label, params, action, args }) => button(say(context, label, params), action, ...args)),
  );
}
