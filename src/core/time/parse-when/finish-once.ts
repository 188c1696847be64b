import { resolveLocal } from "../resolve-local.ts";
import type { WhenNote } from "../when.ts";
import { clockChangeNotes, localText, type Outcome, onceAt, type ResolveContext, reading, refuse } from "./outcome.ts";

/** No schedule reaches further: four digits of a year are all that is stored, and nobody means more. */
const LAST_YEAR = 2200;

/** A local time that was perhaps meant. */
export interface Candidate {
  readonly local: Temporal.PlainDateTime;
  readonly convention?: { readonly name: string; readonly value: string } | undefined;
}

/** True if the local time lies after now in the zone. */
export function isAhead(local: Temporal.PlainDateTime, { now, zone }: ResolveContext): boolean {
  return Temporal.Instant.compare(resolveLocal(local, zone).instant, now) > 0;
}

/** The outcome of the candidates, the preferred first. */
export function finish(candidates: readonly Candidate[], notes: readonly WhenNote[], context: ResolveContext): Outcome {
  const [first, ...others] = candidates;
  if (!first) return refuse("when_unreadable", { understood: "" });
  if (!isAhead(first.local, context)) return refuse("when_in_past", { when: localText(first.local) });
  if (first.local.year > LAST_YEAR) return refuse("when_unreadable", { understood: "" });
  const schedule = onceAt(first.local, context.zone);
  const taken = reading(schedule, context.now, others.length > 0 ? first.convention : undefined);
  const rest = others.map(({ local, convention }) => reading(onceAt(local, context.zone), context.now, convention));
  const differing = rest.filter((other) => other.next[0] && taken.next[0] && !other.next[0].equals(taken.next[0]));
  return { ok: true, readings: [taken, ...differing], notes: [...notes, ...clockChangeNotes(schedule)] };
}
