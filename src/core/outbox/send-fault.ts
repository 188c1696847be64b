/** What a failed call of the Bot API means for the message (OUT-2, OUT-3, OUT-9). `detail` is for the receipt and the log. */
export type SendFault =
  /** 429: no call to the chat for so long. */
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number; readonly detail: string }
  /** The connection never stood: Telegram has seen nothing. */
  | { readonly kind: "unreachable"; readonly detail: string }
  /** 5xx, or a token that is refused: not accepted, and not the message's fault. */
  | { readonly kind: "server"; readonly detail: string }
  /** The request was on its way when the connection ended: it may have been accepted. */
  | { readonly kind: "outcome_unknown"; readonly detail: string }
  /** The bot may not write to this chat until it is let in again. */
  | { readonly kind: "blocked"; readonly detail: string }
  /** The chat does not exist for the bot, or gives it no right to write: nothing else gets through to it either. */
  | { readonly kind: "chat_gone"; readonly detail: string }
  | { readonly kind: "topic_gone"; readonly detail: string }
  | { readonly kind: "migrated"; readonly to: number; readonly detail: string }
  /** The entities or the rich message were refused. */
  | { readonly kind: "formatting"; readonly detail: string }
  /** The buttons were refused. */
  | { readonly kind: "keyboard"; readonly detail: string }
  | { readonly kind: "reply_gone"; readonly detail: string }
  | { readonly kind: "not_modified"; readonly detail: string }
  | { readonly kind: "edit_gone"; readonly detail: string }
  | { readonly kind: "query_too_old"; readonly detail: string }
  /** Any other refusal: saying the same again gives the same answer. */
  | { readonly kind: "refused"; readonly detail: string };
