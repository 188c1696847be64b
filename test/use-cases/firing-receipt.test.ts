import { expect, test } from "vitest";
import { decideClaim } from "#core/schedules/decide-claim.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { testStores } from "#test/helpers/test-stores.ts";
import { removeSchedule } from "#use-cases/change-schedule.ts";
import { firingReceipt } from "#use-cases/firing-receipt.ts";
import { settleMessage } from "#use-cases/settle-message.ts";

const DUE = Temporal.Instant.from("2026-12-01T08:00:00Z");
const CLAIMED = DUE.add({ minutes: 3 });

/** A firing that was claimed three minutes late, its turn begun. */
function firing() {
  const store = testStores();
  const { stores } = store;
  const session = stores.sessions.open({ chatId: -100, threadId: 5 }, DUE);
  const row = reminderRow(DUE.toString(), { createdSession: session.id, createdMessage: 77 });
  stores.schedules.add(row);
  const id = stores.firings.claim(decideClaim(stores.schedules.get(row.id)!, CLAIMED).firing, CLAIMED)!;
  stores.turns.start({ id: "t-1", sessionId: session.id, origin: "reminder", model: "offline" }, CLAIMED);
  stores.firings.start(id, "t-1", CLAIMED);
  return { store, stores, row, id };
}

function queueMessage({ stores, row, id }: ReturnType<typeof firing>): number {
  const usage = { steps: 2, inputTokens: 900, outputTokens: 40, estimated: false, tools: ["web_fetch"] };
  stores.turns.end("t-1", "done", CLAIMED, { usage });
  const outboxId = stores.outbox.enqueue(
    {
      key: `firing:${id}`,
      target: row.target,
      payload: { kind: "reminder", firingId: id, scheduleId: row.id, markdown: "stretch" },
      firingId: id,
    },
    CLAIMED,
  );
  stores.firings.finish(id, { state: "queued", outboxId, error: null }, CLAIMED);
  return outboxId;
}

test("REM-17: the receipt tells every step from the asking to the last tap", () => {
  const f = firing();
  using _ = f.store;
  const outboxId = queueMessage(f);
  const sentAt = CLAIMED.add({ seconds: 2 });
  f.stores.outbox.sending(outboxId, [{ text: "stretch", entities: [] }]);
  f.stores.outbox.accepted(outboxId, 0, 501, sentAt);
  settleMessage(f.stores, f.stores.outbox.get(outboxId)!, { state: "sent", messageId: 501 }, sentAt);
  f.stores.firings.tap(f.id, { action: "done", at: sentAt.epochMilliseconds + 9_000, by: 7 });
  expect(firingReceipt(f.stores, f.id)).toMatchObject({
    asked: { at: f.row.createdAt, message: { chatId: -100, threadId: 5, messageId: 77 } },
    firing: { dueAt: DUE.epochMilliseconds, claimedAt: CLAIMED.epochMilliseconds, skippedEarlier: 0 },
    claimedLateMs: 180_000,
    turn: { state: "done", inputTokens: 900, outputTokens: 40, tools: ["web_fetch"], error: null },
    message: {
      state: "sent",
      attempts: 1,
      inList: false,
      accepted: [{ messageId: 501, sentAt: sentAt.epochMilliseconds }],
    },
    delivered: true,
    taps: [{ action: "done", by: 7 }],
  });
});

test("REM-17: late is not skipped, unknown is not delivered, and what has not happened is not there", () => {
  const f = firing();
  using _ = f.store;
  expect(firingReceipt(f.stores, f.id)).toMatchObject({
    firing: { state: "running" },
    turn: { state: "running", inputTokens: 0 },
    message: null,
    delivered: null,
    taps: [],
  });
  const outboxId = queueMessage(f);
  expect(firingReceipt(f.stores, f.id)).toMatchObject({ message: { state: "queued", accepted: [] }, delivered: null });
  settleMessage(f.stores, f.stores.outbox.get(outboxId)!, { state: "unknown", error: "no answer" }, CLAIMED);
  expect(firingReceipt(f.stores, f.id)).toMatchObject({
    firing: { state: "unknown" },
    message: { state: "unknown", error: "no answer" },
    delivered: null,
  });
  expect(firingReceipt(f.stores, 99)).toBeUndefined();
});

test("REM-8, REM-17: the receipt outlives the row, with the message that asked for it", () => {
  const f = firing();
  using _ = f.store;
  queueMessage(f);
  removeSchedule(f.stores, f.row.id, CLAIMED);
  expect(firingReceipt(f.stores, f.id)).toMatchObject({
    asked: { message: { messageId: 77 } },
    firing: { error: "removed" },
    delivered: false,
  });
});

test("OUT-3, REM-17: a reminder that arrived within the list of a chat that had blocked the bot says so", () => {
  const f = firing();
  using _ = f.store;
  queueMessage(f);
  const other = reminderRow(DUE.toString());
  const payload = { kind: "reminder", firingId: 99, scheduleId: other.id, markdown: "other" } as const;
  f.stores.outbox.enqueue({ key: "firing:99", target: f.row.target, payload }, CLAIMED);
  expect(f.stores.outbox.releaseBlocked(f.row.target.chatId, CLAIMED)).toBe(2);
  expect(firingReceipt(f.stores, f.id)).toMatchObject({ message: { state: "queued", inList: true }, delivered: null });
  const list = f.stores.outbox.get(firingReceipt(f.stores, f.id)!.message!.outboxId)!;
  settleMessage(f.stores, list, { state: "sent", messageId: 12 }, CLAIMED);
  expect(firingReceipt(f.stores, f.id)).toMatchObject({ message: { state: "sent", inList: true }, delivered: true });
});
