import { z } from "zod";
import type { Database } from "../database/database.ts";
import { flag, instant, json, readRow, readRows } from "../database/rows.ts";

const approvalSchema = z
  .object({
    id: z.string(),
    turn_id: z.string(),
    session_id: z.int(),
    firing_id: z.int().nullable(),
    tool: z.string(),
    call_id: z.string(),
    input: json(z.unknown()),
    hash: z.string(),
    subject: z.string(),
    cwd: z.string().nullable(),
    sources: json(z.array(z.string())),
    grantable: flag,
    state: z.enum(["waiting", "allowed", "denied", "expired"]),
    reason: z.enum(["owner", "new_message", "stopped"]).nullable(),
    held: flag,
    created_at: instant,
    expires_at: instant,
    decided_at: instant.nullable(),
    decided_by: z.int().nullable(),
    taken_at: instant.nullable(),
  })
  .transform((r) => ({
    id: r.id,
    turnId: r.turn_id,
    sessionId: r.session_id,
    firingId: r.firing_id,
    tool: r.tool,
    callId: r.call_id,
    input: r.input,
    hash: r.hash,
    subject: r.subject,
    cwd: r.cwd,
    sources: r.sources,
    grantable: r.grantable,
    state: r.state,
    reason: r.reason,
    held: r.held,
    createdAt: r.created_at,
    expiresAt: r.expires_at,
    decidedAt: r.decided_at,
    decidedBy: r.decided_by,
    takenAt: r.taken_at,
  }));
/** A call of a tool that the owner is, or was, asked about. */
export type Approval = z.infer<typeof approvalSchema>;
/** One to be asked. */
export type NewApproval = Pick<
  Approval,
  | "id"
  | "turnId"
  | "sessionId"
  | "firingId"
  | "tool"
  | "callId"
  | "input"
  | "hash"
  | "subject"
  | "cwd"
  | "sources"
  | "grantable"
  | "held"
  | "expiresAt"
>;
/** Why a call was not allowed. */
export type DenyReason = NonNullable<Approval["reason"]>;

/** Approvals (AGT-7): asked once, decided once, acted on once, whatever restarts in between. */
export class ApprovalStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  add(approval: NewApproval, now: Temporal.Instant): void {
    this.#db.run(
      `INSERT INTO approvals (id, turn_id, session_id, firing_id, tool, call_id, input, hash, subject, cwd, sources, grantable, state, held, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)`,
      approval.id,
      approval.turnId,
      approval.sessionId,
      approval.firingId,
      approval.tool,
      approval.callId,
      JSON.stringify(approval.input ?? null),
      approval.hash,
      approval.subject,
      approval.cwd,
      JSON.stringify(approval.sources),
      approval.grantable ? 1 : 0,
      approval.held ? 1 : 0,
      now.epochMilliseconds,
      approval.expiresAt,
    );
  }

  get(id: string): Approval | undefined {
    const row = this.#db.get("SELECT * FROM approvals WHERE id = ?", id);
    return readRow(this.#db, "approvals", "id", approvalSchema, row);
  }

  /** Decides a waiting approval and wakes its session; false if it was decided before. */
  decide(
    id: string,
    decision:
      | { state: "allowed"; by: number }
      | { state: "denied"; reason: DenyReason; by?: number }
      | { state: "expired" },
    now: Temporal.Instant,
  ): boolean {
    const row = this.#db.get(
      `UPDATE approvals SET state = ?, reason = ?, decided_by = ?, decided_at = ? WHERE id = ? AND state = 'waiting' RETURNING session_id`,
      decision.state,
      decision.state === "denied" ? decision.reason : null,
      "by" in decision ? (decision.by ?? null) : null,
      now.epochMilliseconds,
      id,
    );
    if (row) this.#db.wake(`session:${Number(row.session_id)}`);
    return row !== undefined;
  }

  /** Marks a decided approval as acted on; false if it was before. Whoever gets true carries the call out, and nobody else. */
  take(id: string, now: Temporal.Instant): boolean {
    const { changes } = this.#db.run(
      "UPDATE approvals SET taken_at = ? WHERE id = ? AND state <> 'waiting' AND taken_at IS NULL",
      now.epochMilliseconds,
      id,
    );
    return changes > 0;
  }

  /** Approvals of a turn that are not acted on yet. */
  openOf(turnId: string): Approval[] {
    const rows = this.#db.all("SELECT * FROM approvals WHERE turn_id = ? AND taken_at IS NULL ORDER BY id", turnId);
    return readRows(this.#db, "approvals", "id", approvalSchema, rows);
  }

  /** The turn that waited is gone: the decision begins a turn of its own, until `expiresAt` (epoch milliseconds). */
  release(turnId: string, expiresAt: number): void {
    this.#db.run(
      "UPDATE approvals SET held = 0, expires_at = ? WHERE turn_id = ? AND taken_at IS NULL",
      expiresAt,
      turnId,
    );
  }

  /** Decided approvals of a session for which no turn waits, and which are not acted on yet. */
  decidedIn(sessionId: number): Approval[] {
    const rows = this.#db.all(
      "SELECT * FROM approvals WHERE session_id = ? AND taken_at IS NULL AND held = 0 AND state <> 'waiting' ORDER BY decided_at, id",
      sessionId,
    );
    return readRows(this.#db, "approvals", "id", approvalSchema, rows);
  }

  /** Sessions with {@link decidedIn} approvals. */
  sessionsWithDecided(): number[] {
    return this.#db
      .all(
        "SELECT DISTINCT session_id FROM approvals WHERE taken_at IS NULL AND held = 0 AND state <> 'waiting' ORDER BY session_id",
      )
      .map((row) => Number(row.session_id));
  }

  /** Forgets those that were acted on before `before`. Returns how many. */
  forget(before: Temporal.Instant): number {
    return this.#db.run("DELETE FROM approvals WHERE taken_at < ?", before.epochMilliseconds).changes;
  }

  /** Ends what nobody decided in time and for which no turn waits. */
  expire(now: Temporal.Instant): void {
    this.#db.run(
      "UPDATE approvals INDEXED BY approvals_open SET state = 'expired', decided_at = ? WHERE taken_at IS NULL AND state = 'waiting' AND held = 0 AND expires_at <= ?",
      now.epochMilliseconds,
      now.epochMilliseconds,
    );
  }
}
