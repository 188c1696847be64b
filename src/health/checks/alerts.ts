import type { Check } from "../check.ts";

/** Failures that go on, and whether an owner could be told of them (OUT-7). */
export const alerts: Check = {
  name: "alerts",
  run: ({ stores }) => {
    const known = stores?.alerts.list() ?? [];
    if (known.length === 0) return { state: "ok", code: "alerts_none" };
    const untold = known.filter((alert) => alert.toldAt === null && alert.outboxId === null).length;
    const params = {
      count: known.length,
      untold,
      alerts: known.map(({ key, count }) => `${key} (${count})`).join(", "),
    };
    return { state: "warn", code: untold > 0 ? "alerts_untold" : "alerts_open", params };
  },
};
