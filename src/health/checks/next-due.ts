import type { Check } from "../check.ts";

const SHOWN = 5;
/** Later than any date that can be set. */
const FAR = Temporal.Instant.fromEpochMilliseconds(8.64e15);

/** The next five due rows, with the time left: what the owner can compare with what they expect. */
export const nextDue: Check = {
  name: "next",
  run: ({ stores, now }) => {
    const rows = stores?.schedules.due(FAR, SHOWN) ?? [];
    if (rows.length === 0) return { state: "ok", code: "next_due_none" };
    const listed = rows.map((row) => `${row.id} ${timeLeft((row.nextRunAt ?? 0) - now.epochMilliseconds)}`);
    return { state: "ok", code: "next_due", params: { count: rows.length, rows: listed.join(", ") } };
  },
};

/** `2d 3h`, `5m`, `-12s` in at most two units. */
function timeLeft(ms: number): string {
  const total = Math.round(Math.abs(ms) / 1_000);
  const parts = [
    [Math.floor(total / 86_400), "d"],
    [Math.floor(total / 3_600) % 24, "h"],
    [Math.floor(total / 60) % 60, "m"],
    [total % 60, "s"],
  ].filter(([n]) => n !== 0);
  return (
    (ms < 0 ? "-" : "") +
    (parts
      .slice(0, 2)
      .map((part) => part.join(""))
      .join(" ") || "0s")
  );
}
