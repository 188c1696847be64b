import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { z } from "zod";
import { codeSchema, type RefusalCode } from "#core/message-codes.ts";
import type { Locale, Words } from "#core/ports.ts";

const refusalSchema = z.object({
  refused: codeSchema<RefusalCode>(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
const notDoneSchema = z.object({ not_done: z.string() });
const setSchema = z.object({ id: z.string() });
const doneSchema = z.object({ text: z.string(), dispatcher_alive: z.boolean().default(true) });
const listSchema = z.object({
  reminders: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      state: z.string(),
      next_run_at: z.string().nullable(),
      recurring: z.boolean().default(false),
    }),
  ),
});
export type ListedReminder = z.infer<typeof listSchema>["reminders"][number];

/** What a call of `remind` came to. */
export type RemindOutcome =
  | { readonly refused: RefusalCode; readonly params: Record<string, string | number> }
  | { readonly failed: true }
  /** The owner was asked and did not allow it (AGT-8). */
  | { readonly notDone: true }
  | { readonly text: string; readonly dispatcherAlive: boolean };

/** The id of what was set; undefined if nothing was. */
export function readSetId(output: LanguageModelV4ToolResultOutput | undefined): string | undefined {
  const set = setSchema.safeParse(output?.type === "json" ? output.value : undefined);
  return set.success ? set.data.id : undefined;
}

/** Reads the result of `add`, `move` or `remove`. */
export function readOutcome(output: LanguageModelV4ToolResultOutput): RemindOutcome {
  const value = output.type === "json" ? output.value : undefined;
  const refused = refusalSchema.safeParse(value);
  if (refused.success) return refused.data;
  if (notDoneSchema.safeParse(value).success) return { notDone: true };
  const done = doneSchema.safeParse(value);
  return done.success ? { text: done.data.text, dispatcherAlive: done.data.dispatcher_alive } : { failed: true };
}

/** Reads the result of `list`; nothing if the call failed. */
export function readListed(output: LanguageModelV4ToolResultOutput): ListedReminder[] {
  const listed = listSchema.safeParse(output.type === "json" ? output.value : undefined);
  return listed.success ? listed.data.reminders : [];
}

/**
 * Lines of the list in words, numbered as `remove 1` counts: `shown` are some of `listed`. An owner's text is text, not
 * Markdown.
 */
export function listLines(
  shown: readonly ListedReminder[],
  listed: readonly ListedReminder[],
  view: { locale: Locale; zone: string; now: Temporal.Instant; words: Words; moment: SayMoment },
): string {
  const { locale, zone, now, words, moment } = view;
  const lines = shown.map((row) => {
    const at =
      row.next_run_at === null
        ? words.t(locale, "offline-list-state", { state: row.state })
        : moment(locale, zone, Temporal.Instant.from(row.next_run_at), now);
    return words.t(locale, "offline-list-line", { number: listed.indexOf(row) + 1, text: asMarkdown(row.text), at });
  });
  return lines.join("\n");
}

/** Says an instant on the wall clock of `zone`, as cards do. */
export type SayMoment = (locale: Locale, zone: string, at: Temporal.Instant, now: Temporal.Instant) => string;

/** A text of the owner's as Markdown that shows just that, on one line. */
export function asMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>~|&]/g, "\\$&");
}
