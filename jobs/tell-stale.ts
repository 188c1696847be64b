import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Stores } from "#stores/stores.ts";

/** What was skipped as stale is gathered this long and told in one message per chat (REM-2). */
const GATHER_MS = 10 * 60_000;

/** Adds a skipped firing to its chat's silent list, which goes out when its ten minutes are over. Runs in the claim's transaction. */
export function tellStale(stores: Stores, row: ScheduleRow, dueAt: number, now: Temporal.Instant): void {
  const { target } = row;
  const windowEnd = (Math.floor(now.epochMilliseconds / GATHER_MS) + 1) * GATHER_MS;
  const item = { text: row.name ?? row.text, dueAt };
  const id = stores.outbox.enqueue(
    {
      key: `stale:${target.chatId}:${target.threadId ?? 0}:${windowEnd}`,
      target,
      payload: { kind: "digest", code: "stale", items: [] },
      silent: true,
      notBefore: windowEnd,
    },
    now,
  );
  stores.outbox.addDigestItem(id, item);
}
