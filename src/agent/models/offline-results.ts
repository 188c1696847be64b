import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { z } from "zod";
import type { Locale, Words } from "#core/ports.ts";

const refusalSchema = z.object({
  refused: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
const notDoneSchema = z.object({ not_done: z.string() });
const doneSchema = z.object({ text: z.string(), dispatcher_alive: z.boolean().default(true) });
const listSchema = z.object({
  reminders: z.array(
    z.object({ id: z.string(), text: z.string(), state: z.string(), next_run_at: z.string().nullable() }),
  ),
});
export type ListedReminder = z.infer<typeof listSchema>["reminders"][number];

/** What a call of `remind` came to. */
export type RemindOutcome =
  | { readonly refused: string; readonly params: Record<string, string | number> }
  | { readonly failed: true }
  /** The owner was asked and did not allow it (AGT-8). */
  | { readonly notDone: true }
  | { readonly text: string; readonly dispatcherAlive: boolean };

/** Reads the result of `add` or `remove`. */
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

/** The list in words, numbered as `remove 1` counts. Times are shown in `zone`. */
export function listWords(
  listed: readonly ListedReminder[],
  view: { locale: Locale; zone: string; words: Words },
): string {
  const { locale, zone, words } = view;
  if (listed.length === 0) return words.t(locale, "offline-list-empty");
  const lines = listed.map((row, index) => {
    const at =
      row.next_run_at === null
        ? words.t(locale, "offline-list-state", { state: row.state })
        : dateWords(row.next_run_at, locale, zone);
    return words.t(locale, "offline-list-line", { number: index + 1, text: row.text, at });
  });
  return [words.t(locale, "offline-list-head"), ...lines].join("\n");
}

function dateWords(iso: string, locale: Locale, zone: string): string {
  return Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zone)
    .toLocaleString(locale, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}
