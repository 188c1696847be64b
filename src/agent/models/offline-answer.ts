import type { LanguageModelV4ToolCall } from "@ai-sdk/provider";
import { keyOf, type OfflineKey } from "#core/message-codes.ts";
import { type Clock, LOCALES, type Locale, type Words } from "#core/ports.ts";
import type { WhenHints, WhenOptions } from "#core/time/parse-when.ts";
import type { OpenConversation } from "./offline-conversation.ts";
import { languageOf, type OfflineIntent, readIntent } from "./offline-intent.ts";
import { countedFrom, type NewTime, readNewTime } from "./offline-move.ts";
import {
  asMarkdown,
  type ListedReminder,
  listLines,
  readListed,
  readOutcome,
  type SayMoment,
} from "./offline-results.ts";
import { findListed, type OfflineTarget } from "./offline-target.ts";

export interface OfflineModelOptions {
  readonly clock: Clock;
  readonly words: Words;
  readonly preferences: { locale(): Locale; zone(): string; hints(): WhenHints };
  readonly moment: SayMoment;
}

/** What to do about one message: say something, or call the tool first. */
export type OfflineStep = { readonly say: string } | { readonly call: LanguageModelV4ToolCall };

/** What the next message may answer: it is read together with the one that was asked about. */
const QUESTIONS = ["when", "what", "move-when"] as const;

/** What one message is answered from. */
interface StepContext extends Pick<OpenConversation, "results" | "before"> {
  /** The names of the tools that may be called. */
  readonly tools: readonly string[];
  /** Its calls have ids of their own, so that several open messages do not mix. */
  readonly id: string;
}

/** Decides the next step of the answer to one message, from what its own calls have come to. */
export class OfflineAnswer {
  readonly #message: OpenConversation["said"][number];
  readonly #context: StepContext;
  readonly #options: OfflineModelOptions;
  readonly #locale: Locale;
  readonly #zone: string;
  readonly #now: Temporal.Instant;

  constructor(message: OpenConversation["said"][number], context: StepContext, options: OfflineModelOptions) {
    this.#message = message;
    this.#context = context;
    this.#options = options;
    this.#locale = languageOf(message.words, options.preferences.locale());
    this.#zone = options.preferences.zone();
    this.#now = options.clock.now();
  }

  next(): OfflineStep {
    const { words, brings, quote } = this.#message;
    if (words === "") return this.#say(brings ?? "other");
    const intent = this.#intent();
    switch (intent.kind) {
      case "add":
        return this.#add(intent.input);
      case "ask-when":
        return this.#say("when");
      case "ask-what":
        return this.#say("what");
      case "list":
        return this.#list();
      case "remove":
        return this.#remove(intent.target);
      case "move":
        return this.#move(intent.target, intent.time);
      case "undo": {
        if (this.#asked() !== undefined) return this.#say("not-done");
        const [last] = this.#context.before.set;
        if (quote !== undefined) return this.#remove({ it: true });
        return last === undefined ? this.#say("undo-none") : this.#remove({ id: last });
      }
      case "unavailable":
        return this.#say("unavailable", { what: intent.what });
      case "help":
      case "greeting":
      case "thanks":
      case "farewell":
      case "other":
        return this.#say(intent.kind);
      default:
        return intent satisfies never;
    }
  }

  /** What the message asks for; after a question of ours, together with what that was about. */
  #intent(): OfflineIntent {
    const { words, ofOthers } = this.#message;
    // What others write about a time is no request of the owner's.
    const intent = this.#read(words, { bare: !ofOthers });
    const asked = this.#asked();
    const before = this.#context.before.said;
    if (asked === undefined || ofOthers || !["other", "ask-what", "add"].includes(intent.kind)) return intent;
    const open = this.#read(before);
    const time = readNewTime(words, this.#when(this.#locale));
    if (asked === "when") {
      if (time === undefined) return intent;
      return { kind: "add", input: { text: open.kind === "ask-when" ? open.text : before, ...time } };
    }
    if (asked === "move-when") return time && open.kind === "move" ? { ...open, time } : intent;
    if (intent.kind !== "other") return intent;
    return open.kind === "ask-what" && open.time
      ? { kind: "add", input: { text: words, ...open.time } }
      : { kind: "ask-when", text: words };
  }

  #read(words: string, { bare }: { bare: boolean } = { bare: true }): OfflineIntent {
    const locale = languageOf(words, this.#locale);
    const wakeText = this.#options.words.t(locale, "offline-wake-text");
    return readIntent(words, this.#when(locale), { wakeText, bare });
  }

  /** Which of our questions the last answer ended with, in whatever language it was. */
  #asked(): (typeof QUESTIONS)[number] | undefined {
    const { answer } = this.#context.before;
    const { words } = this.#options;
    return QUESTIONS.find((key) => LOCALES.some((locale) => answer.endsWith(words.t(locale, `offline-${key}`))));
  }

  #add(input: object): OfflineStep {
    const result = this.#context.results.get(`${this.#context.id}-add`);
    if (!result) return this.#call("remind", "add", { action: "add", ...input });
    return { say: sayOutcome("add", readOutcome(result), this.#locale, this.#options.words) };
  }

  #list(): OfflineStep {
    const listed = this.#listed();
    if ("call" in listed || "say" in listed) return listed;
    if (listed.rows.length === 0) return this.#say("list-empty");
    return this.#sayLines("list-head", listed.rows, listed.rows);
  }

  #remove(target: OfflineTarget): OfflineStep {
    const result = this.#context.results.get(`${this.#context.id}-remove`);
    if (result) return { say: sayOutcome("remove", readOutcome(result), this.#locale, this.#options.words) };
    if ("id" in target) return this.#call("remind", "remove", { action: "remove", id: target.id });
    const row = this.#find(target, "which");
    return "id" in row ? this.#call("remind", "remove", { action: "remove", id: row.id }) : row;
  }

  #move(target: OfflineTarget, time: NewTime | undefined): OfflineStep {
    const { results, id, tools } = this.#context;
    const result = results.get(`${id}-move`);
    if (result) return { say: sayOutcome("move", readOutcome(result), this.#locale, this.#options.words) };
    if (!tools.includes("schedule")) return this.#say("unavailable", { what: "move" });
    const row = this.#find(target, "which-to-move");
    if (!("id" in row)) return row;
    if (time === undefined) return this.#say("move-when");
    // One time would end the series, and whoever says "snooze" hardly means that.
    if (row.recurring && "when" in time) return this.#say("move-series", { text: asMarkdown(row.text) });
    const due = row.next_run_at === null ? undefined : Temporal.Instant.from(row.next_run_at);
    const counted = countedFrom(due, time, this.#when(this.#locale));
    return this.#call("schedule", "move", { action: "move", id: row.id, ...counted });
  }

  /** The one reminder that is meant, or how it is found out. */
  #find(target: OfflineTarget, which: OfflineKey): ListedReminder | OfflineStep {
    const listed = this.#listed();
    if (!("rows" in listed)) return listed;
    const context = { quote: this.#message.quote, lastSet: this.#context.before.set };
    const found = findListed(listed.rows, target, context);
    const [only] = found;
    if (only === undefined) return this.#say("not-found");
    return found.length === 1 ? only : this.#sayLines(which, found, listed.rows);
  }

  #listed(): { readonly rows: readonly ListedReminder[] } | OfflineStep {
    const result = this.#context.results.get(`${this.#context.id}-list`);
    return result ? { rows: readListed(result) } : this.#call("remind", "list", { action: "list" });
  }

  #call(toolName: "remind" | "schedule", step: string, input: object): OfflineStep {
    if (!this.#context.tools.includes(toolName)) return this.#say("no-tools");
    const toolCallId = `${this.#context.id}-${step}`;
    return { call: { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) } };
  }

  #sayLines(head: OfflineKey, shown: readonly ListedReminder[], listed: readonly ListedReminder[]): OfflineStep {
    const { words, moment } = this.#options;
    const view = { locale: this.#locale, zone: this.#zone, now: this.#now, words, moment };
    return { say: `${words.t(this.#locale, `offline-${head}`)}\n\n${listLines(shown, listed, view)}` };
  }

  #say(key: OfflineKey, params?: Record<string, string | number>): OfflineStep {
    return { say: this.#options.words.t(this.#locale, `offline-${key}`, params) };
  }

  #when(locale: Locale): WhenOptions {
    return { now: this.#now, zone: this.#zone, locale, hints: this.#options.preferences.hints() };
  }
}

/** What a call of `action` came to, in words. */
export function sayOutcome(
  action: string,
  outcome: ReturnType<typeof readOutcome>,
  locale: Locale,
  words: Words,
): string {
  if ("failed" in outcome) return words.t(locale, "offline-tool-failed");
  if ("notDone" in outcome) return words.t(locale, "offline-not-done");
  if ("refused" in outcome)
    return action === "remove"
      ? words.t(locale, "offline-not-found")
      : // The owner's words for a refusal are those that commands and menus use.
        words.t(locale, keyOf("refused", outcome.refused), outcome.params);
  const text = asMarkdown(outcome.text);
  if (action === "remove") return words.t(locale, "offline-removed", { text });
  if (action === "move") return words.t(locale, "offline-moved", { text });
  return words.t(locale, outcome.dispatcherAlive ? "offline-added" : "offline-added-not-alive");
}
