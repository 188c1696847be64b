import type { Payload } from "./payload.ts";

/**
 * Whether a message makes a sound (OUT-10): in the quiet hours only reminders and answers to the owner do.
 *
 * @param quietHours `HH:MM-HH:MM` in the owner's zone, across midnight too, or `off`
 * @param local the owner's wall clock
 */
export function isSilent(
  row: { readonly payload: Payload; readonly silent: boolean },
  quietHours: string,
  local: Temporal.PlainTime,
): boolean {
  if (row.silent) return true;
  const waits = row.payload.kind === "alert" || row.payload.kind === "digest" || row.payload.kind === "text";
  return waits && isWithin(quietHours, local);
}

function isWithin(window: string, local: Temporal.PlainTime): boolean {
  const match = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(window);
  if (!match) return false;
  const now = local.toString({ smallestUnit: "minute" });
  const [, from, to] = match as unknown as [string, string, string];
  return from <= to ? from <= now && now < to : now >= from || now < to;
}
