import type { MessageEntity } from "grammy/types";
import type { FrozenPart } from "#core/outbox/frozen-part.ts";
import type { Payload } from "#core/outbox/payload.ts";
import { join, type RichText, type TextEntity } from "#core/outbox/rich-text.ts";
import { splitText } from "#core/outbox/split.ts";
import type { Locale, Target, Words } from "#core/ports.ts";
import type { OutboxRow } from "#stores/outbox/outbox.ts";
import type { Keyboard } from "../views/keyboard.ts";
import { type Journey, journeyLines, renderPayload } from "../views/render.ts";
import type { RenderContext } from "../views/render-context.ts";
import { createTimeWords, type TimeWords } from "../views/time-words.ts";
import { loadMarkdown } from "../words/load-markdown.ts";

/** A message later than this says when it was due (OUT-2). */
const LATE_MS = 2 * 60_000;

/** Draws the menus of `bot/menus` for a message of their own. */
export interface MenuRenderer {
  render(
    menu: string,
    target: Target,
  ): Promise<{ text: string; entities: MessageEntity[]; reply_markup: { inline_keyboard: FrozenPart["keyboard"] } }>;
}

/** The reader's choices that a message depends on. */
export interface ReaderPreferences {
  locale(): Locale;
  zone(): string;
}

/** Turns a row's payload into the messages to be sent (ARC-7), in the reader's language at that moment. */
export class MessageFreezer {
  readonly #words: Words;
  readonly #time: TimeWords;
  readonly #preferences: ReaderPreferences;
  readonly #redact: (text: string) => string;
  readonly #menus: MenuRenderer | undefined;

  constructor(options: {
    words: Words;
    preferences: ReaderPreferences;
    redact: (text: string) => string;
    menus?: MenuRenderer | undefined;
  }) {
    this.#words = options.words;
    this.#time = createTimeWords(options.words);
    this.#preferences = options.preferences;
    this.#redact = options.redact;
    this.#menus = options.menus;
  }

  /** The parts of a row of which nothing was accepted yet. */
  async freeze(row: OutboxRow, now: Temporal.Instant): Promise<FrozenPart[]> {
    if (row.payload.kind === "menu") {
      if (!this.#menus) throw new RangeError(`nobody draws menu ${row.payload.menu}`);
      const { text, entities, reply_markup } = await this.#menus.render(row.payload.menu, row.target);
      return [
        {
          text,
          entities: entities as unknown as FrozenPart["entities"],
          ...keyboardField(reply_markup.inline_keyboard),
        },
      ];
    }
    const { payload } = row;
    const clean = payload.kind === "alert" ? redactAlert(payload, this.#redact) : payload;
    const { body, keyboard } = renderPayload(clean, journeyOf(row, now), await this.#context(now));
    return freezeParts(body, keyboard);
  }

  /** The parts that are left, the first of them marked as a possible duplicate: it may have arrived. */
  async markRepeated(rest: readonly FrozenPart[], now: Temporal.Instant): Promise<FrozenPart[]> {
    const [first, ...others] = rest;
    if (!first) return [];
    const mark = journeyLines({ lateSince: null, repeated: true }, false, await this.#context(now));
    const marked = freezeParts(
      join([mark, { text: first.text, entities: first.entities as TextEntity[] }], "\n\n"),
      first.keyboard ?? [],
    );
    return [...marked, ...others];
  }

  async #context(now: Temporal.Instant): Promise<RenderContext> {
    return {
      locale: this.#preferences.locale(),
      zone: this.#preferences.zone(),
      now,
      words: this.#words,
      time: this.#time,
      markdown: await loadMarkdown(),
    };
  }
}

/** An alert names what others said: errors of programs and services may quote a secret (OUT-8). */
function redactAlert(payload: Payload & { kind: "alert" }, redact: (text: string) => string): typeof payload {
  const params = Object.entries(payload.params).map(([name, value]) => [
    name,
    typeof value === "string" ? redact(value) : value,
  ]);
  return { ...payload, params: Object.fromEntries(params) };
}

function journeyOf(row: OutboxRow, now: Temporal.Instant): Journey {
  const due = row.dueAt ?? row.createdAt;
  const late = now.epochMilliseconds - due > LATE_MS;
  return { lateSince: late ? Temporal.Instant.fromEpochMilliseconds(due) : null, repeated: row.repeated };
}

/** Splits a text; the buttons ride on the last part (OUT-4). */
function freezeParts(body: RichText, keyboard: Keyboard | NonNullable<FrozenPart["keyboard"]>): FrozenPart[] {
  const parts = splitText(body).map(({ text, entities }) => ({ text, entities: [...entities] }));
  return parts.map((part, index) => ({ ...part, ...(index === parts.length - 1 && keyboardField(keyboard)) }));
}

function keyboardField(keyboard: Keyboard | FrozenPart["keyboard"]): Pick<FrozenPart, "keyboard"> {
  return keyboard && keyboard.length > 0 ? { keyboard: keyboard.map((row) => [...row]) } : {};
}
