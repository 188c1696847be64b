import type { Stores } from "#stores/stores.ts";

/** What `budget.dailyUsd` says about turns that nobody is waiting for (AGT-11, AGT-18). */
export type BudgetState =
  | { readonly open: true }
  /** `uncounted`: the model has no known price, so that the budget cannot be computed and is closed. */
  | { readonly open: false; readonly reason: "spent" | "uncounted"; readonly spentUsd: number; readonly day: string };

/** Compares what the turns of today (in `zone`) have cost with the budget. Without a budget everything may run. */
export function budgetState(
  stores: Stores,
  options: { now: Temporal.Instant; zone: string; dailyUsd: number | null; priced: boolean },
): BudgetState {
  const { now, zone, dailyUsd, priced } = options;
  if (dailyUsd === null) return { open: true };
  const start = now.toZonedDateTimeISO(zone).startOfDay();
  const spent = stores.turns.usageSince(start.toInstant());
  const day = start.toPlainDate().toString();
  if (!priced || spent.unpricedTurns > 0) return { open: false, reason: "uncounted", spentUsd: spent.costUsd, day };
  return spent.costUsd >= dailyUsd ? { open: false, reason: "spent", spentUsd: spent.costUsd, day } : { open: true };
}

/** Tells the owner once a day that turns which nobody waits for are paused (AGT-11). */
export function alertBudget(
  stores: Stores,
  state: Extract<BudgetState, { open: false }>,
  dailyUsd: number,
  now: Temporal.Instant,
): void {
  const chatId = stores.owners.list().find((owner) => owner.privateChatId !== null)?.privateChatId;
  if (chatId === undefined || chatId === null) return;
  stores.outbox.enqueue(
    {
      key: `budget:${state.day}:${state.reason}`,
      target: { chatId, threadId: null },
      payload: {
        kind: "alert",
        code: `budget-${state.reason}`,
        params: { spent: state.spentUsd.toFixed(2), limit: dailyUsd.toFixed(2) },
      },
    },
    now,
  );
}
