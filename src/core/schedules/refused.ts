import type { RefusalCode } from "#core/message-codes.ts";
import type { Reading } from "#core/time/parse-when.ts";

/** Why something asked was not done: a code with the values that its words name, and what would do. */
export interface Refused {
  readonly kind: "refused";
  readonly code: RefusalCode;
  readonly params: Readonly<Record<string, string | number>>;
  /** The nearest valid alternatives of a time that was refused (TIME-7). */
  readonly alternatives: readonly Reading[];
}

export function refuse(
  code: RefusalCode,
  params: Readonly<Record<string, string | number>> = {},
  alternatives: readonly Reading[] = [],
): Refused {
  return { kind: "refused", code, params, alternatives };
}
