/** What is known of a failure that goes on: one key each, in no language (OUT-7). Instants are epoch milliseconds. */
export interface AlertState {
  /** When Telegram last accepted a message about it; null: nobody has been told yet. */
  readonly toldAt: number | null;
  /** A message about it is on its way. */
  readonly onItsWay: boolean;
}

/**
 * Whether a failure that was met once more is told: not while a message is on its way, and not again within
 * `repeatDays` days (setting `alerts.repeatDays`) of one that Telegram accepted (OUT-7).
 */
export function decideAlert(state: AlertState, now: Temporal.Instant, repeatDays: number): "tell" | "quiet" {
  if (state.onItsWay) return "quiet";
  if (state.toldAt === null) return "tell";
  return now.epochMilliseconds - state.toldAt >= repeatDays * 86_400_000 ? "tell" : "quiet";
}
