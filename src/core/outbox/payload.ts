import { z } from "zod";
import { type AlertCode, codeSchema, type DigestCode, type NoteCode, type NoticeCode } from "#core/message-codes.ts";
import type { MessageKey } from "#core/message-keys.ts";
import type { PressAction } from "#core/outbox/callback-data.ts";
import { scheduleSchema } from "#core/time/schedule.ts";

/** Values that a locale's message may name. */
const params = z.record(z.string(), z.union([z.string(), z.number()]));

/** A button of a posted message: `action` is a short route of `bot/callbacks`, `args` are ids and revisions only (TG-14). */
export const buttonSchema = z.strictObject({
  /** Key of the label in `locales/`. */
  label: codeSchema<MessageKey>(),
  params: params.optional(),
  action: codeSchema<PressAction>(),
  args: z.array(z.union([z.string(), z.number()])).default([]),
});
export type Button = z.infer<typeof buttonSchema>;
export type ButtonInput = z.input<typeof buttonSchema>;

/** What setting a time is answered with (TIME-20): facts of the stored row; the view says them in words. */
export const timeCardSchema = z.strictObject({
  scheduleId: z.string(),
  text: z.string(),
  schedule: scheduleSchema,
  /** Epoch milliseconds: the next instant, for recurring rows up to three. */
  next: z.array(z.int()),
  /** Codes about the reading: `default_time`, `moved_from_gap`, `gap_ahead`, `fold_ahead`, `series_ends`, … with the values they name. */
  notes: z.array(z.strictObject({ code: codeSchema<NoteCode>(), params: params.optional() })),
  /** Another reading of the owner's words that a button offers (TIME-6): epoch milliseconds of its first instant. */
  otherReading: z
    .strictObject({
      schedule: scheduleSchema,
      next: z.int(),
      /** What a choice of it teaches about the owner's words. */
      convention: z.strictObject({ name: z.string(), value: z.string() }).optional(),
    })
    .optional(),
  /** The target, if it is not where the answer goes. */
  target: z.strictObject({ chatId: z.int(), threadId: z.int().nullable() }).optional(),
});
export type TimeCard = z.infer<typeof timeCardSchema>;

/** Set when the topic that the message was meant for is gone, and it goes elsewhere (OUT-3). */
const moved = { movedFromThread: z.int().optional() };

/** Set when the model's text ends at its limit of length: it is not sent as if it were whole. */
const cut = { cut: z.boolean().default(false) };

/**
 * What an outbox row says, without words of any language (ARC-7). `bot/views` renders it for its reader.
 *
 * - `reply`: the final text of a chat turn; expires after 24 h, its unknown outcome is never sent again by itself.
 * - `reminder`: a firing's message. `fallback` is set when code sends the reminder's own text (REM-11).
 * - `alert`: a failure that the owner should know, by code.
 * - `digest`: a list gathered under one heading: what was skipped as stale (REM-2), what waited while the chat was blocked.
 * - `text`: Markdown from outside (`vigil post`).
 * - `notice`: a sentence of ours by code, with buttons: answers to commands and taps, one-line facts.
 * - `approval`: asks whether a tool may be called (AGT-7).
 * - `menu`: opens an inline menu, rendered when it is sent.
 */
export const payloadSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("reply"),
    markdown: z.string(),
    cards: z.array(timeCardSchema).default([]),
    ...cut,
    /** The text promises a reminder that was not set (AGT-17). */
    unscheduled: z.boolean().default(false),
    ...moved,
  }),
  z.strictObject({
    kind: z.literal("reminder"),
    firingId: z.int(),
    scheduleId: z.string(),
    markdown: z.string(),
    fallback: z.strictObject({ code: z.string() }).optional(),
    skippedEarlier: z.int().default(0),
    last: z.boolean().default(false),
    /** Which repetition of an insisting reminder this is; 0 for the first message. */
    insisted: z.int().default(0),
    recurring: z.boolean().default(false),
    cards: z.array(timeCardSchema).default([]),
    ...cut,
    ...moved,
  }),
  z.strictObject({
    kind: z.literal("alert"),
    code: codeSchema<AlertCode>(),
    params: params.default({}),
    buttons: z.array(z.array(buttonSchema)).default([]),
  }),
  z.strictObject({
    kind: z.literal("digest"),
    code: codeSchema<DigestCode>(),
    /** An item that is a firing settles it: the list is how its message arrived. */
    items: z.array(z.strictObject({ text: z.string(), dueAt: z.int(), firingId: z.int().optional() })),
    ...moved,
  }),
  z.strictObject({ kind: z.literal("text"), markdown: z.string(), ...moved }),
  z.strictObject({
    kind: z.literal("notice"),
    code: codeSchema<NoticeCode>(),
    params: params.default({}),
    buttons: z.array(z.array(buttonSchema)).default([]),
    cards: z.array(timeCardSchema).default([]),
    /** What Confirm would store: drawn like a card, but there is no row yet for a card's buttons (TG-11). */
    preview: timeCardSchema.optional(),
    /** The nearest times that would do, with their first instants, under a refusal (TIME-7). */
    nearest: z.array(z.strictObject({ schedule: scheduleSchema, next: z.int() })).optional(),
    ...moved,
  }),
  z.strictObject({
    kind: z.literal("approval"),
    approvalId: z.string(),
    tool: z.string(),
    /** What would be done, exactly. */
    subject: z.string(),
    cwd: z.string().nullable(),
    /** Whose words the turn had read. */
    sources: z.array(z.string()),
    /** Whether Always is offered. */
    grantable: z.boolean(),
    ...moved,
  }),
  z.strictObject({ kind: z.literal("menu"), menu: z.string() }),
]);
export type Payload = z.infer<typeof payloadSchema>;
export type PayloadInput = z.input<typeof payloadSchema>;

/** What went out once more after an unknown outcome may be read twice; only a chat reply is not worth that (OUT-2). */
export function repeatsAfterUnknown(payload: Payload): boolean {
  return payload.kind !== "reply";
}

/** Kinds that must reach the owner: they never expire and go out once more after an unknown outcome (OUT-2). */
export function mustArrive(payload: Payload): boolean {
  return payload.kind === "reminder" || payload.kind === "alert" || payload.kind === "digest";
}
