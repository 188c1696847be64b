import { z } from "zod";
import type { MessageKey } from "./message-keys.ts";

/**
 * Codes that are stored and answered instead of words, each made from the keys of `locales/`: a code without words in
 * every language does not compile (I18N-1).
 */
type After<Prefix extends string, Key = MessageKey> = Key extends `${Prefix}${infer Code}` ? Code : never;
type SnakeCase<Key extends string> = Key extends `${infer Head}-${infer Tail}` ? `${Head}_${SnakeCase<Tail>}` : Key;
type KebabCase<Code extends string> = Code extends `${infer Head}_${infer Tail}` ? `${Head}-${KebabCase<Tail>}` : Code;

/** Why something was not done: the one vocabulary of reminders, commands, dialogues, tools and the command line. */
export type RefusalCode = SnakeCase<After<"refused-">>;
/** Why a turn gave no answer (AGT-9). */
export type FaultKey = `fault-${After<"fault-">}`;
/** The key of a refusal's words. */
export type RefusalKey = `refused-${After<"refused-">}`;
/** A sentence of ours: a key without its `notice-`, or a whole key of a fault or a refusal. */
export type NoticeCode = After<"notice-"> | FaultKey | RefusalKey;
/** A fact about the reading of a time, for its card (TIME-20). */
export type NoteCode = SnakeCase<After<"time-note-">>;
/** What the offline model says: a key without its `offline-`. */
export type OfflineKey = After<"offline-">;
/** A failure that the owner should know. */
export type AlertCode = After<"alert-">;
/** The heading of a list. */
export type DigestCode = After<"digest-">;

/**
 * A stored code. The compiler checks what is written; what is read back may be of another release, so that only its shape
 * is checked here, and a message without words is set aside when it is rendered.
 */
export function codeSchema<Code extends string>(): z.ZodType<Code, Code> {
  return z.string() as unknown as z.ZodType<Code, Code>;
}

/** The key of the words of a code that is written with underscores. */
export function keyOf<Prefix extends string, Code extends string>(
  prefix: Prefix,
  code: Code,
): `${Prefix}-${KebabCase<Code>}` {
  return `${prefix}-${code.replaceAll("_", "-")}` as `${Prefix}-${KebabCase<Code>}`;
}
