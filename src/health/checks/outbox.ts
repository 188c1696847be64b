import { HealthFacts } from "#stores/database/health-facts.ts";
import type { Check } from "../check.ts";

const STUCK_MINUTES = 5;

/** What waits to be sent, and what could not be. */
export const outbox: Check = {
  name: "outbox",
  run: ({ stores, instance, now }) => {
    if (!stores) return { state: "warn", code: "store_unavailable" };
    const { waiting, oldestAt, held } = stores.outbox.backlog(now, stores.pause.until(now) !== null);
    const heldRows = held.reduce((sum, chat) => sum + chat.rows, 0);
    const minutes = oldestAt === null ? 0 : Math.floor((now.epochMilliseconds - oldestAt) / 60_000);
    const params = { waiting, held: heldRows, minutes };
    // Rows of a blocked or muted chat wait by design; the check of the chats names them.
    if (instance && waiting > heldRows && minutes >= STUCK_MINUTES)
      return { state: "fail", code: "outbox_stuck", params };
    const { count, lastError } = new HealthFacts(stores.db).undelivered(now.subtract({ hours: 24 }));
    if (count > 0) return { state: "warn", code: "outbox_undelivered", params: { count, reason: lastError ?? "" } };
    return waiting > 0 ? { state: "ok", code: "outbox_waiting", params } : { state: "ok", code: "outbox_empty" };
  },
};
