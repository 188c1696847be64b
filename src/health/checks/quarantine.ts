import { listQuarantine } from "#stores/database/rows.ts";
import type { Check } from "../check.ts";

/** Rows that do not validate are skipped, never silently (OPS-3). */
export const quarantine: Check = {
  name: "quarantine",
  run: ({ stores }) => {
    const rows = stores ? listQuarantine(stores.db) : [];
    if (rows.length === 0) return { state: "ok", code: "quarantine_empty" };
    const listed = rows.slice(0, 5).map((r) => `${r.table} ${r.id} (${r.reason})`);
    return { state: "warn", code: "quarantine_rows", params: { count: rows.length, rows: listed.join("; ") } };
  },
};
