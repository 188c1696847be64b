import { z } from "zod";
import { timeCardSchema } from "../outbox/payload.ts";
import type { Target } from "../ports.ts";

/** How long a dialogue waits for each answer (TG-11). */
export const DIALOGUE_MINUTES = 30;

const target = z.strictObject({ chatId: z.int(), threadId: z.int().nullable() });
/** Set once the answer was understood: what Confirm stores is what was shown. */
const card = timeCardSchema.nullable();
/** What Confirm teaches about the owner's words, if another reading than the first one stands in the preview (TIME-6). */
const taught = z.strictObject({ name: z.string(), value: z.string() }).optional();

/**
 * What a dialogue is about, with the answers so far (TG-11). A task whose last answer is there waits for Confirm.
 *
 * - `add`: a new reminder; `target` is where it goes, null for the place of the dialogue; `when` is a time that was said
 *   before the text.
 * - `move`: another time for a row. `edit`: another text.
 * - `snooze`: a fired reminder once more, at a time in the owner's words.
 * - `search`: words to look for in the list. `default-hour`: the hour of days without a time (TIME-7).
 */
export const dialogueTaskSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("add"),
    text: z.string().nullable(),
    when: z.string().optional(),
    card,
    target: target.nullable(),
    taught,
  }),
  z.strictObject({ kind: z.literal("move"), scheduleId: z.string(), card, taught }),
  z.strictObject({ kind: z.literal("edit"), scheduleId: z.string(), text: z.string().nullable() }),
  z.strictObject({ kind: z.literal("snooze"), firingId: z.int(), card, taught }),
  z.strictObject({ kind: z.literal("search") }),
  z.strictObject({ kind: z.literal("default-hour"), hour: z.string().nullable() }),
]);
export type DialogueTask = z.infer<typeof dialogueTaskSchema>;

/** A dialogue at a question. `revision` grows with every answer: the buttons of an earlier question name an earlier one. */
export interface Dialogue {
  readonly id: string;
  readonly revision: number;
  readonly task: DialogueTask;
  readonly place: Target;
}

/** A question that a dialogue asks: `ask` for the first answer, `when` and `text` for what is left of it, `confirm` for the preview. */
export type DialogueStep = "ask" | "when" | "text" | "confirm";

/** Where a task stands; it follows from what is known, so that the two cannot disagree. */
export function stepOf(task: DialogueTask): DialogueStep {
  switch (task.kind) {
    case "add":
      if (task.card) return "confirm";
      if (task.text !== null) return "when";
      return task.when === undefined ? "ask" : "text";
    case "move":
    case "snooze":
      return task.card ? "confirm" : "ask";
    case "edit":
      return task.text === null ? "ask" : "confirm";
    case "default-hour":
      return task.hour === null ? "ask" : "confirm";
    case "search":
      return "ask";
    default:
      return task satisfies never;
  }
}
