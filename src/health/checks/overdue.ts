import type { Check } from "../check.ts";

/** A row may be this late before it is one: a pass of the dispatcher and a full claim lie between. */
const GRACE_SECONDS = 10;
const MOST = 1_000;

/** Schedules whose time has passed and that nobody took up. */
export const overdue: Check = {
  name: "overdue",
  run: ({ stores, instance, now }) => {
    const rows = stores?.schedules.due(now.subtract({ seconds: GRACE_SECONDS }), MOST) ?? [];
    if (rows.length === 0) return { state: "ok", code: "overdue_none" };
    const oldest = Math.min(...rows.map((row) => row.nextRunAt ?? Number.POSITIVE_INFINITY));
    const params = {
      count: rows.length,
      ids: rows
        .slice(0, 5)
        .map((row) => row.id)
        .join(", "),
      oldest,
    };
    return instance
      ? { state: "fail", code: "overdue_rows", params }
      : { state: "warn", code: "overdue_waiting_for_start", params };
  },
};
