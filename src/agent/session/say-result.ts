import { type FaultKey, keyOf } from "#core/message-codes.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Fault } from "../turn/faults.ts";
import type { TurnResult } from "../turn/turn-result.ts";

/**
 * What the owner is told of a turn's end; null: nothing. Times that were set show their cards whatever became of the
 * answer. With `firing` it is the message of a reminder whose turn had waited for an approval (AGT-7).
 */
export function sayResult(
  result: TurnResult,
  firing: { id: number; scheduleId: string } | undefined,
): PayloadInput | null {
  const cards = result.cards ?? [];
  const cut = result.outcome === "done" && result.cut === true;
  const text = (markdown: string): PayloadInput =>
    firing
      ? { kind: "reminder", firingId: firing.id, scheduleId: firing.scheduleId, markdown, cards, cut }
      : { kind: "reply", markdown, cards, cut };
  switch (result.outcome) {
    case "done":
      return result.unscheduled && !firing
        ? { kind: "reply", markdown: result.text, cards, cut, unscheduled: true }
        : text(result.text);
    case "waiting":
      return result.text.trim() === "" && cards.length === 0 ? null : text(result.text);
    case "stopped":
      return { kind: "notice", code: "stopped", cards };
    case "failed":
      return { kind: "notice", ...sayFault(result.fault), cards };
    default:
      return result satisfies never;
  }
}

function sayFault({ code, waitSeconds }: Fault): { code: FaultKey; params?: Record<string, string | number> } {
  if (code !== "rate_limited" || waitSeconds === undefined) return { code: keyOf("fault", code) };
  const params =
    waitSeconds < 120
      ? { count: Math.max(1, waitSeconds), unit: "seconds" }
      : { count: Math.ceil(waitSeconds / 60), unit: "minutes" };
  return { code: "fault-rate-limited-wait", params };
}
