import { keyOf, type RefusalCode, type RefusalKey } from "#core/message-codes.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { Reading } from "#core/time/parse-when.ts";

/** Why something was not done, by its code, with the nearest times that would do (TIME-7). */
export interface Refusal {
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, string | number>>;
  readonly alternatives?: readonly Reading[];
}

/** The key of a refusal's words in `locales/`. */
export function refusalKey({ code }: Pick<Refusal, "code">): RefusalKey {
  return keyOf("refused", code);
}

/** A refusal as an answer of its own. */
export function refusalNotice(refusal: Refusal): PayloadInput & { kind: "notice" } {
  const nearest = (refusal.alternatives ?? []).flatMap(({ schedule, next: [first] }) =>
    first ? [{ schedule, next: first.epochMilliseconds }] : [],
  );
  return {
    kind: "notice",
    code: refusalKey(refusal),
    params: { ...refusal.params },
    ...(nearest.length > 0 && { nearest }),
  };
}
