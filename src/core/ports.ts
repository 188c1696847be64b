/**
 * Ports: the few places where the decisions of Vigil meet a world that tests replace.
 * Everything else is a real part, in tests too (ARC-10).
 */
import type { MessageKey } from "./message-keys.ts";

/** The time. Only `main.ts` and the command line know the real one (TIME-31). */
export interface Clock {
  /** The wall clock; it may jump either way (TIME-30). */
  now(): Temporal.Instant;
  /** Milliseconds that only grow, from an arbitrary origin. */
  monotonic(): number;
  /**
   * Resolves at `until` by the wall clock, at the latest after as long as that was away when it was called (the clock may
   * be set back), or when `signal` aborts: it never rejects.
   */
  sleep(until: Temporal.Instant, signal?: AbortSignal): Promise<void>;
}

/** Randomness, injected so that ids and jitter are repeatable in tests. */
export interface Random {
  /** A number in [0, 1). */
  float(): number;
  /** `length` characters of `[0-9a-z]`, from a cryptographic source in production. */
  id(length: number): string;
}

/** What a loop can be woken for: work for the sender, for the runner, for one session. */
export type WakeTopic = "outbox" | "runner" | `session:${number}`;

/** In-process waking after a commit (ARC-12). What another process wrote is seen by `PRAGMA data_version`. */
export interface Wake {
  notify(topic: WakeTopic): void;
  /** Calls `listener` at every notification until the returned function is called. */
  on(topic: WakeTopic, listener: () => void): () => void;
  /** Calls `listener` when any session is woken, with its id. */
  onSession(listener: (sessionId: number) => void): () => void;
}

/** Where a message goes: a chat and, in a forum or a private chat with topics, a topic. */
export interface Target {
  readonly chatId: number;
  readonly threadId: number | null;
}

/** A turn as the outside sees it. `target` is null for a turn without a chat of its own. */
export interface TurnRef {
  readonly turnId: string;
  readonly sessionId: number;
  readonly origin: "chat" | "reminder";
  readonly target: Target | null;
  /** Telegram's id of the message that began it, if one did. */
  readonly messageId?: number;
}

/** How a running turn is shown. Called synchronously; an implementation must return at once and never throw. */
export interface TurnObserver {
  started(turn: TurnRef): void;
  /** The whole visible text of the current step so far, as Markdown. */
  text(turn: TurnRef, textSoFar: string): void;
  /** `waiting`: the owner is asked whether it may run (AGT-7). */
  tool(turn: TurnRef, toolName: string, state: "running" | "waiting" | "done"): void;
  ended(turn: TurnRef): void;
}

/** The languages that Vigil speaks. */
export const LOCALES = ["en", "ru", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

/** The words of `locales/` (I18N-1). An unknown key is a programming error and throws. */
export interface Words {
  t(locale: Locale, key: MessageKey, params?: Readonly<Record<string, string | number>>): string;
}

/** Structured logging; the implementation redacts (OUT-8). Field names are stable: `turn`, `firing`, `update`, `chat`. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
