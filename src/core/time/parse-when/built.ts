import type { Schedule } from "../schedule.ts";
import type { WhenNote } from "../when.ts";
import { type Outcome, refuse } from "./outcome.ts";

/** A recurrence put together, or why it cannot be. */
export type Built =
  | { readonly ok: true; readonly schedule: Schedule; readonly notes: readonly WhenNote[] }
  | { readonly ok: false; readonly outcome: Outcome };

export function unreadable(): Built {
  return { ok: false, outcome: refuse("when_unreadable", { understood: "" }) };
}
