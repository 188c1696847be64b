import { grantSubject } from "#core/approvals/grant-subject.ts";
import type { Approval } from "#stores/sessions/approvals.ts";
import type { Stores } from "#stores/stores.ts";

/** What the owner pressed. */
export type ApprovalChoice = "once" | "always" | "deny";

/** What a press came to: the approval as it stands now, and whether this press decided it. */
export type ApprovalPress =
  | { readonly kind: "gone" }
  | { readonly kind: "decided" | "over"; readonly approval: Approval };

/**
 * The owner's decision about a call (AGT-7), in one transaction with the grant that Always makes. A press on one that is
 * decided, or whose time is over, changes nothing.
 */
export function decideApproval(
  stores: Stores,
  id: string,
  press: { choice: ApprovalChoice; by: number },
  now: Temporal.Instant,
): ApprovalPress {
  return stores.db.transaction(() => {
    const approval = stores.approvals.get(id);
    if (!approval) return { kind: "gone" };
    const late = approval.expiresAt <= now.epochMilliseconds;
    const { choice, by } = press;
    const decided = late
      ? { state: "expired" as const }
      : choice === "deny"
        ? { state: "denied" as const, reason: "owner" as const, by }
        : { state: "allowed" as const, by };
    const changed = stores.approvals.decide(id, decided, now);
    if (changed && decided.state === "allowed" && choice === "always" && approval.grantable)
      stores.grants.add({ tool: approval.tool, subject: grantSubject(approval), cwd: approval.cwd, ownerId: by }, now);
    return { kind: changed && !late ? "decided" : "over", approval: stores.approvals.get(id) ?? approval };
  });
}
