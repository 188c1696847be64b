import type { Target } from "#core/ports.ts";
import type { NewApproval } from "#stores/sessions/approvals.ts";
import type { Stores } from "#stores/stores.ts";

/** Queues the message that asks for an approval, in the transaction that stores it. Returns the row's id. */
export function enqueueApproval(stores: Stores, approval: NewApproval, target: Target, now: Temporal.Instant): number {
  const { id, tool, subject, cwd, sources, grantable, turnId, expiresAt } = approval;
  return stores.outbox.enqueue(
    {
      key: `approval:${id}`,
      target,
      payload: { kind: "approval", approvalId: id, tool, subject, cwd, sources, grantable },
      turnId,
      expiresAt,
    },
    now,
  );
}

/** Stores an approval for which no turn waits, with its message (AGT-7). */
export function storeApproval(stores: Stores, approval: NewApproval, target: Target, now: Temporal.Instant): void {
  stores.approvals.add(approval, now);
  enqueueApproval(stores, approval, target, now);
}
