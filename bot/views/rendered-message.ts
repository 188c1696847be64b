import type { RichText } from "#core/outbox/rich-text.ts";
import type { Keyboard } from "./keyboard.ts";

/** What a view makes of a payload. The text may be longer than a message; the keyboard goes under its last part. */
export interface RenderedMessage {
  readonly body: RichText;
  readonly keyboard: Keyboard;
}
